// SPDX-License-Identifier: MIT
// streams_come_and_go.cu: a function makes streams for its own use, and destroys them before it returns, with work
// still in them; the next one uses the same memory, after a wait for the device or in the default stream.
#include <stdio.h>

const int n = 1 << 10;

__global__ void add(int *a, int value)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += value;
}

static void add_in_parts(int *dev, int value)
{
    cudaStream_t two[2];
    for (int s = 0; s < 2; s++) {
        cudaStreamCreate(&two[s]);
        add<<<n / 2 / 128, 128, 0, two[s]>>>(dev + s * n / 2, value);
    }
    for (int s = 0; s < 2; s++)
        cudaStreamDestroy(two[s]);
}

int main()
{
    int *dev, host[n], wrong = 0;
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess || cudaMemset(dev, 0, sizeof host) != cudaSuccess)
        return 1;
    for (int round = 0; round < 20; round++) {
        add_in_parts(dev, 1);
        if (round % 2)
            cudaDeviceSynchronize();
        else
            add<<<n / 256, 256>>>(dev, 1);
    }
    if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        wrong += host[i] != 30;
    cudaFree(dev);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
