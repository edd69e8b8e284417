// SPDX-License-Identifier: MIT
// order_block_then_device.cu: within each block the threads tell thread 0 by flags of block scope that they are done;
// thread 0 then tells the other blocks by a counter of device scope.
#include <cuda/atomic>
#include <stdio.h>

const int blocks = 4, threads = 64;

__global__ void sum(int *parts, int *done, int *blocks_done, int *out)
{
    const int first = blockIdx.x * threads;
    parts[first + threadIdx.x] = threadIdx.x + 1;
    cuda::atomic_ref<int, cuda::thread_scope_block> of_block(done[blockIdx.x]);
    cuda::atomic_ref<int, cuda::thread_scope_device> of_all(*blocks_done);
    if (threadIdx.x != 0) {
        of_block.fetch_add(1, cuda::memory_order_release);
        return;
    }
    while (of_block.load(cuda::memory_order_acquire) != threads - 1)
        ;
    if (of_all.fetch_add(1, cuda::memory_order_acq_rel) != blocks - 1)
        return;
    int all = 0;
    for (int i = 0; i < blocks * threads; i++)
        all += parts[i];
    *out = all;
}

int main()
{
    int *words, result;
    const size_t size = (blocks * threads + blocks + 2) * sizeof *words;
    if (cudaMalloc(&words, size) != cudaSuccess || cudaMemset(words, 0, size) != cudaSuccess)
        return 1;
    int *done = words + blocks * threads;
    sum<<<blocks, threads>>>(words, done, done + blocks, done + blocks + 1);
    if (cudaMemcpy(&result, done + blocks + 1, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess ||
        result != blocks * threads * (threads + 1) / 2)
        return 1;
    cudaFree(words);
    return 0;
}
