// SPDX-License-Identifier: MIT
// order_unlock_relaxed.cu: a spin lock around a plain account is taken with acquire, and given back by a relaxed store.
// CPU exits 3
// CPU finds race-between-blocks: writes {deposit}, reads {deposit}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

const int blocks = 16, deposits = 20;

__global__ void pay_in(int *lock, int *account)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
    for (int i = 0; i < deposits; i++) {
        while (held.exchange(1, cuda::memory_order_acquire) != 0)
            ;
        *account += 5; // {deposit}
#ifdef FIXED
        held.store(0, cuda::memory_order_release);
#else
        held.store(0, cuda::memory_order_relaxed);
#endif
    }
}

int main()
{
    device_array<int> words(2, zeros);
    pay_in<<<blocks, 1>>>(words, words + 1);
    return finish(words) || (is_fixed && words.on_host[1] != 5 * blocks * deposits);
}
