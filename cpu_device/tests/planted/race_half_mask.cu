// SPDX-License-Identifier: MIT
// race_half_mask.cu: each half of a warp waits for itself, and then one reads what the other stores.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel fold, block (0,0,0), line
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_half_mask.cu:{write}
#include <stdio.h>

__global__ void fold(int *out)
{
    __shared__ int line[32];
    int lane = threadIdx.x;
#ifndef FIXED
    unsigned mask = lane < 16 ? 0x0000ffff : 0xffff0000;
#else
    unsigned mask = 0xffffffff;
#endif
    line[lane] = lane; // {write}
    __syncwarp(mask);
    if (lane < 16)
        out[lane] = line[lane] + line[lane + 16]; // {read}
}

int main()
{
    int *dev_out, out[16] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    fold<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 16; i++)
        if (out[i] != 2 * i + 16)
            return 1;
#endif
    return error != cudaSuccess;
}
