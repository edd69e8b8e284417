// SPDX-License-Identifier: MIT
// Thread t reads pair t before thread 0 has counted: right if the last block is last in every step.
// Says: race between blocks on global memory
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
    if (threadIdx.x == 0)
        pairs[blockIdx.x] = {low, high};
    __syncthreads();
    struct pair other = pairs[min(threadIdx.x, gridDim.x - 1)];
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
        last = counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
        if (last)
            counter.store(0, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (!last)
        return;
    atomicMin(&low, other.low);
    atomicMax(&high, other.high);
    __syncthreads();
    if (threadIdx.x == 0)
        *all = {low, high};
}
