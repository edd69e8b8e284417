// SPDX-License-Identifier: MIT
// scope_maximum.cu: atomicMax_block() for a maximum over all blocks: between blocks no better than a store.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {max}, writes atomically {max}
// all exits 0
#include <stdio.h>

const int side = 4, threads = 16;

struct extremes {
    long long smallest, largest;
};

__global__ void find_largest(extremes *all)
{
    long long x = blockIdx.x * threads + threadIdx.x, y = blockIdx.y;
    long long value = 5000000000LL + (x * 37 + y * 101) % 509;
#ifndef FIXED
    atomicMax_block(&all->largest, value); // {max}
#else
    atomicMax(&all->largest, value);
#endif
}

int main()
{
    extremes *dev_all, all = {0, 0};
    if (cudaMalloc(&dev_all, sizeof all) != cudaSuccess ||
        cudaMemcpy(dev_all, &all, sizeof all, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    find_largest<<<dim3(side, side), threads>>>(dev_all);
    cudaError_t error = cudaMemcpy(&all, dev_all, sizeof all, cudaMemcpyDeviceToHost);
    cudaFree(dev_all);
    printf("%s, %lld\n", cudaGetErrorString(error), all.largest);
#ifdef FIXED
    long long right = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side * threads; x++)
            right = right > (x * 37 + y * 101) % 509 ? right : (x * 37 + y * 101) % 509;
    if (all.largest != 5000000000LL + right)
        return 1;
#endif
    return error != cudaSuccess;
}
