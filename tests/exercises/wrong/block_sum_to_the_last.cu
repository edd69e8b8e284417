// SPDX-License-Identifier: MIT
// The tree without its barriers. It grows towards the last thread, so it is right where the threads run in order.
// Says: race on shared memory
#include "judge/block_sum.h"

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x, n = blockDim.x;
    cache[i] = in[i + blockIdx.x * blockDim.x];
    for (int left = n, half; left > 1; left = half) {
        half = (left + 1) / 2;
        int mine = i - (n - left); // among those that are left
        if (mine >= half)
            cache[i] += cache[i - half];
    }
    if (i == n - 1)
        out[blockIdx.x] = cache[i];
}
