// SPDX-License-Identifier: MIT
// stencil_1d.cu: the 1D stencil of every introduction, with a halo in shared memory
// Feature: RADIUS and BLOCK_SIZE macros, negative pointer offsets into shared memory
#include <stdio.h>
#include <stdlib.h>
#define RADIUS 3
#define BLOCK_SIZE 256
#define NUM_ELEMENTS (1 << 20)

#define cudaCheck(stmt)                                                                                                \
    do {                                                                                                               \
        cudaError_t err = stmt;                                                                                        \
        if (err != cudaSuccess) {                                                                                      \
            printf("CUDA error %s in %s:%d\n", cudaGetErrorString(err), __FILE__, __LINE__);                           \
            return -1;                                                                                                 \
        }                                                                                                              \
    } while (0)

__global__ void stencil_1d(int *in, int *out)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + (blockIdx.x * blockDim.x) + RADIUS;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }
    __syncthreads();
    int *center = temp + lindex;
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += center[offset];
    out[gindex - RADIUS] = result;
}

int main()
{
    static int h_in[NUM_ELEMENTS + 2 * RADIUS], h_out[NUM_ELEMENTS];
    int *d_in, *d_out;
    for (unsigned int i = 0; i < (NUM_ELEMENTS + 2 * RADIUS); ++i)
        h_in[i] = i & 7;
    cudaCheck(cudaMalloc(&d_in, (NUM_ELEMENTS + 2 * RADIUS) * sizeof(int)));
    cudaCheck(cudaMalloc(&d_out, NUM_ELEMENTS * sizeof(int)));
    cudaCheck(cudaMemcpy(d_in, h_in, (NUM_ELEMENTS + 2 * RADIUS) * sizeof(int), cudaMemcpyHostToDevice));
    stencil_1d<<<(NUM_ELEMENTS + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out);
    cudaCheck(cudaPeekAtLastError());
    cudaCheck(cudaMemcpy(h_out, d_out, NUM_ELEMENTS * sizeof(int), cudaMemcpyDeviceToHost));
    int i;
    for (i = 0; i < NUM_ELEMENTS; ++i) {
        int sum = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += h_in[i + k];
        if (h_out[i] != sum) {
            printf("Element h_out[%d] == %d != %d\n", i, h_out[i], sum);
            break;
        }
    }
    if (i == NUM_ELEMENTS)
        printf("SUCCESS!\n");
    cudaFree(d_in);
    cudaFree(d_out);
    return i != NUM_ELEMENTS;
}
