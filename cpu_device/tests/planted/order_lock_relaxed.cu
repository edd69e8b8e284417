// SPDX-License-Identifier: MIT
// order_lock_relaxed.cu: a lock of __nv_atomic functions is given back with release, but taken by a relaxed exchange.
// CPU exits 3
// CPU finds race-between-blocks: writes {push}, reads {push}
// all exits 0
#include <stdio.h>

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
    unsigned *words, host[2];
    if (cudaMalloc(&words, sizeof host) != cudaSuccess || cudaMemset(words, 0, sizeof host) != cudaSuccess)
        return 1;
    count_up<<<blocks, 1>>>(words, words + 1);
    cudaError_t error = cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(words);
    printf("%s, %u\n", cudaGetErrorString(error), host[1]);
#ifdef FIXED
    if (host[1] != blocks)
        return 1;
#endif
    return error != cudaSuccess;
}
