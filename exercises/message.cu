// SPDX-License-Identifier: MIT
// 14 message: data, then the flag.
//
// Two blocks run at the same time. The 64 threads of block 0 write a message; when it is complete, one of them sets
// *ready to 1. Block 1 waits until it sees the 1, and then reads the message. There is no barrier between blocks: the
// flag is all they have. Three things must hold: the flag is not set before *all* threads of block 0 have written; what
// they wrote is visible to another block before the flag is; and block 1 does not read the message before the flag.
//
//     ./run check message        ./run hint message
#include "judge/message.h"

__global__ void message(int *message, int *ready, int *out, int n)
{
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            message[i] = 3 * i + 1;
        // your code: say that it is ready
    } else {
        // your code: wait for it
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            out[i] = message[n - 1 - i];
    }
}
