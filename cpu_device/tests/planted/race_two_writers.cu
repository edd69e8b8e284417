// SPDX-License-Identifier: MIT
// race_two_writers.cu: two threads find what they look for, and both store its place.
// CPU exits 3
// CPU finds race-shared: writes {write}, writes {write}
// CPU says kernel find, block (0,0,0), found
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_two_writers.cu:{write}
#include <stdio.h>

const int threads = 128;

__global__ void find(int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    if (t == 0)
        found = threads;
    __syncthreads();
    if (t % 100 == 7)
#ifndef FIXED
        found = t; // {write}
#else
        atomicMin(&found, t);
#endif
    __syncthreads();
    if (t == 0)
        *out = found;
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    find<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 7)
        return 1;
#endif
    return error != cudaSuccess;
}
