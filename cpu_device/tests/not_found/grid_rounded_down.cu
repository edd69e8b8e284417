// SPDX-License-Identifier: MIT
// grid_rounded_down.cu: n / 128 blocks leave the last n % 128 elements as they were. They were copied to the device
// before, so nothing that is read is uninitialized; whether a kernel is meant to change all of an array is not known.
// CPU exits 0
#include <stdio.h>

const int n = 1000;

__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2 * x[i];
}

int main()
{
    static float host[n];
    float *dev;
    for (int i = 0; i < n; i++)
        host[i] = (float)i;
    if (cudaMalloc(&dev, sizeof host) || cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice))
        return 1;
    scale<<<n / 128, 128>>>(dev);
    if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost))
        return 1;
    return host[1] != 2 || host[n - 1] != n - 1 || cudaFree(dev);
}
