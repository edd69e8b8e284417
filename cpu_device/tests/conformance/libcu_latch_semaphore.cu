// SPDX-License-Identifier: MIT
// libcu_latch_semaphore.cu: cuda::latch, counting and binary semaphores, and wait() and notify of cuda::atomic, in
// shared and in global memory.

#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>
#include <stdio.h>

#include "../handle_error.h"

constexpr int block = 96;
using latch = cuda::latch<cuda::thread_scope_block>;
using places = cuda::counting_semaphore<cuda::thread_scope_device, 8>;
using turn = cuda::binary_semaphore<cuda::thread_scope_block>;
__managed__ int out[2][block], answers[8];
__device__ alignas(places) char memory_of_places[sizeof(places)];

__global__ void latches()
{
    __shared__ int values[block];
    __shared__ alignas(latch) char memory[sizeof(latch)];
    latch *all = reinterpret_cast<latch *>(memory);
    const int t = threadIdx.x;
    if (t == 0) {
        new (all) latch(block);
        answers[0] = all->try_wait();
    }
    __syncthreads();
    values[t] = t;
    if (t % 32 == 0)
        all->count_down(32); // its warp has not stored yet: nobody reads what that stores
    all->wait();
    if (t == 0)
        answers[1] = all->try_wait();
    out[0][t] = t % 32 == 0 ? values[(t / 32 + 1) % 3 * 32] : 0;
}

__global__ void semaphores()
{
    __shared__ int count, most;
    __shared__ alignas(turn) char memory[sizeof(turn)];
    turn *lock = reinterpret_cast<turn *>(memory);
    places *free = reinterpret_cast<places *>(memory_of_places);
    const int t = threadIdx.x;
    if (t == 0) {
        count = most = 0;
        new (lock) turn(1);
        new (free) places(2);
        answers[2] = free->try_acquire();
        answers[3] = free->try_acquire();
        answers[4] = free->try_acquire();
        free->release(2);
    }
    __syncthreads();
    if (t % 32 == 0) {
        free->acquire();
        lock->acquire();
        most = ++count > most ? count : most;
        lock->release();
        lock->acquire();
        --count;
        lock->release();
        free->release();
    }
    __syncthreads();
    if (t == 0) {
        answers[5] = most <= 2;
        answers[6] = count;
    }
}

__global__ void notes()
{
    __shared__ int data;
    __shared__ alignas(8) char memory[sizeof(cuda::atomic<int, cuda::thread_scope_block>)];
    auto *ready = reinterpret_cast<cuda::atomic<int, cuda::thread_scope_block> *>(memory);
    const int t = threadIdx.x;
    if (t == 0)
        new (ready) cuda::atomic<int, cuda::thread_scope_block>(0);
    __syncthreads();
    if (t == 64) {
        data = 42;
        ready->store(1, cuda::std::memory_order_release);
        ready->notify_all();
    }
    ready->wait(0, cuda::std::memory_order_acquire);
    out[1][t] = data;
}

int main()
{
    latches<<<1, block>>>();
    semaphores<<<1, block>>>();
    notes<<<1, block>>>();
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("answers:");
    for (int i = 0; i < 7; i++)
        printf(" %d", answers[i]);
    printf("\nlatch: %d %d %d\nnotes: %d %d\n", out[0][0], out[0][32], out[0][64], out[1][0], out[1][95]);
    return 0;
}
