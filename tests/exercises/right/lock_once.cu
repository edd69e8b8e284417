// SPDX-License-Identifier: MIT
// A block adds up its own first, and takes the lock once.
#include "judge/lock.h"

__global__ void lock(const int *in, struct record *record, int n)
{
    if (threadIdx.x > 0)
        return;
    int count = 0, sum = 0, largest = 0;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        count += 1;
        sum += in[i];
        largest = max(largest, in[i]);
    }
    while (atomicExch(&record->lock, 1) != 0)
        ;
    __threadfence();
    record->count += count;
    record->sum += sum;
    record->largest = max(record->largest, largest);
    __threadfence();
    atomicExch(&record->lock, 0);
}
