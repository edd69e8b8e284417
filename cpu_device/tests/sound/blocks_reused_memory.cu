// SPDX-License-Identifier: MIT
// blocks_reused_memory.cu: memory is freed and allocated again between launches, on other streams, in other sizes, so
// that its addresses come back: whoever gets them has nothing to do with who had them.
#include <stdio.h>

const int threads = 64, blocks = 8, n = threads * blocks, rounds = 5;

__global__ void fill(int *a, int value)
{
    a[blockIdx.x * threads + threadIdx.x] = value;
}

__global__ void mirror(const int *in, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    out[n - 1 - i] = in[i] + i;
}

int main()
{
    int host[n], *a, *b;
    cudaStream_t streams[2];
    cudaEvent_t freed;
    for (int i = 0; i < 2; i++)
        if (cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking) != cudaSuccess)
            return 1;
    if (cudaEventCreate(&freed) != cudaSuccess)
        return 1;
    for (int round = 0; round < rounds; round++) {
        cudaStream_t stream = streams[round % 2];
        if (cudaMalloc(&a, (1 + round % 3) * sizeof host) != cudaSuccess || cudaMalloc(&b, sizeof host) != cudaSuccess)
            return 1;
        fill<<<blocks, threads, 0, stream>>>(a, round);
        mirror<<<blocks, threads, 0, stream>>>(a, b);
        if (round % 2 == 0) { // else the freeing waits for the kernels
            cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, stream);
            if (cudaStreamSynchronize(stream) != cudaSuccess)
                return 1;
            for (int i = 0; i < n; i++)
                if (host[i] != round + n - 1 - i)
                    return 1;
        }
        if (cudaFree(a) != cudaSuccess || cudaFree(b) != cudaSuccess)
            return 1;
    }
    // In stream order: the other stream allocates when an event says that this one has freed.
    for (int round = 0; round < rounds; round++) {
        cudaStream_t stream = streams[round % 2];
        cudaMallocAsync(&a, sizeof host, stream);
        cudaMallocAsync(&b, sizeof host, stream);
        fill<<<blocks, threads, 0, stream>>>(a, round);
        mirror<<<blocks, threads, 0, stream>>>(a, b);
        cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, stream);
        cudaFreeAsync(a, stream);
        cudaFreeAsync(b, stream);
        cudaEventRecord(freed, stream);
        cudaStreamWaitEvent(streams[1 - round % 2], freed, 0);
    }
    if (cudaDeviceSynchronize() != cudaSuccess || host[0] != rounds - 1 + n - 1)
        return 1;
    cudaStreamDestroy(streams[0]);
    cudaStreamDestroy(streams[1]);
    return cudaEventDestroy(freed) != cudaSuccess;
}
