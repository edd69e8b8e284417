// SPDX-License-Identifier: MIT
// The orders of the atomics instead of fences.
#include <cuda/atomic>

#include "judge/lock.h"

__global__ void lock(const int *in, struct record *record, int n)
{
    if (threadIdx.x > 0)
        return;
    cuda::atomic_ref<int, cuda::thread_scope_device> taken(record->lock);
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        while (taken.exchange(1, cuda::memory_order_acquire) != 0)
            ;
        record->count += 1;
        record->sum += in[i];
        record->largest = max(record->largest, in[i]);
        taken.store(0, cuda::memory_order_release);
    }
}
