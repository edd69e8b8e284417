// SPDX-License-Identifier: MIT
// lost_load_and_store.cu: an atomic load and an atomic store, through volatile, are not an atomic subtraction.
// CPU finds lost-update: writes {store}
// all exits 0
#include <stdio.h>

const int shops = 5, start = 1000;

__device__ int load(const int *address)
{
    return *(const volatile int *)address;
}

__device__ void store(int *address, int value)
{
    *(volatile int *)address = value; // {store}
}

__global__ void sell(int *stock, const int *orders)
{
    int order = orders[threadIdx.x];
#ifndef FIXED
    int left = load(stock);
    if (left >= order)
        store(stock, left - order);
#else
    int left = load(stock), seen = left + 1;
    while (left >= order && (seen = atomicCAS(stock, left, left - order)) != left)
        left = seen;
#endif
}

int main()
{
    int *dev_stock, *dev_orders, stock = start, orders[shops] = {10, 20, 40, 80, 160};
    if (cudaMalloc(&dev_stock, sizeof stock) != cudaSuccess || cudaMalloc(&dev_orders, sizeof orders) != cudaSuccess ||
        cudaMemcpy(dev_stock, &stock, sizeof stock, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemcpy(dev_orders, orders, sizeof orders, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    sell<<<1, shops>>>(dev_stock, dev_orders);
    cudaError_t error = cudaMemcpy(&stock, dev_stock, sizeof stock, cudaMemcpyDeviceToHost);
    cudaFree(dev_stock);
    cudaFree(dev_orders);
    printf("%s, %d left\n", cudaGetErrorString(error), stock);
#ifdef FIXED
    if (stock != start - 310)
        return 1;
#endif
    return error != cudaSuccess;
}
