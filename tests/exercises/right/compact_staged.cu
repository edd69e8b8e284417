// SPDX-License-Identifier: MIT
// The block's elements are collected in shared memory, and leave it side by side.
#include "judge/compact.h"

__global__ void compact(const int *in, int *out, int *count, int n)
{
    __shared__ int stage[256], found, place;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    if (i < n) {
        int mine = in[i];
        if (mine > 0)
            stage[atomicAdd(&found, 1)] = mine;
    }
    __syncthreads();
    if (threadIdx.x == 0 && found > 0)
        place = atomicAdd(count, found);
    __syncthreads();
    for (int k = threadIdx.x; k < found; k += blockDim.x)
        out[place + k] = stage[k];
}
