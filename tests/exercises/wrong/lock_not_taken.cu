// SPDX-License-Identifier: MIT
// Waits until the lock is free, and does not take it. Says: race between blocks on global memory
#include "judge/lock.h"

__global__ void lock(const int *in, struct record *record, int n)
{
    if (threadIdx.x > 0)
        return;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        while (atomicAdd(&record->lock, 0) != 0)
            ;
        __threadfence();
        record->count += 1;
        record->sum += in[i];
        record->largest = max(record->largest, in[i]);
        __threadfence();
        atomicExch(&record->lock, 0);
    }
}
