// SPDX-License-Identifier: MIT
// The flag is set before the block has waited: right with two blocks. Says: race between blocks on global memory
#include "judge/third_block.h"

__global__ void third_block(const int *in, int *parts, int *flags, int *out)
{
    int b = blockIdx.x;
    parts[b] = 3 * in[b] + 1;
    __threadfence();
    atomicExch(&flags[b], 1);
    while (b > 0 && atomicAdd(&flags[b - 1], 0) == 0) {
    }
    __threadfence();
    int sum = 0;
    for (int k = 0; k <= b; k++)
        sum += parts[k];
    out[b] = sum;
}
