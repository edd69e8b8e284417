// SPDX-License-Identifier: MIT
// warp_no_sync_after_return.cu: the last warp goes on alone, and its lanes are not synchronized.
// CPU exits 3
// CPU finds race-shared: writes {sum}, reads {sum}
// CPU says read into a variable, then __syncwarp(), then write, then __syncwarp()
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <stdio.h>

const int threads = 128;

__global__ void sum(int *out)
{
    __shared__ int sums[threads];
    int t = threadIdx.x;
    sums[t] = t + 1;
    __syncthreads();
    if (t < 64)
        sums[t] += sums[t + 64];
    __syncthreads();
    if (t >= 32)
        return;
    int mine = sums[t];
    for (int k = 32; k > 0; k /= 2) {
#ifndef FIXED
        sums[t] += sums[t + k]; // {sum}
#else
        mine += sums[t + k];
        __syncwarp();
        sums[t] = mine;
        __syncwarp();
#endif
    }
#ifndef FIXED
    mine = sums[t];
#endif
    if (t == 0)
        *out = mine;
}

int main()
{
    int out = 0, *dev_out;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    if (out != threads * (threads + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
