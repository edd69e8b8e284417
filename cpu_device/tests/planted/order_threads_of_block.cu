// SPDX-License-Identifier: MIT
// order_threads_of_block.cu: two warps of a block share a table in global memory; that it is complete, one tells the
// other by a relaxed flag.
// CPU exits 3
// CPU finds race-global: writes {enter}, reads {look}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

#ifdef FIXED
constexpr auto giving = cuda::memory_order_release, taking = cuda::memory_order_acquire;
#else
constexpr auto giving = cuda::memory_order_relaxed, taking = cuda::memory_order_relaxed;
#endif

__global__ void share(int *table, int *complete, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> flag(*complete);
    if (threadIdx.x == 0) {
        table[0] = 20; // {enter}
        flag.store(1, giving);
    } else if (threadIdx.x == 32) {
        while (flag.load(taking) == 0)
            ;
        *out = table[0] + 1; // {look}
    }
}

int main()
{
    device_array<int> words(3, zeros);
    share<<<1, 64>>>(words, words + 1, words + 2);
    return finish(words) || (is_fixed && words.on_host[2] != 21);
}
