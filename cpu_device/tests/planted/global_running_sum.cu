// SPDX-License-Identifier: MIT
// global_running_sum.cu: the loop of a running sum is handed out to threads, as if they took their turns.
// CPU exits 3
// CPU finds race-global: writes {sum}, reads {sum}
// all exits 0
#include <stdio.h>

const int n = 40;

__global__ void balances(const int *payments, int *balance)
{
#ifndef FIXED
    int i = threadIdx.x + 1;
    if (i < n)
        balance[i] = balance[i - 1] + payments[i]; // {sum}
#else
    if (threadIdx.x == 0)
        for (int i = 1; i < n; i++)
            balance[i] = balance[i - 1] + payments[i];
#endif
}

int main()
{
    int *dev_payments, *dev_balance, payments[n], balance[n] = {};
    for (int i = 0; i < n; i++)
        payments[i] = 3 * i - 7;
    if (cudaMalloc(&dev_payments, sizeof payments) != cudaSuccess ||
        cudaMalloc(&dev_balance, sizeof balance) != cudaSuccess ||
        cudaMemcpy(dev_payments, payments, sizeof payments, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemcpy(dev_balance, balance, sizeof balance, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    balances<<<1, n>>>(dev_payments, dev_balance);
    cudaError_t error = cudaMemcpy(balance, dev_balance, sizeof balance, cudaMemcpyDeviceToHost);
    cudaFree(dev_payments);
    cudaFree(dev_balance);
    printf("%s, %d\n", cudaGetErrorString(error), balance[n - 1]);
#ifdef FIXED
    for (int i = 1, right = 0; i < n; i++)
        if (balance[i] != (right += payments[i]))
            return 1;
#endif
    return error != cudaSuccess;
}
