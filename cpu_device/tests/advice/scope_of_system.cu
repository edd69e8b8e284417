// SPDX-License-Identifier: MIT
// scope_of_system.cu: a counter of all blocks, of system scope: the host reads it only after the launch.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds wide-scope: at {line}
#include <cuda/atomic>
#include <stdio.h>

const int n = 1;

__global__ void count(int *data)
{
#ifdef FIXED
    cuda::atomic_ref<int, cuda::thread_scope_device> counter(*data);
#else
    cuda::atomic_ref<int> counter(*data);
#endif
    counter.fetch_add(1, cuda::memory_order_relaxed); // {line}
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    count<<<8, 64>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 512;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
