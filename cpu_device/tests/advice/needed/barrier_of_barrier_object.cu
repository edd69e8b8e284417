// SPDX-License-Identifier: MIT
// barrier_of_barrier_object.cu: all threads wait until thread 0 has made the barrier that they arrive at.
// Run with: CPU_DEVICE_ADVICE=on
#include <cuda/barrier>
#include <stdio.h>

const int n = 64;

__global__ void reverse(int *data)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int cache[n];
    int i = threadIdx.x;
    if (i == 0)
        init(&bar, n);
    __syncthreads();
    cache[i] = i;
    bar.arrive_and_wait();
    data[i] = cache[n - 1 - i];
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
