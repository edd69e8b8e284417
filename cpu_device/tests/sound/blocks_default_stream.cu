// SPDX-License-Identifier: MIT
// blocks_default_stream.cu: the default stream waits for all others, and they for it, unless they were made not to: it
// stands between the kernels of two streams as a barrier would.
#include <stdio.h>

const int threads = 64, blocks = 6, n = threads * blocks;

__global__ void mirror(const int *in, int *out, int plus)
{
    int i = blockIdx.x * threads + threadIdx.x;
    out[n - 1 - i] = in[i] + plus;
}

int main()
{
    int host[n], *a, *b;
    cudaStream_t first, second;
    if (cudaMalloc(&a, sizeof host) != cudaSuccess || cudaMalloc(&b, sizeof host) != cudaSuccess ||
        cudaStreamCreate(&first) != cudaSuccess || cudaStreamCreate(&second) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    mirror<<<blocks, threads, 0, first>>>(a, b, 1);
    mirror<<<blocks, threads>>>(b, a, 2);
    mirror<<<blocks, threads, 0, second>>>(a, b, 3);
    mirror<<<blocks, threads>>>(b, a, 4);
    mirror<<<blocks, threads, 0, first>>>(a, b, 5);
    cudaMemset(a, 0, sizeof host); // in the default stream, too
    mirror<<<blocks, threads, 0, second>>>(b, a, 6);
    if (cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (host[i] != i + 21)
            return 1;
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(a);
    return cudaFree(b) != cudaSuccess;
}
