// SPDX-License-Identifier: MIT
// No shared memory, no bank conflicts. Says: slow: .*sectors
#include "judge/banks.h"

__global__ void banks(const int *in, int *out, int n)
{
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    for (int k = 0; k < side; k += rows_at_once)
        out[x * n + y + k] = in[(y + k) * n + x];
}
