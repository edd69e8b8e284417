// SPDX-License-Identifier: MIT
// refused_set_of_host.cu: cudaMemset() gets the host's array instead of the device's.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at refused_set_of_host.cu:{set}: invalid argument (cudaErrorInvalidValue)
// CPU says This is host memory, which memset() fills.
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int bins = 64;

__global__ void count(const unsigned char *in, int n, int *histogram)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&histogram[in[i] % bins], 1);
}

int main()
{
    static unsigned char in[1000];
    int histogram[bins] = {}, *dev_histogram;
    unsigned char *dev_in;
    cudaMalloc((void **)&dev_in, sizeof in);
    cudaMalloc((void **)&dev_histogram, sizeof histogram);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
#ifndef FIXED
    cudaMemcpy(dev_histogram, histogram, sizeof histogram, cudaMemcpyHostToDevice);
    cudaMemset(histogram, 0, sizeof histogram); // {set}
#else
    cudaMemset(dev_histogram, 0, sizeof histogram);
#endif
    count<<<4, 256>>>(dev_in, 1000, dev_histogram);
    cudaMemcpy(histogram, dev_histogram, sizeof histogram, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_histogram);
    printf("%d\n", histogram[0]);
    return histogram[0] != 1000;
}
