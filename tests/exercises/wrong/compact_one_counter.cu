// SPDX-License-Identifier: MIT
// Each element asks the global counter. Says: slow: .*atomic operations on global memory
#include "judge/compact.h"

__global__ void compact(const int *in, int *out, int *count, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && in[i] > 0)
        out[atomicAdd(count, 1)] = in[i];
}
