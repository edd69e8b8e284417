// SPDX-License-Identifier: MIT
// divergence.cu: branches by thread, by warp and by data
// Feature: cudaFuncGetAttributes, seconds() by gettimeofday, kernels that differ in a condition alone
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define CHECK(call)                                                                                                    \
    {                                                                                                                  \
        const cudaError_t error = call;                                                                                \
        if (error != cudaSuccess) {                                                                                    \
            printf("Error: %s:%d, code:%d, reason: %s\n", __FILE__, __LINE__, error, cudaGetErrorString(error));       \
            exit(-10 * error);                                                                                         \
        }                                                                                                              \
    }
double seconds()
{
    struct timeval tp;
    struct timezone tzp;
    gettimeofday(&tp, &tzp);
    return ((double)tp.tv_sec + (double)tp.tv_usec * 1.e-6);
}
__global__ void mathKernel1(float *c)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    float a, b;
    a = b = 0.0f;
    if (tid % 2 == 0) {
        a = 100.0f;
    } else {
        b = 200.0f;
    }
    c[tid] = a + b;
}
__global__ void mathKernel2(float *c)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    float a, b;
    a = b = 0.0f;
    if ((tid / warpSize) % 2 == 0) {
        a = 100.0f;
    } else {
        b = 200.0f;
    }
    c[tid] = a + b;
}
__global__ void mathKernel3(float *c)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    float ia, ib;
    ia = ib = 0.0f;
    bool ipred = (tid % 2 == 0);
    if (ipred)
        ia = 100.0f;
    if (!ipred)
        ib = 200.0f;
    c[tid] = ia + ib;
}
__global__ void warmingup(float *c)
{
    c[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

int main(int argc, char **argv)
{
    int size = 1 << 20, blocksize = 64, wrong = 0;
    if (argc > 1)
        blocksize = atoi(argv[1]);
    if (argc > 2)
        size = atoi(argv[2]);
    dim3 block(blocksize, 1);
    dim3 grid((size + block.x - 1) / block.x, 1);
    printf("Execution Configure (block %d grid %d)\n", block.x, grid.x);
    float *d_C, *h_C = (float *)malloc(size * sizeof(float));
    CHECK(cudaMalloc((float **)&d_C, size * sizeof(float)));
    warmingup<<<grid, block>>>(d_C);
    CHECK(cudaDeviceSynchronize());
    void (*kernels[])(float *) = {mathKernel1, mathKernel2, mathKernel3};
    for (int k = 0; k < 3; k++) {
        cudaFuncAttributes attr;
        CHECK(cudaFuncGetAttributes(&attr, kernels[k]));
        double iStart = seconds();
        kernels[k]<<<grid, block>>>(d_C);
        CHECK(cudaDeviceSynchronize());
        double iElaps = seconds() - iStart;
        printf("mathKernel%d <<< %4d %4d >>> elapsed %g sec, at most %d threads\n", k + 1, grid.x, block.x, iElaps,
               attr.maxThreadsPerBlock);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(h_C, d_C, size * sizeof(float), cudaMemcpyDeviceToHost));
        for (int i = 0; i < size; i++)
            wrong += h_C[i] != ((k == 1 ? i / 32 : i) % 2 == 0 ? 100.0f : 200.0f);
    }
    free(h_C);
    CHECK(cudaFree(d_C));
    CHECK(cudaDeviceReset());
    printf("%d wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
