// SPDX-License-Identifier: MIT
// scope_of_device.cu: a counter for each block, of device scope: only its own block uses it.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds wide-scope: at {line}
#include <cuda/atomic>
#include <stdio.h>

const int n = 8;

__global__ void count(int *data)
{
#ifdef FIXED
    cuda::atomic_ref<int, cuda::thread_scope_block> counter(data[blockIdx.x]);
#else
    cuda::atomic_ref<int, cuda::thread_scope_device> counter(data[blockIdx.x]);
#endif
    counter.fetch_add(1, cuda::memory_order_relaxed); // {line}
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    count<<<n, 64>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 64;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
