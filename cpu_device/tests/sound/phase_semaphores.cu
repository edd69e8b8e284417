// SPDX-License-Identifier: MIT
// phase_semaphores.cu: a bounded buffer in shared memory: one semaphore counts its free places, one its full ones. A
// thread of one warp puts numbers in, a thread of another takes them out.
#include <cuda/atomic>
#include <cuda/semaphore>
#include <new>

#include "../kernel_run.h"

const int places = 4, rounds = 12;
using semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 64>;

__global__ void pass_on(int *out)
{
    __shared__ int values[places];
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    __shared__ alignas(semaphore) char of_free[sizeof(semaphore)], of_full[sizeof(semaphore)];
    semaphore *free = reinterpret_cast<semaphore *>(of_free), *full = reinterpret_cast<semaphore *>(of_full);
    if (threadIdx.x == 0) {
        new (free) semaphore(places);
        new (full) semaphore(0);
        new (&sum) cuda::atomic<int, cuda::thread_scope_block>(0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < rounds; i++) {
            free->acquire();
            values[i % places] = i;
            full->release();
        }
    else if (threadIdx.x == 32)
        for (int i = 0; i < rounds; i++) {
            full->acquire();
            sum.fetch_add(values[i % places], cuda::std::memory_order_relaxed);
            free->release();
        }
    __syncthreads();
    out[threadIdx.x] = sum.load(cuda::std::memory_order_relaxed);
}

int main()
{
    device_array<int> out(64);
    pass_on<<<1, 64>>>(out);
    return check(out, rounds * (rounds - 1) / 2);
}
