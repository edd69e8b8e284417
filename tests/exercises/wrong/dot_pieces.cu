// SPDX-License-Identifier: MIT
// Each thread has a piece of neighbouring pairs, so the threads of a warp are far apart.
// Says: slow: .*neighbouring threads
#include "judge/dot.h"

__global__ void dot(const int *a, const int *b, int *partial, int n)
{
    __shared__ int cache[threads_per_block];
    int threads = blockDim.x * gridDim.x, piece = (n + threads - 1) / threads, sum = 0;
    int begin = (threadIdx.x + blockIdx.x * blockDim.x) * piece;
    for (int i = begin; i < begin + piece && i < n; ++i)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    for (int half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}
