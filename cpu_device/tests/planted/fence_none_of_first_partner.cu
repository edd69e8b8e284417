// SPDX-License-Identifier: MIT
// fence_none_of_first_partner.cu: the second block of a pair merges what the first stored; only it has a fence.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {merge}
// all exits 0
#include <stdio.h>

const int pairs = 3;

__device__ double halves[pairs][2];
__device__ int visits[pairs];

__global__ void integrate(double *areas)
{
    int pair = blockIdx.x / 2, half = blockIdx.x % 2;
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (pair + 1) * (4 * half + i);
    halves[pair][half] = sum; // {store}
#ifdef FIXED
    __threadfence();
#endif
    if (atomicAdd(&visits[pair], 1) == 0)
        return;
    __threadfence();
    areas[pair] = sum + halves[pair][1 - half]; // {merge}
}

int main()
{
    double *dev_areas, areas[pairs] = {};
    if (cudaMalloc(&dev_areas, sizeof areas) != cudaSuccess || cudaMemset(dev_areas, 0, sizeof areas) != cudaSuccess)
        return 1;
    integrate<<<2 * pairs, 1>>>(dev_areas);
    cudaError_t error = cudaMemcpy(areas, dev_areas, sizeof areas, cudaMemcpyDeviceToHost);
    cudaFree(dev_areas);
    printf("%s, %g\n", cudaGetErrorString(error), areas[0]);
#ifdef FIXED
    for (int i = 0; i < pairs; i++)
        if (areas[i] != 28 * (i + 1))
            return 1;
#endif
    return error != cudaSuccess;
}
