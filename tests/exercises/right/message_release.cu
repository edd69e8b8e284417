// SPDX-License-Identifier: MIT
// Release and acquire.
#include <cuda/atomic>

#include "judge/message.h"

__global__ void message(int *message, int *ready, int *out, int n)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            message[i] = 3 * i + 1;
        __syncthreads();
        if (threadIdx.x == 0)
            flag.store(1, cuda::memory_order_release);
    } else {
        while (flag.load(cuda::memory_order_acquire) == 0)
            ;
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            out[i] = message[n - 1 - i];
    }
}
