// SPDX-License-Identifier: MIT
// race_atomics_then_read.cu: all threads count by an atomic, and the first thread reads the counter without a barrier:
// the others may not have counted yet.
// CPU exits 3
// CPU finds race-shared: writes atomically {count}, reads {read}
// CPU says put a __syncthreads() between them, after line {count}.
// all exits 0
#include <stdio.h>

const int threads = 64;

__global__ void count_bright(const int *pixel, int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (pixel[threadIdx.x] > 10)
        atomicAdd(&count, 1); // {count}
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        *out = count; // {read}
}

int main()
{
    int pixel[threads], *dev_pixel, *dev_out, out = 0;
    for (int i = 0; i < threads; i++)
        pixel[i] = i;
    if (cudaMalloc(&dev_pixel, sizeof pixel) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_pixel, pixel, sizeof pixel, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    count_bright<<<1, threads>>>(dev_pixel, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_pixel);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != threads - 11)
        return 1;
#endif
    return error != cudaSuccess;
}
