// SPDX-License-Identifier: MIT
// volatile gets the pairs from memory, and still in no order with the counter. Says: volatile data without a fence
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
    volatile struct pair *fresh = pairs;
    fresh[blockIdx.x].low = low;
    fresh[blockIdx.x].high = high;
    if (atomicInc(count, gridDim.x - 1) != gridDim.x - 1)
        return;
    for (int block = 0; block < gridDim.x; ++block) {
        low = min(low, fresh[block].low);
        high = max(high, fresh[block].high);
    }
    *all = {low, high};
}
