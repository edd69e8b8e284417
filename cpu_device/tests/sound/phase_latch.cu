// SPDX-License-Identifier: MIT
// phase_latch.cu: a latch opens once, when all threads have counted down; some count down and go on, others wait. Then
// an atomic's wait() and notify_all() hand a value on.
#include <cuda/atomic>
#include <cuda/latch>
#include <new>

#include "../kernel_run.h"

const int threads = 128;
using latch = cuda::latch<cuda::thread_scope_block>;

__global__ void add_up(int *out)
{
    __shared__ int values[threads], total;
    __shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
    __shared__ alignas(latch) char memory[sizeof(latch)];
    latch *stored = reinterpret_cast<latch *>(memory);
    if (threadIdx.x == 0) {
        new (stored) latch(threads);
        new (&ready) cuda::atomic<int, cuda::thread_scope_block>(0);
    }
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    if (threadIdx.x % 32 != 0) {
        stored->count_down();
    } else if (threadIdx.x == 0) {
        stored->arrive_and_wait();
        total = 0;
        for (int i = 0; i < threads; i++)
            total += values[i];
        ready.store(1, cuda::std::memory_order_release);
        ready.notify_all();
    } else {
        stored->arrive_and_wait();
    }
    ready.wait(0, cuda::std::memory_order_acquire);
    out[threadIdx.x] = total;
}

int main()
{
    device_array<int> out(threads);
    add_up<<<1, threads>>>(out);
    return check(out, threads * (threads - 1) / 2);
}
