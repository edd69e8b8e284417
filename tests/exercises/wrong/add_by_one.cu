// SPDX-License-Identifier: MIT
// One thread does the work of all. Says: slow: .*loads of global memory
#include "judge/add.h"

__global__ void add(const int *a, const int *b, int *c, int n)
{
    if (threadIdx.x + blockIdx.x * blockDim.x > 0)
        return;
    for (int i = 0; i < n; ++i)
        c[i] = a[i] + b[i];
}
