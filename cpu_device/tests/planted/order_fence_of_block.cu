// SPDX-License-Identifier: MIT
// order_fence_of_block.cu: between a block's data and its flag stands a fence, but one of the scope of a block.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

#ifdef FIXED
const cuda::thread_scope scope = cuda::thread_scope_device;
#else
const cuda::thread_scope scope = cuda::thread_scope_block;
#endif
typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void hand_over(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // {write}
        cuda::atomic_thread_fence(cuda::memory_order_release, scope);
        device_int(*flag).store(1, cuda::memory_order_relaxed);
        return;
    }
    while (device_int(*flag).load(cuda::memory_order_relaxed) == 0)
        ;
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    *out = *data; // {read}
}

int main()
{
    device_array<int> words(3, zeros);
    hand_over<<<2, 1>>>(words, words + 1, words + 2);
    return finish(words) || (is_fixed && words.on_host[2] != 42);
}
