// SPDX-License-Identifier: MIT
// Taken, fence, changed, fence, free.
#include "judge/lock.h"

__global__ void lock(const int *in, struct record *record, int n)
{
    if (threadIdx.x > 0)
        return;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        while (atomicCAS(&record->lock, 0, 1) != 0)
            ;
        __threadfence();
        record->count += 1;
        record->sum += in[i];
        record->largest = max(record->largest, in[i]);
        __threadfence();
        atomicExch(&record->lock, 0);
    }
}
