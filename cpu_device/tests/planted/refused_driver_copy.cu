// SPDX-License-Identifier: MIT
// refused_driver_copy.cu: cuMemcpyDtoH() gets an int's size instead of the array's, times the elements twice.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at refused_driver_copy.cu:{copy}: invalid argument (CUDA_ERROR_INVALID_VALUE)
// CPU says These are 16384 bytes, and the source has 4096
// memcheck exits 3
// memcheck prints Program hit CUDA_ERROR_INVALID_VALUE (error 1)
#include <cuda.h>
#include <stdio.h>

const int n = 1024;

__global__ void count(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

int main()
{
    static int a[n];
    CUdevice device;
    CUcontext context;
    CUdeviceptr dev_a;
    CUfunction function;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS ||
        cuCtxCreate(&context, NULL, 0, device) != CUDA_SUCCESS || cuMemAlloc(&dev_a, sizeof a) != CUDA_SUCCESS ||
        cudaGetFuncBySymbol(&function, (const void *)count) != cudaSuccess)
        return 1;
    void *arguments[] = {&dev_a};
    cuLaunchKernel(function, n / 256, 1, 1, 256, 1, 1, 0, 0, arguments, NULL);
#ifndef FIXED
    size_t size = sizeof a * sizeof(int);
#else
    size_t size = sizeof a;
#endif
    cuMemcpyDtoH(a, dev_a, size); // {copy}
    cuMemFree(dev_a);
    cuCtxDestroy(context);
    printf("%d\n", a[n - 1]);
#ifdef FIXED
    if (a[n - 1] != 255)
        return 1;
#endif
    return 0;
}
