// SPDX-License-Identifier: MIT
// libcu_acquire_only.cu: block 0 stores the data, then looks at a ticket with an acquire load, and sets the flag by a
// relaxed store. The acquire load orders what follows it, so the data may arrive after the flag.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {read}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void hand_over(int *data, int *flag, int *ticket, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // {store}
        int next = device_int(*ticket).load(cuda::memory_order_acquire) + 1;
#ifdef FIXED
        device_int(*flag).store(next, cuda::memory_order_release);
#else
        device_int(*flag).store(next, cuda::memory_order_relaxed);
#endif
    } else {
        while (device_int(*flag).load(cuda::memory_order_acquire) == 0)
            __nanosleep(100);
        *out = *data; // {read}
    }
}

int main()
{
    device_array<int> words(4, zeros);
    hand_over<<<2, 1>>>(words, words + 1, words + 2, words + 3);
    return finish(words) || (is_fixed && words.on_host[3] != 42);
}
