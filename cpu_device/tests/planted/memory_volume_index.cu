// SPDX-License-Identifier: MIT
// memory_volume_index.cu: the index into a volume multiplies by the depth where the height belongs.
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says kernel fill, block (0,0,0)
// CPU says writes volume[96] at address
// CPU says past the end of 384 bytes from cudaMalloc at memory_volume_index.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_volume_index.cu:{write}
// initcheck exits 3
// initcheck prints Uninitialized access
#include <stdio.h>

const int width = 4, height = 3, depth = 8;

__global__ void fill(int *volume)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
#ifndef FIXED
    int i = x + width * (y + depth * z);
#else
    int i = x + width * (y + height * z);
#endif
    volume[i] = 100 * z + 10 * y + x; // {write}
}

int main()
{
    int *dev_volume, volume[width * height * depth] = {};
    if (cudaMalloc(&dev_volume, sizeof volume) != cudaSuccess) // {malloc}
        return 1;
    fill<<<1, dim3(width, height, depth)>>>(dev_volume);
    cudaError_t error = cudaMemcpy(volume, dev_volume, sizeof volume, cudaMemcpyDeviceToHost);
    cudaFree(dev_volume);
    printf("%s, %d\n", cudaGetErrorString(error), volume[width * height * depth - 1]);
#ifdef FIXED
    for (int i = 0; i < width * height * depth; i++)
        if (volume[i] != i / 12 * 100 + i / 4 % 3 * 10 + i % 4)
            return 1;
#endif
    return error != cudaSuccess;
}
