// SPDX-License-Identifier: MIT
// cub_sort_in_place.cu: cub::DeviceRadixSort gets one array to sort from and to, as the sorts of Thrust do.
// CPU finds sort-in-place
// CPU says the call at cub_sort_in_place.cu:{sort} sorts 4000 bytes into memory that overlaps them
// all exits 0
#include <cub/cub.cuh>
#include <stdio.h>

const int n = 1000;

int main()
{
    int keys[n], *dev, *sorted;
    void *temporary = nullptr;
    size_t bytes = 0;
    for (int i = 0; i < n; i++)
        keys[i] = i * 7919 % n;
    if (cudaMalloc(&dev, sizeof keys) != cudaSuccess || cudaMalloc(&sorted, sizeof keys) != cudaSuccess ||
        cudaMemcpy(dev, keys, sizeof keys, cudaMemcpyHostToDevice) != cudaSuccess ||
        cub::DeviceRadixSort::SortKeys(nullptr, bytes, dev, sorted, n) != cudaSuccess ||
        cudaMalloc(&temporary, bytes) != cudaSuccess)
        return 1;
#ifndef FIXED
    cub::DeviceRadixSort::SortKeys(temporary, bytes, dev, dev, n); // {sort}
    cudaError_t error = cudaMemcpy(keys, dev, sizeof keys, cudaMemcpyDeviceToHost);
#else
    cub::DeviceRadixSort::SortKeys(temporary, bytes, dev, sorted, n);
    cudaError_t error = cudaMemcpy(keys, sorted, sizeof keys, cudaMemcpyDeviceToHost);
#endif
    cudaFree(dev);
    cudaFree(sorted);
    cudaFree(temporary);
    printf("%s, %d %d\n", cudaGetErrorString(error), keys[0], keys[n - 1]);
    return error != cudaSuccess;
}
