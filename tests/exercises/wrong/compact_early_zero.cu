// SPDX-License-Identifier: MIT
// Nothing orders found = 0 and the counting. Says: race on shared memory
#include "judge/compact.h"

__global__ void compact(const int *in, int *out, int *count, int n)
{
    __shared__ int found, place;
    int i = threadIdx.x + blockIdx.x * blockDim.x, rank = 0;
    if (threadIdx.x == 0)
        found = 0;
    bool keep = i < n && in[i] > 0;
    if (keep)
        rank = atomicAdd(&found, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        place = atomicAdd(count, found);
    __syncthreads();
    if (keep)
        out[place + rank] = in[i];
}
