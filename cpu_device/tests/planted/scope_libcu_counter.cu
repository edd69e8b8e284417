// SPDX-License-Identifier: MIT
// scope_libcu_counter.cu: all blocks add to one cuda::atomic of thread_scope_block, atomic only within a block.
// CPU exits 3
// CPU reports 1
// CPU finds race-between-blocks: writes atomically {add}, writes atomically {add}
// CPU says thread_scope_device
// all exits 0
#include <cuda/atomic>
#include <stdio.h>

const int blocks = 6, threads = 64;

#ifndef FIXED
typedef cuda::atomic<int, cuda::thread_scope_block> counter;
#else
typedef cuda::atomic<int, cuda::thread_scope_device> counter;
#endif

__global__ void count_multiples(const int *numbers, counter *found)
{
    if (numbers[blockIdx.x * threads + threadIdx.x] % 3 == 0)
        found->fetch_add(1, cuda::std::memory_order_relaxed); // {add}
}

int main()
{
    const int n = blocks * threads;
    int *dev_numbers, numbers[n], right = 0, result = 0;
    counter *found;
    for (int i = 0; i < n; i++) {
        numbers[i] = i * 7 % 32;
        right += numbers[i] % 3 == 0;
    }
    if (cudaMalloc(&dev_numbers, sizeof numbers) != cudaSuccess || cudaMalloc(&found, sizeof *found) != cudaSuccess ||
        cudaMemset(found, 0, sizeof *found) != cudaSuccess ||
        cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    count_multiples<<<blocks, threads>>>(dev_numbers, found);
    cudaError_t error = cudaMemcpy(&result, found, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev_numbers);
    cudaFree(found);
    printf("%s, %d, right is %d\n", cudaGetErrorString(error), result, right);
#ifdef FIXED
    if (result != right)
        return 1;
#endif
    return error != cudaSuccess;
}
