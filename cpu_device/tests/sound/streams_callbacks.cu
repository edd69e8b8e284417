// SPDX-License-Identifier: MIT
// streams_callbacks.cu: host functions stand in a stream between the copies: they check what came back, and change the
// pinned buffer that the next copy takes to the device. The old kind and the new kind of callback, and another stream
// that waits for an event after one.
#include <stdio.h>

const int n = 1024;

static int wrong = 0;

static void CUDART_CB check_and_add(cudaStream_t, cudaError_t status, void *data)
{
    int *a = (int *)data;
    wrong += status != cudaSuccess;
    for (int i = 0; i < n; i++) {
        wrong += a[i] != 2 * i;
        a[i] += 1;
    }
}

static void subtract(void *data)
{
    int *a = (int *)data;
    for (int i = 0; i < n; i++)
        a[i] -= i;
}

__global__ void twice(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
    int *a, *b, *dev;
    cudaStream_t one, other;
    cudaEvent_t subtracted;
    if (cudaMallocHost(&a, n * sizeof(int)) != cudaSuccess || cudaMallocHost(&b, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&one) != cudaSuccess ||
        cudaStreamCreate(&other) != cudaSuccess || cudaEventCreate(&subtracted) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = i;
    cudaMemcpyAsync(dev, a, n * sizeof(int), cudaMemcpyHostToDevice, one);
    twice<<<n / 256, 256, 0, one>>>(dev);
    cudaMemcpyAsync(a, dev, n * sizeof(int), cudaMemcpyDeviceToHost, one);
    cudaStreamAddCallback(one, check_and_add, a, 0);
    cudaMemcpyAsync(dev, a, n * sizeof(int), cudaMemcpyHostToDevice, one); // 2 i + 1
    twice<<<n / 256, 256, 0, one>>>(dev);
    cudaMemcpyAsync(b, dev, n * sizeof(int), cudaMemcpyDeviceToHost, one); // 4 i + 2
    cudaLaunchHostFunc(one, subtract, b);                                  // 3 i + 2
    cudaEventRecord(subtracted, one);
    cudaStreamWaitEvent(other, subtracted, 0);
    cudaMemcpyAsync(dev, b, n * sizeof(int), cudaMemcpyHostToDevice, other);
    cudaLaunchHostFunc(other, subtract, a); // a: i + 1
    cudaStreamSynchronize(other);
    for (int i = 0; i < n; i++)
        wrong += a[i] != i + 1 || b[i] != 3 * i + 2;
    cudaEventDestroy(subtracted);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(dev);
    cudaFreeHost(a);
    cudaFreeHost(b);
    return wrong;
}
