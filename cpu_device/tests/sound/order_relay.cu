// SPDX-License-Identifier: MIT
// order_relay.cu: what block 0 has stored reaches the last block through all between, each of which acquires the flag
// before it and releases its own.
#include <cuda/atomic>
#include <stdio.h>

const int blocks = 6;

__global__ void relay(int *data, int *flags, int *out)
{
    if (blockIdx.x == 0) {
        data[0] = 40;
        data[1] = 2;
    } else {
        cuda::atomic_ref<int, cuda::thread_scope_device> before(flags[blockIdx.x - 1]);
        while (before.load(cuda::memory_order_acquire) == 0)
            ;
    }
    if (blockIdx.x == blocks - 1)
        *out = data[0] + data[1];
    else
        cuda::atomic_ref<int, cuda::thread_scope_device>(flags[blockIdx.x]).store(1, cuda::memory_order_release);
}

int main()
{
    int *words, host = 0;
    if (cudaMalloc(&words, 16 * sizeof *words) != cudaSuccess ||
        cudaMemset(words, 0, 16 * sizeof *words) != cudaSuccess)
        return 1;
    for (int turn = 0; turn < 5; turn++) {
        if (cudaMemset(words, 0, 16 * sizeof *words) != cudaSuccess)
            return 1;
        relay<<<blocks, 1>>>(words, words + 2, words + 12);
        if (cudaMemcpy(&host, words + 12, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess || host != 42)
            return 1;
    }
    cudaFree(words);
    return 0;
}
