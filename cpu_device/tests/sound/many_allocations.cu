// SPDX-License-Identifier: MIT
// many_allocations.cu: fifty thousand small allocations live at once, and kernels get all of their addresses.
#include <stdio.h>

const int n = 50000;

__global__ void fill(int **places)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *places[i] = i;
}

__global__ void check(int **places, int *wrong)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && *places[n - 1 - i] != n - 1 - i)
        atomicAdd(wrong, 1);
}

int main()
{
    static int *places[n];
    int **dev_places, *wrong, result = 0;
    if (cudaMalloc(&dev_places, sizeof places) != cudaSuccess || cudaMalloc(&wrong, sizeof result) != cudaSuccess)
        return 1;
    for (int *&place : places)
        if (cudaMalloc(&place, sizeof(int)) != cudaSuccess)
            return 1;
    cudaMemcpy(dev_places, places, sizeof places, cudaMemcpyHostToDevice);
    cudaMemset(wrong, 0, sizeof result);
    fill<<<(n + 255) / 256, 256>>>(dev_places);
    check<<<(n + 255) / 256, 256>>>(dev_places, wrong);
    if (cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int *place : places)
        if (cudaFree(place) != cudaSuccess)
            return 1;
    cudaFree(dev_places);
    return cudaFree(wrong) != cudaSuccess || result != 0;
}
