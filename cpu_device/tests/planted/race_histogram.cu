// SPDX-License-Identifier: MIT
// race_histogram.cu: many threads count in the same bins, and ++ is three steps: load, add, store.
// CPU exits 3
// CPU finds race-shared: writes {count}, at {count}
// CPU says kernel histogram, block (0,0,0), bins
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_histogram.cu:{count}
#include <stdio.h>

const int threads = 256, bin_count = 8;

__global__ void histogram(int *out)
{
    __shared__ int bins[bin_count];
    int t = threadIdx.x, bin = t * t % bin_count;
    if (t < bin_count)
        bins[t] = 0;
    __syncthreads();
#ifndef FIXED
    bins[bin]++; // {count}
#else
    atomicAdd(&bins[bin], 1);
#endif
    __syncthreads();
    if (t < bin_count)
        out[t] = bins[t];
}

int main()
{
    int *dev_out, out[bin_count] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    histogram<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d %d %d\n", cudaGetErrorString(error), out[0], out[1], out[4]);
#ifdef FIXED
    if (out[0] != 64 || out[1] != 128 || out[4] != 64)
        return 1;
#endif
    return error != cudaSuccess;
}
