// SPDX-License-Identifier: MIT
// blocks_ticket_whole.cu: a ticket lock that a block takes as a whole: its first thread draws the ticket and waits, a
// barrier lets the others in, all of them change a plain array, and after another barrier a different thread passes
// the lock on by an atomic. Some blocks come twice.
#include <stdio.h>

const int threads = 64, blocks = 9, n = 130;

struct guarded {
    unsigned tickets, serving;
    int values[n], holders, last_holder;
};

__global__ void add(guarded *g)
{
    __shared__ int backwards;
    int t = threadIdx.x;
    for (int turn = 0; turn <= blockIdx.x % 2; turn++) {
        if (t == 0) {
            unsigned ticket = atomicAdd(&g->tickets, 1u);
            while (atomicAdd(&g->serving, 0u) != ticket)
                __nanosleep(20);
            __threadfence();
            backwards = g->holders % 2;
        }
        __syncthreads();
        for (int i = t; i < n; i += threads) // by other threads each time
            g->values[backwards ? n - 1 - i : i] += blockIdx.x + 1;
        if (t == 5) {
            g->holders++;
            g->last_holder = blockIdx.x;
        }
        __syncthreads();
        if (t == threads - 1) {
            __threadfence();
            atomicAdd(&g->serving, 1u);
        }
    }
}

int main()
{
    guarded *dev, result;
    if (cudaMalloc(&dev, sizeof result) != cudaSuccess)
        return 1;
    cudaMemset(dev, 0, sizeof result);
    add<<<blocks, threads>>>(dev);
    if (cudaMemcpy(&result, dev, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    int right = 0, turns = 0;
    for (int b = 0; b < blocks; b++) {
        right += (b + 1) * (b % 2 + 1);
        turns += b % 2 + 1;
    }
    for (int value : result.values)
        if (value != right)
            return 1;
    return result.holders != turns || result.tickets != turns || result.last_holder >= blocks ||
           cudaFree(dev) != cudaSuccess;
}
