// SPDX-License-Identifier: MIT
// Barrier, fence, flag; flag, fence, barrier.
#include "judge/message.h"

__global__ void message(int *message, int *ready, int *out, int n)
{
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            message[i] = 3 * i + 1;
        __syncthreads(); // all have written
        if (threadIdx.x == 0) {
            __threadfence(); // the message before the flag
            atomicExch(ready, 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(ready, 0) == 0)
                ;
            __threadfence(); // the flag before the message
        }
        __syncthreads(); // the others wait for thread 0
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            out[i] = message[n - 1 - i];
    }
}
