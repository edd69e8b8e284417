// SPDX-License-Identifier: MIT
// registered_parts.cu: a vector's memory is registered, and its parts go to the device and back in streams of their
// own, by addresses in its middle. The host works on a part when its stream is done. Then kernels use the memory where
// it is: they count in it by atomics, and blocks sort their own parts; the host looks there in between.
#include <stdio.h>
#include <vector>

const int part = 1024, parts = 4, n = part * parts;

__global__ void square(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] % 100 * (a[i] % 100);
}

__global__ void count(const int *a, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&counts[a[i] % 10], 1);
}

// Each block turns round its part.
__global__ void turn(int *a)
{
    int i = blockIdx.x * blockDim.x, t = threadIdx.x, last = blockDim.x - 1;
    int mine = a[i + t];
    __syncthreads();
    a[i + last - t] = mine;
}

int main()
{
    std::vector<int> host(n + 10);
    int *dev, *mapped, *counts, wrong = 0, sum = 0;
    cudaStream_t streams[parts];
    for (int i = 0; i < n; i++)
        host[i] = i;
    if (cudaHostRegister(host.data(), host.size() * sizeof(int), cudaHostRegisterMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&mapped, host.data(), 0) != cudaSuccess ||
        cudaHostGetDevicePointer(&counts, host.data() + n, 0) != cudaSuccess ||
        cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int p = 0; p < parts; p++) {
        if (cudaStreamCreate(&streams[p]) != cudaSuccess)
            return 1;
        int *here = host.data() + p * part, *there = dev + p * part;
        cudaMemcpyAsync(there, here, part * sizeof(int), cudaMemcpyHostToDevice, streams[p]);
        square<<<part / 256, 256, 0, streams[p]>>>(there);
        cudaMemcpyAsync(here, there, part * sizeof(int), cudaMemcpyDeviceToHost, streams[p]);
    }
    for (int p = 0; p < parts; p++) {
        cudaStreamSynchronize(streams[p]);
        for (int i = p * part; i < (p + 1) * part; i++) {
            wrong += host[i] != i % 100 * (i % 100);
            host[i] = i;
        }
    }
    count<<<n / 256, 256, 0, streams[0]>>>(mapped, counts);
    cudaStreamSynchronize(streams[0]);
    for (int i = 0; i < 10; i++)
        sum += host[n + i];
    turn<<<n / 256, 256, 0, streams[1]>>>(mapped);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += host[i] != i / 256 * 256 + 255 - i % 256;
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaFree(dev);
    cudaHostUnregister(host.data());
    return wrong || sum != n;
}
