// SPDX-License-Identifier: MIT
// streams_kernels_after_set.cu: one stream clears the sums and fills them by a kernel; another stream's kernel does not
// wait for that kernel. The report names both kernels.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel add, launched at streams_kernels_after_set.cu:{launch}, writes at streams_kernels_after_set.cu:{add}
// CPU says kernel largest, launched at streams_kernels_after_set.cu:{second}, reads at
// all exits 0
#include <stdio.h>

const int n = 1 << 14, bins = 64;

__global__ void add(int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i % bins], 1); // {add}
}

__global__ void largest(const int *sums, int *result)
{
    atomicMax(result, sums[threadIdx.x]);
}

int main()
{
    int *dev_sums, *sums;
    cudaStream_t one, other;
    cudaEvent_t end;
    if (cudaMalloc(&dev_sums, bins * sizeof(int)) != cudaSuccess || cudaMallocHost(&sums, sizeof(int)) != cudaSuccess ||
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) != cudaSuccess || cudaEventCreate(&end) != cudaSuccess)
        return 1;
    *sums = 0;
    cudaMemsetAsync(dev_sums, 0, bins * sizeof(int), one);
    add<<<n / 256, 256, 0, one>>>(dev_sums); // {launch}
#ifdef FIXED
    cudaEventRecord(end, one);
    cudaStreamWaitEvent(other, end, 0);
#endif
    largest<<<1, bins, 0, other>>>(dev_sums, sums); // {second}
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", sums[0] == n / bins ? "right" : "wrong");
    cudaEventDestroy(end);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(dev_sums);
    cudaFreeHost(sums);
    return error != cudaSuccess;
}
