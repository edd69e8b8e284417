// SPDX-License-Identifier: MIT
// Nothing orders the stores and the loads of the cache; where the threads run from the first to the last, it is right.
// Says: race on shared memory
#include "judge/window.h"

__global__ void window(const int *in, int *out, int n)
{
    __shared__ int cache[radius + most_threads];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        for (int k = 0; k < radius; ++k)
            cache[k] = i + k >= radius && i + k - radius < n ? in[i + k - radius] : 0;
    cache[radius + threadIdx.x] = i < n ? in[i] : 0;
    int sum = 0;
    for (int k = 0; k <= radius; ++k)
        sum += cache[threadIdx.x + k];
    if (i < n)
        out[i] = sum;
}
