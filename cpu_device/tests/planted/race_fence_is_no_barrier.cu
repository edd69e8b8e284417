// SPDX-License-Identifier: MIT
// race_fence_is_no_barrier.cu: a fence orders a thread's own stores, but waits for nobody.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel neighbours, block (0,0,0), line
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_fence_is_no_barrier.cu:{write}
#include <stdio.h>

const int threads = 128;

__global__ void neighbours(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t * t; // {write}
#ifndef FIXED
    __threadfence_block();
#else
    __syncthreads();
#endif
    if (t + 1 < threads)
        out[t] = line[t + 1]; // {read}
}

int main()
{
    int *dev_out, out[threads - 1] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    neighbours<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[31]);
#ifdef FIXED
    for (int i = 0; i < threads - 1; i++)
        if (out[i] != (i + 1) * (i + 1))
            return 1;
#endif
    return error != cudaSuccess;
}
