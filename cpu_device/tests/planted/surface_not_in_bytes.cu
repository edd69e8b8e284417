// SPDX-License-Identifier: MIT
// surface_not_in_bytes.cu: x is given in texels, but surfaces count it in bytes.
// CPU exits 1
// CPU finds misaligned-address
// CPU says kernel gradient, block (0,0,0), thread (1,0,0), at surface_not_in_bytes.cu:{write}
// CPU says writes 4 bytes at byte 1 of a surface's row, which is no multiple of that: x is in bytes
// memcheck exits 3
// memcheck prints Misaligned shared or local address
#include "../textures.h"

const int n = 8;

__global__ void gradient(cudaSurfaceObject_t surface)
{
    int x = threadIdx.x, y = threadIdx.y;
#ifndef FIXED
    surf2Dwrite(10.f * y + x, surface, x, y); // {write}
#else
    surf2Dwrite(10.f * y + x, surface, x * (int)sizeof(float), y);
#endif
}

int main()
{
    float pixels[n * n] = {};
    cudaArray_t array = array_of(pixels, n, n, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = surface_of(array);
    gradient<<<1, dim3(n, n)>>>(surface);
    cudaError_t error = cudaMemcpy2DFromArray(pixels, n * 4, array, 0, 0, n * sizeof(float), n, cudaMemcpyDeviceToHost);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    printf("%s, %g\n", cudaGetErrorString(error), pixels[n]);
    return error != cudaSuccess;
}
