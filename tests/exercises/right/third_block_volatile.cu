// SPDX-License-Identifier: MIT
// Volatile flags, and a fence on each side.
#include "judge/third_block.h"

__global__ void third_block(const int *in, int *parts, int *flags, int *out)
{
    int b = blockIdx.x;
    parts[b] = 3 * in[b] + 1;
    volatile int *seen = flags;
    while (b > 0 && seen[b - 1] == 0) {
    }
    __threadfence();
    seen[b] = 1;
    int sum = 0;
    for (int k = 0; k <= b; k++)
        sum += parts[k];
    out[b] = sum;
}
