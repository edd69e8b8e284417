// SPDX-License-Identifier: MIT
// streams_copy_default.cu: cudaMemcpy() waits for the default stream, and the kernel is in a non-blocking one.
// CPU exits 3
// CPU reports 2
// CPU finds race-with-copy
// CPU says cudaMemcpy() at streams_copy_default.cu:{copy} reads
// CPU says kernel increment, launched at streams_copy_default.cu:{launch}, writes at streams_copy_default.cu:{increment}
// all exits 0
#include <stdio.h>

const int n = 1 << 12, threads = 256;

__global__ void increment(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += 1; // {increment}
}

int main()
{
    int *dev, *in, *out;
    cudaStream_t one, other;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaMallocHost(&in, n * sizeof(int)) != cudaSuccess ||
        cudaMallocHost(&out, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        in[i] = i;
        out[i] = 0;
    }
    cudaMemset(dev, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    cudaMemcpyAsync(dev, in, n * sizeof(int), cudaMemcpyHostToDevice, one);
    increment<<<n / threads, threads, 0, one>>>(dev); // {launch}
#ifdef FIXED
    cudaStreamSynchronize(one);
#endif
    cudaMemcpy(out, dev, n * sizeof(int), cudaMemcpyDeviceToHost); // {copy}
    cudaError_t error = cudaDeviceSynchronize();
    int last = out[n - 1];
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(dev);
    cudaFreeHost(in);
    cudaFreeHost(out);
    printf("%s, %s\n", cudaGetErrorString(error), last == n ? "right" : "wrong");
#ifdef FIXED
    if (last != n)
        return 1;
#endif
    return error != cudaSuccess;
}
