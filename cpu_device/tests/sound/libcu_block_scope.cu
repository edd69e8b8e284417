// SPDX-License-Identifier: MIT
// libcu_block_scope.cu: atomics of thread_scope_block that one block alone uses, in shared and in global memory: warps
// hand on a value by release and acquire, and count. The next launch uses the same words in other blocks, and one block
// at a time may draw a ticket after an atomic of the device.
#include <cuda/atomic>
#include <stdio.h>
// Needs libcu++ 3.

const int warps = 4, threads = 32 * warps, blocks = 5;
const auto relaxed = cuda::std::memory_order_relaxed;

struct board {
    int turn, count, handed_on;
    float sum;
};

__device__ board boards[blocks];
__device__ int passed;

// Warp by warp adds to what the last one handed on; all threads count.
__global__ void pass_on()
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> arrived;
    board &mine = boards[blockIdx.x];
    if (threadIdx.x == 0)
        arrived.store(0, relaxed);
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> turn(mine.turn), count(mine.count);
    cuda::atomic_ref<float, cuda::thread_scope_block> sum(mine.sum);
    count.fetch_add(1, relaxed);
    sum.fetch_add(0.5f, relaxed);
    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) {
        while (turn.load(cuda::std::memory_order_acquire) != warp)
            __nanosleep(20);
        mine.handed_on = mine.handed_on * 2 + warp;
        turn.store(warp + 1, cuda::std::memory_order_release);
    }
    arrived.fetch_add(1, cuda::std::memory_order_acq_rel);
    if (threadIdx.x == 0)
        while (arrived.load(cuda::std::memory_order_acquire) != threads)
            __nanosleep(20);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    // Blocks take turns at one place, each by an atomic of block scope within an order of the device's.
    cuda::atomic_ref<int, cuda::thread_scope_device> gate(passed);
    while (gate.load(cuda::std::memory_order_acquire) != (int)blockIdx.x)
        __nanosleep(20);
    cuda::atomic_ref<int, cuda::thread_scope_block>(boards[0].handed_on).fetch_add(1, relaxed);
    gate.store(blockIdx.x + 1, cuda::std::memory_order_release);
}

__global__ void check(int *wrong)
{
    const int other = blocks - 1 - blockIdx.x;
    board &b = boards[other];
    cuda::atomic_ref<int, cuda::thread_scope_block> count(b.count);
    if (count.fetch_add(1, relaxed) != threads || b.sum != 0.5f * threads || b.turn != warps)
        atomicAdd(wrong, 1);
    int right = 0;
    for (int warp = 0; warp < warps; warp++)
        right = right * 2 + warp;
    if (b.handed_on != right + (other == 0 ? blocks : 0))
        atomicAdd(wrong, 1);
}

int main()
{
    int *dev_wrong, wrong;
    if (cudaMalloc(&dev_wrong, sizeof wrong) != cudaSuccess || cudaMemset(dev_wrong, 0, sizeof wrong) != cudaSuccess)
        return 1;
    pass_on<<<blocks, threads>>>();
    check<<<blocks, 1>>>(dev_wrong);
    if (cudaMemcpy(&wrong, dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost) != cudaSuccess || cudaFree(dev_wrong))
        return 1;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
