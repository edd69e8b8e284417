// SPDX-License-Identifier: MIT
// order_block_flag.cu: two blocks hand over a number by release and acquire, but the flag names the scope of a block.
// Needs libcu++ 3.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

#ifdef FIXED
typedef cuda::atomic_ref<int, cuda::thread_scope_device> flag_of;
#else
typedef cuda::atomic_ref<int, cuda::thread_scope_block> flag_of;
#endif

__global__ void hand_over(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // {write}
        flag_of(*flag).store(1, cuda::memory_order_release);
        return;
    }
    for (int looks = 0; looks < 10000000; looks++)
        if (flag_of(*flag).load(cuda::memory_order_acquire) == 1) {
            *out = *data; // {read}
            return;
        }
}

int main()
{
    device_array<int> words(3, zeros);
    hand_over<<<2, 1>>>(words, words + 1, words + 2);
    return finish(words) || (is_fixed && words.on_host[2] != 42);
}
