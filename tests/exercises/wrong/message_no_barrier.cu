// SPDX-License-Identifier: MIT
// The last thread sets the flag when it has written its own part. Says: race between blocks on global memory
#include "judge/message.h"

__global__ void message(int *message, int *ready, int *out, int n)
{
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            message[i] = 3 * i + 1;
        __threadfence();
        if (threadIdx.x == blockDim.x - 1)
            atomicExch(ready, 1);
    } else {
        while (atomicAdd(ready, 0) == 0)
            ;
        __threadfence();
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            out[i] = message[n - 1 - i];
    }
}
