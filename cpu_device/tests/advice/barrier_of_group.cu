// SPDX-License-Identifier: MIT
// barrier_of_group.cu: sync() of a thread_block after the last use of shared memory.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;
const int n = 256;

__global__ void reverse(int *data)
{
    __shared__ int cache[n];
    cg::thread_block block = cg::this_thread_block();
    int i = block.thread_rank();
    cache[i] = i;
    block.sync();
    int value = cache[n - 1 - i];
#ifndef FIXED
    block.sync(); // {line}
#endif
    data[i] = value;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    reverse<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == n - 1 - i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
