// SPDX-License-Identifier: MIT
// scope_of_device.cu: a counter of all blocks.
// Run with: CPU_DEVICE_ADVICE=on
#include <cuda/atomic>
#include <stdio.h>

__global__ void count(int *data)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> counter(*data);
    counter.fetch_add(1, cuda::memory_order_relaxed);
}

int main()
{
    static int result[1];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    count<<<8, 64>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < 1; i++)
        right &= result[i] == 512;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
