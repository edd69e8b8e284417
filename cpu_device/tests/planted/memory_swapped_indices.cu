// SPDX-License-Identifier: MIT
// memory_swapped_indices.cu: x and y are mixed up in the index of a picture that is not square.
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says kernel paint, block (0,0,0)
// CPU says writes image[256] at address
// CPU says past the end of 1024 bytes from cudaMalloc at memory_swapped_indices.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_swapped_indices.cu:{write}
// initcheck exits 3
// initcheck prints Uninitialized access
#include <stdio.h>

const int width = 32, height = 8;

__global__ void paint(int *image)
{
    int x = threadIdx.x, y = threadIdx.y;
#ifndef FIXED
    int i = x * width + y;
#else
    int i = y * width + x;
#endif
    image[i] = 100 * y + x; // {write}
}

int main()
{
    int *dev_image, image[height][width] = {};
    if (cudaMalloc(&dev_image, sizeof image) != cudaSuccess) // {malloc}
        return 1;
    paint<<<1, dim3(width, height)>>>(dev_image);
    cudaError_t error = cudaMemcpy(image, dev_image, sizeof image, cudaMemcpyDeviceToHost);
    cudaFree(dev_image);
    printf("%s, %d\n", cudaGetErrorString(error), image[height - 1][width - 1]);
#ifdef FIXED
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (image[y][x] != 100 * y + x)
                return 1;
#endif
    return error != cudaSuccess;
}
