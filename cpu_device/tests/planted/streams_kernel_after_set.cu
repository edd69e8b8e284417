// SPDX-License-Identifier: MIT
// streams_kernel_after_set.cu: one stream clears the sums and fills them by a kernel; another stream's copy does not
// wait for the kernel. The report names the kernel.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemcpyAsync() at streams_kernel_after_set.cu:{copy} reads
// CPU says kernel add, launched at streams_kernel_after_set.cu:{launch}, writes at streams_kernel_after_set.cu:{add}
// all exits 0
#include <stdio.h>

const int n = 1 << 14, bins = 64;

__global__ void add(int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i % bins], 1); // {add}
}

int main()
{
    int *dev_sums, *sums;
    cudaStream_t one, other;
    cudaEvent_t end;
    if (cudaMalloc(&dev_sums, bins * sizeof(int)) != cudaSuccess ||
        cudaMallocHost(&sums, bins * sizeof(int)) != cudaSuccess ||
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) != cudaSuccess || cudaEventCreate(&end) != cudaSuccess)
        return 1;
    cudaMemset(dev_sums, 0, bins * sizeof(int));
    cudaDeviceSynchronize();
    cudaMemsetAsync(dev_sums, 0, bins * sizeof(int), one);
    add<<<n / 256, 256, 0, one>>>(dev_sums); // {launch}
#ifdef FIXED
    cudaEventRecord(end, one);
    cudaStreamWaitEvent(other, end, 0);
#endif
    cudaMemcpyAsync(sums, dev_sums, bins * sizeof(int), cudaMemcpyDeviceToHost, other); // {copy}
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", sums[0] == n / bins ? "right" : "wrong");
    cudaEventDestroy(end);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(dev_sums);
    cudaFreeHost(sums);
    return error != cudaSuccess;
}
