// SPDX-License-Identifier: MIT
// warp_border_lanes.cu: each warp waits for itself, and only its last lane looks beyond, into the next warp.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int n = 128;

__global__ void slopes(float *heights, float *out)
{
    int i = threadIdx.x;
    heights[i] = 0.25f * i * i; // {write}
#ifndef FIXED
    __syncwarp();
#else
    __syncthreads();
#endif
    if (i < n - 1)
        out[i] = heights[i + 1] - heights[i]; // {read}
}

int main()
{
    float *dev_heights, *dev_out, out[n - 1] = {};
    if (cudaMalloc(&dev_heights, n * sizeof(float)) != cudaSuccess ||
        cudaMemset(dev_heights, 0, n * sizeof(float)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    slopes<<<1, n>>>(dev_heights, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_heights);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[31]);
#ifdef FIXED
    for (int i = 0; i < n - 1; i++)
        if (out[i] != 0.5f * i + 0.25f)
            return 1;
#endif
    return error != cudaSuccess;
}
