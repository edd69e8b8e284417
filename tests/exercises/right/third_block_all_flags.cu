// SPDX-License-Identifier: MIT
// Each block looks at all flags before its own, so a flag says nothing but "my part".
#include "judge/third_block.h"

__global__ void third_block(const int *in, int *parts, int *flags, int *out)
{
    int b = blockIdx.x;
    parts[b] = 3 * in[b] + 1;
    __threadfence();
    atomicExch(&flags[b], 1);
    for (int k = 0; k < b; k++)
        while (atomicAdd(&flags[k], 0) == 0) {
        }
    __threadfence();
    int sum = 0;
    for (int k = 0; k <= b; k++)
        sum += parts[k];
    out[b] = sum;
}
