// SPDX-License-Identifier: MIT
// scan_hillis_steele.cu: inclusive scan of a block by Hillis and Steele, with two buffers
// Feature: pout = 1 - pout, dynamic shared memory, gpuErrchk macro
#include <stdio.h>
#include <stdlib.h>

#define gpuErrchk(ans)                                                                                                 \
    {                                                                                                                  \
        gpuAssert((ans), __FILE__, __LINE__);                                                                          \
    }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort)
            exit(code);
    }
}

__global__ void scan(float *g_odata, float *g_idata, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + thid] = g_idata[blockIdx.x * n + thid];
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else
            temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g_odata[blockIdx.x * n + thid] = temp[pout * n + thid];
}

int main(int argc, char **argv)
{
    const int n = 512, blocks = argc > 1 ? atoi(argv[1]) : 256, total = n * blocks;
    float *in = new float[total], *out = new float[total];
    for (int i = 0; i < total; ++i)
        in[i] = i % 3;
    float *d_in, *d_out;
    gpuErrchk(cudaMalloc(&d_in, total * sizeof *d_in));
    gpuErrchk(cudaMalloc(&d_out, total * sizeof *d_out));
    gpuErrchk(cudaMemcpy(d_in, in, total * sizeof *in, cudaMemcpyHostToDevice));
    scan<<<blocks, n, 2 * n * sizeof(float)>>>(d_out, d_in, n);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
    gpuErrchk(cudaMemcpy(out, d_out, total * sizeof *out, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int b = 0; b < blocks; ++b) {
        float sum = 0;
        for (int i = 0; i < n; ++i)
            bad += out[b * n + i] != (sum += in[b * n + i]);
    }
    printf("%d wrong\n", bad);
    gpuErrchk(cudaFree(d_in));
    gpuErrchk(cudaFree(d_out));
    delete[] in;
    delete[] out;
    return bad ? 1 : 0;
}
