// SPDX-License-Identifier: MIT
// A thread for a bin, which looks at all elements of the block, a chunk at a time: no atomics but the last.
#include "judge/histogram.h"

__global__ void histogram(const int *in, int *bins, int n)
{
    __shared__ int chunk[bin_count];
    int t = threadIdx.x, count = 0;
    for (int begin = blockIdx.x * bin_count; begin < n; begin += gridDim.x * bin_count) {
        if (t < bin_count)
            chunk[t] = begin + t < n ? in[begin + t] : -1;
        __syncthreads();
        if (t < bin_count)
            for (int i = 0; i < bin_count; ++i)
                count += chunk[i] == t;
        __syncthreads();
    }
    if (t < bin_count && count > 0)
        atomicAdd(&bins[t], count);
}
