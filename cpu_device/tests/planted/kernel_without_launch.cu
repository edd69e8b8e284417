// SPDX-License-Identifier: MIT
// kernel_without_launch.cu: a kernel that is called without <<<>>>, through a pointer. As with nvcc, it does not run,
// and the program goes on.
//
// CPU exits 3
// CPU reports 2
// CPU finds called-as-function
// CPU says kernel fill, at kernel_without_launch.cu:{template}
// CPU says kernel fill, at kernel_without_launch.cu:{pointer}
// CPU says Launch it: fill<<<grid, block>>>(...)
// CPU says SUMMARY: 2 errors, 0 warnings
#include <cstdio>
#include <utility>

#include <cuda_runtime.h>

__global__ void fill(int *to, int value)
{
    to[threadIdx.x] = value;
}

template <class Kernel, class... Arguments> static void repeat(int times, Kernel kernel, Arguments &&...arguments)
{
    for (int i = 0; i < times; i++)
        kernel(std::forward<Arguments>(arguments)...); // {template}
}

int main()
{
    int *dev, host[32];
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess)
        return 1;
    fill<<<1, 32>>>(dev, 1);
    repeat(3, fill, dev, 2);
    if (cudaGetLastError() != cudaErrorMissingConfiguration || cudaGetLastError() != cudaSuccess)
        return 1;
    void (*volatile pointer)(int *, int) = fill;
    pointer(dev, 3); // {pointer}
    pointer<<<1, 16>>>(dev, 4);
    if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess || host[0] != 4 || host[31] != 1)
        return 1;
    return cudaFree(dev) != cudaSuccess;
}
