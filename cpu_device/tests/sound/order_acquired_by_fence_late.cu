// SPDX-License-Identifier: MIT
// order_acquired_by_fence_late.cu: a reader gathers several flags by relaxed loads, and one fence after them acquires
// what all of their writers have released.
#include <cuda/atomic>

#include "../kernel_run.h"

const int writers = 5;
typedef cuda::atomic_ref<int, cuda::thread_scope_device> device_int;

__global__ void gather(int *parts, int *flags, int *out)
{
    if (blockIdx.x < writers) {
        parts[blockIdx.x] = blockIdx.x + 1;
        device_int(flags[blockIdx.x]).store(1, cuda::memory_order_release);
        return;
    }
    for (int i = 0; i < writers; i++)
        while (device_int(flags[i]).load(cuda::memory_order_relaxed) == 0)
            ;
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    int all = 0;
    for (int i = 0; i < writers; i++)
        all += parts[i];
    *out = all;
}

int main()
{
    device_array<int> words(2 * writers + 1, zeros);
    gather<<<writers + 1, 1>>>(words, words + writers, words + 2 * writers);
    return finish(words) || words.on_host[2 * writers] != 15;
}
