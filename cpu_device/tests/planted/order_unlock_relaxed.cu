// SPDX-License-Identifier: MIT
// order_unlock_relaxed.cu: a spin lock around a plain account is taken with acquire, and given back by a relaxed store.
// CPU exits 3
// CPU finds race-between-blocks: writes {deposit}, reads {deposit}
// all exits 0
#include <cuda/atomic>
#include <stdio.h>

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
    int *words, host[2];
    if (cudaMalloc(&words, sizeof host) != cudaSuccess || cudaMemset(words, 0, sizeof host) != cudaSuccess)
        return 1;
    pay_in<<<blocks, 1>>>(words, words + 1);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(words);
    printf("%s, %d of %d\n", cudaGetErrorString(error), host[1], 5 * blocks * deposits);
#ifdef FIXED
    if (host[1] != 5 * blocks * deposits)
        return 1;
#endif
    return error != cudaSuccess;
}
