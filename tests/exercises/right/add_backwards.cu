// SPDX-License-Identifier: MIT
// The last thread has the first element; threads beyond the end return.
#include "judge/add.h"

__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = n - 1 - (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < 0)
        return;
    c[i] = a[i] + b[i];
}
