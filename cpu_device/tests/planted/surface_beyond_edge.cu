// SPDX-License-Identifier: MIT
// surface_beyond_edge.cu: the threads of the last block reach past the end of a row of 40 texels.
// CPU exits 1
// CPU finds surface-edge
// CPU says kernel count, block (1,0,0), thread (8,0,0), at surface_beyond_edge.cu:{write}
// CPU says writes byte 160 of row 0, slice 0: the surface has rows of 160 bytes, 1 row and 1 slice. x is in bytes.
// memcheck exits 3
// memcheck prints Program hit cudaErrorIllegalAddress (error 700)
#include "../textures.h"

const int n = 40, threads = 32;

__global__ void count(cudaSurfaceObject_t surface)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
#ifdef FIXED
    if (i >= n)
        return;
#endif
    surf1Dwrite(i, surface, i * (int)sizeof(int)); // {write}
}

int main()
{
    int numbers[n] = {};
    cudaArray_t array = array_of(numbers, n, 0, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = surface_of(array);
    count<<<(n + threads - 1) / threads, threads>>>(surface);
    cudaError_t error =
        cudaMemcpy2DFromArray(numbers, sizeof numbers, array, 0, 0, sizeof numbers, 1, cudaMemcpyDeviceToHost);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    printf("%s, %d\n", cudaGetErrorString(error), numbers[n - 1]);
    return error != cudaSuccess;
}
