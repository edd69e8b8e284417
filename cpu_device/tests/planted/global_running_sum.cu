// SPDX-License-Identifier: MIT
// global_running_sum.cu: the loop of a running sum is handed out to threads, as if they took their turns.
// CPU exits 3
// CPU finds race-global: writes {sum}, reads {sum}
// all exits 0
#include "../kernel_run.h"

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
    int payments[n];
    for (int i = 0; i < n; i++)
        payments[i] = 3 * i - 7;
    device_array<int> dev_payments(n, payments), balance(n, 0);
    balances<<<1, n>>>(dev_payments, balance);
    if (finish(balance) != 0)
        return 1;
#ifdef FIXED
    for (int i = 1, right = 0; i < n; i++)
        if (balance.on_host[i] != (right += payments[i]))
            return 1;
#endif
    return 0;
}
