// SPDX-License-Identifier: MIT
// 13 lock: what no other block may see half done.
//
// Many blocks change three numbers that belong together: count, sum and largest. No atomic operation changes three
// numbers at once; a lock lets one block in at a time. The lock is an int: atomicCAS(&record->lock, 0, 1) takes it if
// it is free and returns the old value; the block tries again until that value is 0. atomicExch(&record->lock, 0)
// releases it. But an atomic orders only itself: without fences, the next block may hold the lock and still read old
// numbers. The judge counts: no atomic operation on the three numbers, for three of them leave a record half done.
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
        // your code: release it
    }
}
