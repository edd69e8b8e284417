// SPDX-License-Identifier: MIT
// All accesses are atomic, so there is no race; nothing orders the message and its flag. Never right.
// Says: wrong: .*out
#include <cuda/atomic>

#include "judge/message.h"

__global__ void message(int *message, int *ready, int *out, int n)
{
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            atomicExch(&message[i], 3 * i + 1);
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(ready, 1);
    } else {
        cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
        while (flag.load(cuda::memory_order_relaxed) == 0)
            ;
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            cuda::atomic_ref<int, cuda::thread_scope_device> word(message[n - 1 - i]);
            out[i] = word.load(cuda::memory_order_relaxed);
        }
    }
}
