// SPDX-License-Identifier: MIT
// blocks_accounts.cu: every block moves money between accounts, each with a lock of its own; it takes two locks, the
// lower one first. What orders two blocks is the lock that both have held, and chains of such.
#include <stdio.h>

const int accounts = 7, blocks = 16, moves = 12;

struct account {
    int mutex, balance, moves;
};

__device__ void lock(account *a)
{
    while (atomicCAS(&a->mutex, 0, 1) != 0)
        __nanosleep(20);
    __threadfence();
}

__device__ void unlock(account *a)
{
    __threadfence();
    atomicExch(&a->mutex, 0);
}

__global__ void move(account *all)
{
    for (int i = 0; i < moves; i++) {
        int from = (blockIdx.x + i) % accounts, to = (from + 1 + blockIdx.x * i % (accounts - 1)) % accounts;
        account *lower = &all[min(from, to)], *upper = &all[max(from, to)];
        lock(lower);
        lock(upper);
        all[from].balance -= i;
        all[to].balance += i;
        all[from].moves++;
        all[to].moves++;
        unlock(upper);
        unlock(lower);
    }
}

int main()
{
    account *dev, all[accounts], right[accounts] = {};
    if (cudaMalloc(&dev, sizeof all) != cudaSuccess)
        return 1;
    cudaMemset(dev, 0, sizeof all);
    move<<<blocks, 1>>>(dev);
    if (cudaMemcpy(all, dev, sizeof all, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < moves; i++) {
            int from = (b + i) % accounts, to = (from + 1 + b * i % (accounts - 1)) % accounts;
            right[from].balance -= i;
            right[to].balance += i;
            right[from].moves++;
            right[to].moves++;
        }
    for (int i = 0; i < accounts; i++)
        if (all[i].balance != right[i].balance || all[i].moves != right[i].moves || all[i].mutex != 0)
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
