// SPDX-License-Identifier: MIT
// undefined_by_language.cu: what C++ leaves undefined, and nvcc and g++ compile differently. On an H100, with
// nvcc 13.0, it prints: shift 0 0, cast 2147483647 0, object -1, overflow 1.
// CPU exits 0
// CPU prints shift 0 0, cast 2147483647 0, object 5, overflow 1
#include <limits.h>
#include <stdio.h>

struct node {
    int value;
    __device__ int get()
    {
        return this == nullptr ? -1 : 5;
    }
};

__global__ void shift(unsigned x, int by, unsigned *out)
{
    out[0] = x << by;
    out[1] = x >> by;
}

__global__ void cast(float x, int *out)
{
    out[0] = (int)x;
    out[1] = (unsigned)-x;
}

__global__ void ask(node *none, int *out)
{
    *out = none->get();
}

__global__ void grows(int x, int *out)
{
    *out = x + 1 > x;
}

int main()
{
    int *dev, shifted[2], made[2], asked, grown;
    if (cudaMalloc(&dev, 2 * sizeof(int)) != cudaSuccess)
        return 1;
    shift<<<1, 1>>>(0x80000001u, 40, (unsigned *)dev);
    cudaMemcpy(shifted, dev, sizeof shifted, cudaMemcpyDeviceToHost);
    cast<<<1, 1>>>(1e10f, dev);
    cudaMemcpy(made, dev, sizeof made, cudaMemcpyDeviceToHost);
    ask<<<1, 1>>>(nullptr, dev);
    cudaMemcpy(&asked, dev, sizeof asked, cudaMemcpyDeviceToHost);
    grows<<<1, 1>>>(INT_MAX, dev);
    cudaError_t error = cudaMemcpy(&grown, dev, sizeof grown, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("shift %x %x, cast %d %u, object %d, overflow %d\n", shifted[0], shifted[1], made[0], (unsigned)made[1],
           asked, grown);
    return error != cudaSuccess;
}
