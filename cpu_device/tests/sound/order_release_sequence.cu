// SPDX-License-Identifier: MIT
// order_release_sequence.cu: a block releases its data by storing 1; others count on by relaxed updates, and whoever
// reads the count has acquired the data all the same.
#include <cuda/atomic>

#include "../kernel_run.h"

const int blocks = 5;

__global__ void count_on(int *data, int *count, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> counter(*count);
    if (blockIdx.x == 0) {
        *data = 6;
        counter.store(1, cuda::memory_order_release);
        return;
    }
    if (blockIdx.x < blocks - 1) {
        int expected;
        do
            expected = blockIdx.x;
        while (!counter.compare_exchange_weak(expected, blockIdx.x + 1, cuda::memory_order_relaxed));
        return;
    }
    while (counter.load(cuda::memory_order_acquire) < blocks - 1)
        ;
    *out = 7 * *data;
}

int main()
{
    device_array<int> words(3, zeros);
    count_on<<<blocks, 1>>>(words, words + 1, words + 2);
    return finish(words) || words.on_host[2] != 42;
}
