// SPDX-License-Identifier: MIT
// The lock and the fences are those of a block: to other blocks they say nothing. Says: race between blocks on global
// memory
#include "judge/lock.h"

__global__ void lock(const int *in, struct record *record, int n)
{
    if (threadIdx.x > 0)
        return;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        while (atomicCAS(&record->lock, 0, 1) != 0)
            ;
        __threadfence_block();
        record->count += 1;
        record->sum += in[i];
        record->largest = max(record->largest, in[i]);
        __threadfence_block();
        atomicExch(&record->lock, 0);
    }
}
