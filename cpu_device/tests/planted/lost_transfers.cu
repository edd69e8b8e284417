// SPDX-License-Identifier: MIT
// lost_transfers.cu: money moves between volatile accounts in two steps, and some appears or disappears.
// CPU finds lost-update: writes {take}, writes {take}
// all exits 0
#include <stdio.h>

const int accounts = 5, transfers = 20;

#ifndef FIXED
typedef volatile double *account;
#else
typedef double *account;
#endif

__global__ void transfer(account all)
{
    int from = threadIdx.x % accounts, to = (from + 1 + threadIdx.x / accounts % 2) % accounts;
    double amount = 1.0 + threadIdx.x;
#ifndef FIXED
    all[from] = all[from] - amount; // {take}
    all[to] = all[to] + amount;
#else
    atomicAdd(&all[from], -amount);
    atomicAdd(&all[to], amount);
#endif
}

int main()
{
    double *dev_all, all[accounts] = {100, 200, 300, 400, 500}, sum = 0;
    if (cudaMalloc(&dev_all, sizeof all) != cudaSuccess ||
        cudaMemcpy(dev_all, all, sizeof all, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    transfer<<<1, transfers>>>(dev_all);
    cudaError_t error = cudaMemcpy(all, dev_all, sizeof all, cudaMemcpyDeviceToHost);
    cudaFree(dev_all);
    for (double money : all)
        sum += money;
    printf("%s, %g in all\n", cudaGetErrorString(error), sum);
#ifdef FIXED
    if (sum != 1500)
        return 1;
#endif
    return error != cudaSuccess;
}
