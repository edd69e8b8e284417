// SPDX-License-Identifier: MIT
// Every thread of the grid stores every element. Says: race on global memory
#include "judge/add.h"

__global__ void add(const int *a, const int *b, int *c, int n)
{
    for (int i = 0; i < n; ++i)
        c[i] = a[i] + b[i];
}
