// SPDX-License-Identifier: MIT
// The atomics alone. Says: race between blocks on global memory
#include "judge/lock.h"

__global__ void lock(const int *in, struct record *record, int n)
{
    if (threadIdx.x > 0)
        return;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        while (atomicCAS(&record->lock, 0, 1) != 0)
            ;
        record->count += 1;
        record->sum += in[i];
        record->largest = max(record->largest, in[i]);
        atomicExch(&record->lock, 0);
    }
}
