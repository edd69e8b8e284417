// SPDX-License-Identifier: MIT
// lost_load_and_store.cu: an atomic load and an atomic store, through volatile, are not an atomic subtraction.
// CPU finds lost-update: writes {store}
// all exits 0
#include "../kernel_run.h"

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
    int orders[shops] = {10, 20, 40, 80, 160};
    device_array<int> stock(1, start), dev_orders(shops, orders);
    sell<<<1, shops>>>(stock, dev_orders);
    return check_fixed(stock, start - 310);
}
