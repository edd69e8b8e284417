// SPDX-License-Identifier: MIT
// 17 lock: what nobody may see half done.
//
// Three numbers that belong together, count, sum and largest, are changed by many blocks. No atomic operation changes
// three numbers at once; a lock lets one block in at a time. It is an int: atomicCAS(&record->lock, 0, 1) takes it if
// it is free, and returns what was there; the block tries again until that was 0. atomicExch(&record->lock, 0) gives
// it back. But an atomic orders only itself: without fences, the next block may hold the lock and read the numbers of
// yesterday.
//
//     ./run check lock        ./run hint lock
#include "judge/lock.h"

__global__ void lock(const int *in, struct record *record, int n)
{
    if (threadIdx.x > 0)
        return;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        // your code: take the lock
        record->count += 1;
        record->sum += in[i];
        record->largest = max(record->largest, in[i]);
        // your code: give it back
    }
}
