// SPDX-License-Identifier: MIT
// surface_in_place.cu: each thread replaces its pixel by the sum of its neighbours, in the surface that all read.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// CPU says kernel sum_neighbours, block (0,0,0)
// all exits 0
#include "../textures.h"

const int n = 64;

__global__ void sum_neighbours(cudaSurfaceObject_t from, cudaSurfaceObject_t to)
{
    const int x = threadIdx.x * sizeof(int), step = sizeof(int);
    int left = surf1Dread<int>(from, x - step, cudaBoundaryModeZero); // {read}
    int right = surf1Dread<int>(from, x + step, cudaBoundaryModeZero);
    surf1Dwrite(left + right, to, x); // {write}
}

int main()
{
    int numbers[n];
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    cudaArray_t array = array_of(numbers, n, 0, 0, cudaArraySurfaceLoadStore);
    cudaArray_t other = array_of((int *)NULL, n, 0, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t from = surface_of(array), to = surface_of(other);
#ifndef FIXED
    sum_neighbours<<<1, n>>>(from, from);
    cudaArray_t result = array;
#else
    sum_neighbours<<<1, n>>>(from, to);
    cudaArray_t result = other;
#endif
    cudaError_t error =
        cudaMemcpy2DFromArray(numbers, sizeof numbers, result, 0, 0, sizeof numbers, 1, cudaMemcpyDeviceToHost);
    cudaDestroySurfaceObject(from);
    cudaDestroySurfaceObject(to);
    cudaFreeArray(array);
    cudaFreeArray(other);
    printf("%s, %d\n", cudaGetErrorString(error), numbers[1]);
    return error != cudaSuccess;
}
