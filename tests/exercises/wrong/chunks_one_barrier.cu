// SPDX-License-Identifier: MIT
// The next chunk overwrites what others may still read; where the threads run in order, they have read it.
// Says: race on shared memory
#include "judge/chunks.h"

__global__ void chunks(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads + 1];
    for (int begin = 0; begin < n; begin += blockDim.x) {
        int i = begin + threadIdx.x, after = begin + blockDim.x;
        cache[threadIdx.x] = i < n ? in[i] : 0;
        if (threadIdx.x == blockDim.x - 1)
            cache[blockDim.x] = after < n ? in[after] : 0;
        __syncthreads();
        if (i < n)
            out[i] = cache[threadIdx.x] - cache[threadIdx.x + 1];
    }
}
