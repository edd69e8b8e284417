// SPDX-License-Identifier: MIT
// Neighbouring threads have elements that are far apart. Says: slow: .*neighbouring threads
#include "judge/add.h"

__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x + threadIdx.x * gridDim.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
