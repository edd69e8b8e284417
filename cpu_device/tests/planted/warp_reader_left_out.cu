// SPDX-License-Identifier: MIT
// warp_reader_left_out.cu: all lanes read a limit, and one of them changes it. The mask of the barrier between the two
// leaves out a lane that has read.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel lower, block (0,0,0), limit
// CPU reports 1
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in warp_reader_left_out.cu:{write}
#include <stdio.h>

__global__ void lower(int *out)
{
    __shared__ int limit;
    int lane = threadIdx.x;
    if (lane == 0)
        limit = 40;
    __syncwarp();
    int mine = limit; // {read}
#ifndef FIXED
    if (lane < 31)
        __syncwarp(0x7fffffff);
#else
    __syncwarp();
#endif
    if (lane == 3)
        limit = 20; // {write}
    __syncwarp();
    out[lane] = mine + limit;
}

int main()
{
    int *dev_out, out[32] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    lower<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != 60)
            return 1;
#endif
    return error != cudaSuccess;
}
