// SPDX-License-Identifier: MIT
// libcu_release_only.cu: block 1 sees the flag by a relaxed load. Its release store orders what it did before that
// store, and acquires nothing, so its read of the data may come too early.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {read}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void hand_over(int *data, int *flag, int *done, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // {store}
        device_int(*flag).store(1, cuda::memory_order_release);
    } else {
#ifdef FIXED
        while (device_int(*flag).load(cuda::memory_order_acquire) == 0)
#else
        while (device_int(*flag).load(cuda::memory_order_relaxed) == 0)
#endif
            __nanosleep(100);
        device_int(*done).store(1, cuda::memory_order_release);
        *out = *data; // {read}
    }
}

int main()
{
    device_array<int> words(4, zeros);
    hand_over<<<2, 1>>>(words, words + 1, words + 2, words + 3);
    return finish(words) || (is_fixed && words.on_host[3] != 42);
}
