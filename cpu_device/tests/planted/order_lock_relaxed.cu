// SPDX-License-Identifier: MIT
// order_lock_relaxed.cu: a lock of __nv_atomic functions is given back with release, but taken by a relaxed exchange.
// CPU exits 3
// CPU finds race-between-blocks: writes {push}, reads {push}
// all exits 0
#include "../kernel_run.h"

const int blocks = 12;

__global__ void count_up(unsigned *lock, unsigned *count)
{
#ifdef FIXED
    while (__nv_atomic_exchange_n(lock, 1u, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) != 0)
#else
    while (__nv_atomic_exchange_n(lock, 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) != 0)
#endif
        ;
    *count += 1; // {push}
    __nv_atomic_store_n(lock, 0u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

int main()
{
    device_array<unsigned> words(2, zeros);
    count_up<<<blocks, 1>>>(words, words + 1);
    return finish(words) || (is_fixed && words.on_host[1] != blocks);
}
