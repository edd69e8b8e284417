// SPDX-License-Identifier: MIT
// blocks_ask_once.cu: blocks leave results after fences, each with a volatile sign of its own, one after another.
// Whoever comes asks each sign once, and does without the result where it is not up: some find it down, others up.
// CPU exits 0
// all exits 0
#include <stdio.h>

const int blocks = 8, threads = 32, results = 6;

__device__ volatile int sign[results];
__device__ int result[results], arrived, wrong;

__global__ void ask()
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 1) {
        for (int r = 0; r < results; r++) {
            result[r] = 100 + r;
            __threadfence();
            sign[r] = 1;
        }
        atomicAdd(&arrived, 1);
        return;
    }
    int count = atomicAdd(&arrived, 0);
    for (int r = results - 1; r >= 0; r--) {
        if (!sign[r])
            continue;
        __threadfence();
        if (result[r] != 100 + r || count < 0)
            atomicAdd(&wrong, 1);
    }
}

int main()
{
    int host;
    ask<<<blocks, threads>>>();
    return cudaMemcpyFromSymbol(&host, wrong, sizeof host) || host != 0;
}
