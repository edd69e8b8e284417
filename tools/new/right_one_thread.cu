// SPDX-License-Identifier: MIT
// One thread does it all, and needs no barrier.
#include "judge/NAME.h"

__global__ void NAME(int *data)
{
    if (threadIdx.x == 0)
        for (int i = blockDim.x - 1; i > 0; i--)
            data[i] = data[i - 1];
}
