// SPDX-License-Identifier: MIT
// barrier_of_copies.cu: asynchronous copies to shared memory: each thread waits for its own alone.
// Run with: CPU_DEVICE_ADVICE=on
#include <cuda_pipeline.h>
#include <stdio.h>

const int n = 64;

__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}

__global__ void reverse(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&cache[i], &data[i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    data[i] = cache[n - 1 - i];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    fill<<<1, n>>>(dev);
    reverse<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == n - 1 - i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
