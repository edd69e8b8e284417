// SPDX-License-Identifier: MIT
// Each thread of block 0 counts itself, each of block 1 waits for all of them: no barrier.
#include "judge/message.h"

__global__ void message(int *message, int *ready, int *out, int n)
{
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            message[i] = 3 * i + 1;
        __threadfence();
        atomicAdd(ready, 1);
    } else {
        while (*(volatile int *)ready < (int)blockDim.x)
            ;
        __threadfence();
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            out[i] = message[n - 1 - i];
    }
}
