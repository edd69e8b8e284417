// SPDX-License-Identifier: MIT
// Wait, a fence, and then the own flag.
#include "judge/third_block.h"

__global__ void third_block(const int *in, int *parts, int *flags, int *out)
{
    int b = blockIdx.x;
    parts[b] = 3 * in[b] + 1;
    while (b > 0 && atomicAdd(&flags[b - 1], 0) == 0) {
    }
    __threadfence();
    atomicExch(&flags[b], 1);
    int sum = 0;
    for (int k = 0; k <= b; k++)
        sum += parts[k];
    out[b] = sum;
}
