// SPDX-License-Identifier: MIT
// order_third_block.cu: block 1 passes on that block 0 is done, and block 2 then reads what block 0 has stored. But
// block 1 learns it by a relaxed load.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {load}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__device__ void wait_for(int *flag, cuda::memory_order order)
{
    while (device_int(*flag).load(order) == 0)
        ;
}

__global__ void pass_on(int *data, int *flags, int *out)
{
    if (blockIdx.x == 0) {
        *data = 7; // {store}
        device_int(flags[0]).store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
#ifdef FIXED
        wait_for(&flags[0], cuda::memory_order_acquire);
#else
        wait_for(&flags[0], cuda::memory_order_relaxed);
#endif
        device_int(flags[1]).store(1, cuda::memory_order_release);
    } else {
        wait_for(&flags[1], cuda::memory_order_acquire);
        *out = 6 * *data; // {load}
    }
}

int main()
{
    device_array<int> words(4, zeros);
    pass_on<<<3, 1>>>(words, words + 1, words + 3);
    return finish(words) || (is_fixed && words.on_host[3] != 42);
}
