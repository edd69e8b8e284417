// SPDX-License-Identifier: MIT
// All threads of the last block look at the pairs: the barrier hands on to them what thread 0 has acquired.
#include <cuda/atomic>

#include "judge/extremes.h"

__global__ void extremes(const int *in, struct pair *pairs, unsigned *count, struct pair *all, int n)
{
    __shared__ int low, high; // of the block
    if (threadIdx.x == 0) {
        low = 1 << 30;
        high = -1;
    }
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        atomicMin(&low, in[i]);
        atomicMax(&high, in[i]);
    }
    __syncthreads();
    __shared__ bool last;
    if (threadIdx.x == 0) {
        pairs[blockIdx.x] = {low, high};
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
        last = counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
        if (last)
            counter.store(0, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (!last)
        return;
    for (int block = threadIdx.x; block < gridDim.x; block += blockDim.x) {
        atomicMin(&low, pairs[block].low);
        atomicMax(&high, pairs[block].high);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *all = {low, high};
}
