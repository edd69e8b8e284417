// SPDX-License-Identifier: MIT
// The second launch counts on from where the first has ended. Never right.
// Says: wrong: .*count is 1 at the end
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
    if (threadIdx.x > 0)
        return;
    pairs[blockIdx.x] = {low, high};
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
    if (counter.fetch_add(1, cuda::memory_order_acq_rel) != gridDim.x - 1)
        return;
    for (int block = 0; block < gridDim.x; ++block) {
        low = min(low, pairs[block].low);
        high = max(high, pairs[block].high);
    }
    *all = {low, high};
}
