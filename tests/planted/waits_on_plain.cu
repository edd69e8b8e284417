// SPDX-License-Identifier: MIT
// waits_on_plain.cu: all threads wait for a plain shared variable that no thread stores to any more.
// Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU finds waits-for-ever
// CPU says kernel reverse, block (0,0,0)
// CPU says spin at waits_on_plain.cu:{wait} on cache[0]
#include <stdio.h>

const int n = 256;

__global__ void reverse(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = data[i];
    __syncthreads();
#ifndef MENDED
    while (cache[0] != -1) // {wait}
        ;
#endif
    data[i] = cache[n - 1 - i];
}

int main()
{
    int values[n], *dev;
    for (int i = 0; i < n; i++)
        values[i] = i;
    if (cudaMalloc(&dev, sizeof values) != cudaSuccess ||
        cudaMemcpy(dev, values, sizeof values, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    reverse<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(values, dev, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), values[0]);
    return error != cudaSuccess || values[0] != n - 1;
}
