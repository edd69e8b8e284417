// SPDX-License-Identifier: MIT
// The block takes its places without an atomic; where one block runs after the other, none gets the same.
// Says: race between blocks on global memory
#include "judge/compact.h"

__global__ void compact(const int *in, int *out, int *count, int n)
{
    __shared__ int found, place;
    int i = threadIdx.x + blockIdx.x * blockDim.x, rank = 0;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    bool keep = i < n && in[i] > 0;
    if (keep)
        rank = atomicAdd(&found, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        place = *count;
        *count = place + found;
    }
    __syncthreads();
    if (keep)
        out[place + rank] = in[i];
}
