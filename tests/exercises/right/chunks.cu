// SPDX-License-Identifier: MIT
// Two barriers a chunk.
#include "judge/chunks.h"

__global__ void chunks(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads + 1];
    for (int begin = 0; begin < n; begin += blockDim.x) {
        int i = begin + threadIdx.x, after = begin + blockDim.x;
        cache[threadIdx.x] = i < n ? in[i] : 0;
        if (threadIdx.x == 0)
            cache[blockDim.x] = after < n ? in[after] : 0;
        __syncthreads(); // the chunk is there
        if (i < n)
            out[i] = cache[threadIdx.x] - cache[threadIdx.x + 1];
        __syncthreads(); // all have read it, before the next one comes
    }
}
