// SPDX-License-Identifier: MIT
// race_nobody_reads.cu: each thread leaves a note in one shared variable and overwrites it. No thread reads any of it.
// CPU exits 3
// CPU finds race-shared: writes {begin}, writes {begin}
// CPU says kernel note, block (0,0,0), last
// all exits 0
#include <stdio.h>

const int threads = 64;

__global__ void note(int *out)
{
    __shared__ int last;
    int t = threadIdx.x;
#ifdef FIXED
    if (t == 0)
#endif
        last = t; // {begin}
    out[t] = t * t;
#ifdef FIXED
    if (t == 0)
#endif
        last = threads + t;
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    note<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != i * i)
            return 1;
#endif
    return error != cudaSuccess;
}
