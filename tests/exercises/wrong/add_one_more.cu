// SPDX-License-Identifier: MIT
// The bound is one too far. Says: past the end of
#include "judge/add.h"

__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i <= n)
        c[i] = a[i] + b[i];
}
