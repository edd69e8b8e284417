// SPDX-License-Identifier: MIT
// ordered_work_list.cu: blocks hand items to one another through a list, with the compiler's own atomic builtins
// Feature: __nv_atomic_fetch_add, load and store with orders and scopes, __nanosleep while waiting, volatile-free
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_OK(x)                                                                                                     \
    do {                                                                                                               \
        if ((x) != cudaSuccess) {                                                                                      \
            std::printf("%s failed\n", #x);                                                                            \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

constexpr unsigned capacity = 1 << 12, producers = 4, per_producer = capacity / producers, consumers = 4;

struct work_list {
    unsigned next, taken;
    unsigned ready[capacity];
    unsigned long long item[capacity];
};

__device__ unsigned long long expensive(unsigned long long x)
{
    for (int i = 0; i < 8; i++)
        x = x * 6364136223846793005ull + 1442695040888963407ull;
    return x;
}

__device__ void produce(work_list *w, unsigned who)
{
    for (unsigned i = threadIdx.x; i < per_producer; i += blockDim.x) {
        unsigned slot = __nv_atomic_fetch_add(&w->next, 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        w->item[slot] = who * per_producer + i;
        __nv_atomic_store_n(&w->ready[slot], 1u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
}

__device__ void consume(work_list *w, unsigned long long *sum)
{
    unsigned long long mine = 0;
    for (;;) {
        unsigned slot = __nv_atomic_fetch_add(&w->taken, 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        if (slot >= capacity)
            break;
        unsigned pause = 20;
        while (__nv_atomic_load_n(&w->ready[slot], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
            __nanosleep(pause);
            pause = pause < 1000 ? pause * 2 : pause;
        }
        mine += expensive(w->item[slot]);
    }
    atomicAdd(sum, mine);
}

__global__ void run(work_list *w, unsigned long long *sum)
{
    if (blockIdx.x < producers)
        produce(w, blockIdx.x);
    else
        consume(w, sum);
}

int main()
{
    work_list *w;
    unsigned long long *sum, host = 0, expected = 0;
    CUDA_OK(cudaMalloc(&w, sizeof *w));
    CUDA_OK(cudaMalloc(&sum, sizeof *sum));
    CUDA_OK(cudaMemset(w, 0, sizeof *w));
    CUDA_OK(cudaMemset(sum, 0, sizeof *sum));
    run<<<producers + consumers, 32>>>(w, sum);
    CUDA_OK(cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost));
    for (unsigned long long i = 0; i < capacity; i++) {
        unsigned long long x = i;
        for (int k = 0; k < 8; k++)
            x = x * 6364136223846793005ull + 1442695040888963407ull;
        expected += x;
    }
    std::printf("%u items, sum %s\n", capacity, host == expected ? "right" : "wrong");
    CUDA_OK(cudaFree(w));
    CUDA_OK(cudaFree(sum));
    return host != expected;
}
