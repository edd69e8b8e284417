// SPDX-License-Identifier: MIT
// compiled_as_by_nvcc.cu: what a compiler may assume in C++, and nvcc does not: memory is read through pointers of two
// types; a loop without effects comes to its end.
#include <stdio.h>

__global__ void of_two_types(int *i, float *f, int *out)
{
    *i = 1;
    *f = 2.0f;
    out[0] = *i; // the bits of 2.0f
}

__global__ void bits_of(float *values, unsigned *out)
{
    out[threadIdx.x] = *(unsigned *)&values[threadIdx.x];
}

__global__ void without_effect(unsigned n, int *out)
{
    while (n != 1)
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    *out += 1;
}

int main()
{
    int *dev, host[40] = {};
    if (cudaMalloc(&dev, sizeof host) || cudaMemset(dev, 0, sizeof host))
        return 1;
    of_two_types<<<1, 1>>>(dev, (float *)dev, dev + 1);
    bits_of<<<1, 2>>>((float *)dev, (unsigned *)dev + 8);
    without_effect<<<1, 1>>>(27, dev + 2);
    if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost))
        return 1;
    cudaFree(dev);
    return host[1] != 0x40000000 || host[8] != host[0] || host[9] != host[1] || host[2] != 1;
}
