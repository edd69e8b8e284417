// SPDX-License-Identifier: MIT
// Each thread adds the cell before its own, as if that were complete; where the threads run in order, it is.
// Says: race on shared memory
#include "judge/scan.h"

__global__ void scan(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cache[t] = in[i];
    if (t > 0)
        cache[t] += cache[t - 1];
    out[i] = cache[t];
}
