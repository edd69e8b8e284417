// SPDX-License-Identifier: MIT
// blocks_copies.cu: between the launches, memset and copies in one stream change what kernels have written and will
// read: from the host, to the host, within the device, all asynchronous; blocks then work on other parts than before.
#include <stdio.h>

const int threads = 64, blocks = 6, n = threads * blocks;

__global__ void add(int *a, int plus)
{
    int i = blockIdx.x * threads + threadIdx.x;
    a[i] += plus;
}

__global__ void add_backwards(int *a, int plus)
{
    int i = n - 1 - (blockIdx.x * threads + threadIdx.x);
    a[i] += plus;
}

int main()
{
    int *host, *a, *b;
    cudaStream_t stream;
    if (cudaMallocHost(&host, 2 * n * sizeof(int)) != cudaSuccess || cudaMalloc(&a, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&b, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMemcpyAsync(a, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    add<<<blocks, threads, 0, stream>>>(a, 1);
    cudaMemcpyAsync(b, a + n / 2, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    cudaMemcpyAsync(b + n / 2, a, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    add_backwards<<<blocks, threads, 0, stream>>>(b, 10);
    cudaMemsetAsync(a, 0, n * sizeof(int), stream);
    add_backwards<<<blocks, threads, 0, stream>>>(a, 5);
    cudaMemcpyAsync(a, b, n / 3 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
    add<<<blocks, threads, 0, stream>>>(a, 100);
    cudaMemcpyAsync(host, a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    add<<<blocks, threads, 0, stream>>>(b, 1000);
    cudaMemcpyAsync(host + n, b, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        int swapped = (i + n / 2) % n + 11;
        if (host[i] != (i < n / 3 ? swapped : 5) + 100 || host[n + i] != swapped + 1000)
            return 1;
    }
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(b);
    return cudaFreeHost(host) != cudaSuccess;
}
