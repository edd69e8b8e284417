// SPDX-License-Identifier: MIT
// warp_mask_of_odd_lanes.cu: odd and even lanes wait each for their own kind, and read from the other.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

__global__ void add_left_neighbour(int *line, int *out)
{
    int lane = threadIdx.x;
    line[lane] = lane * lane * lane; // {write}
#ifndef FIXED
    if (lane % 2)
        __syncwarp(0xaaaaaaaa);
    else
        __syncwarp(0x55555555);
#else
    __syncwarp(0xffffffff);
#endif
    out[lane] = lane > 0 ? line[lane - 1] : 0; // {read}
}

int main()
{
    int *dev_line, *dev_out, out[32] = {};
    if (cudaMalloc(&dev_line, sizeof out) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(dev_line, 0, sizeof out) != cudaSuccess)
        return 1;
    add_left_neighbour<<<1, 32>>>(dev_line, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_line);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[31]);
#ifdef FIXED
    for (int i = 1; i < 32; i++)
        if (out[i] != (i - 1) * (i - 1) * (i - 1))
            return 1;
#endif
    return error != cudaSuccess;
}
