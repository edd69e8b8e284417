// SPDX-License-Identifier: MIT
// beside_freed_colours.cu: one lane still uses the palette that is freed; its neighbours pass colours on in lockstep.
// CPU exits 1
// CPU finds illegal-address: at {palette}
// CPU finds race-global: writes {write}, reads {read}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in beside_freed_colours.cu:{palette}
#include <stdio.h>

__global__ void paint(const int *palette, int *line, int *out)
{
    int lane = threadIdx.x, colour = 3 * lane;
    if (lane == 31)
        colour = *palette; // {palette}
    line[lane] = colour;   // {write}
#ifdef FIXED
    __syncwarp();
#endif
    if (lane < 30)
        out[lane] = line[lane + 1]; // {read}
}

int main()
{
    int *dev_palette, *dev_line, *dev_out, out[32] = {};
    if (cudaMalloc(&dev_palette, 400) != cudaSuccess || cudaMemset(dev_palette, 0, 400) != cudaSuccess ||
        cudaMalloc(&dev_line, sizeof out) != cudaSuccess || cudaMemset(dev_line, 0, sizeof out) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
#ifndef FIXED
    cudaFree(dev_palette);
#endif
    paint<<<1, 32>>>(dev_palette, dev_line, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
#ifdef FIXED
    cudaFree(dev_palette);
#endif
    cudaFree(dev_line);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 30; i++)
        if (out[i] != 3 * (i + 1))
            return 1;
#endif
    return error != cudaSuccess;
}
