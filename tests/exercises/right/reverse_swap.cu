// SPDX-License-Identifier: MIT
// Half of the threads swap two elements each, which no other thread touches: no barrier.
#include "judge/reverse.h"

__global__ void reverse(int *data)
{
    int i = threadIdx.x, opposite = blockDim.x - 1 - i;
    if (i < opposite) {
        int mine = data[i];
        data[i] = data[opposite];
        data[opposite] = mine;
    }
}
