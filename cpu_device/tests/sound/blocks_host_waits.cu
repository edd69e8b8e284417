// SPDX-License-Identifier: MIT
// blocks_host_waits.cu: kernels on streams that nothing orders, and between them the host waits, in every way that it
// can: for the stream, for an event, for the device, by asking until it is done, for a copy.
#include <stdio.h>

const int threads = 64, blocks = 5, n = threads * blocks, ways = 6;

__global__ void mirror(const int *in, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    out[n - 1 - i] = in[i] + 1;
}

int main()
{
    int host[n], *a, *b;
    cudaStream_t streams[2];
    cudaEvent_t event;
    if (cudaMalloc(&a, sizeof host) != cudaSuccess || cudaMalloc(&b, sizeof host) != cudaSuccess ||
        cudaEventCreate(&event) != cudaSuccess)
        return 1;
    for (int i = 0; i < 2; i++)
        if (cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking) != cudaSuccess)
            return 1;
    for (int i = 0; i < n; i++)
        host[i] = 2 * i;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    for (int way = 0; way < ways; way++) {
        cudaStream_t stream = streams[way % 2];
        mirror<<<blocks, threads, 0, stream>>>(way % 2 ? b : a, way % 2 ? a : b);
        cudaEventRecord(event, stream);
        switch (way) {
        case 0: cudaStreamSynchronize(stream); break;
        case 1: cudaEventSynchronize(event); break;
        case 2: cudaDeviceSynchronize(); break;
        case 3:
            while (cudaStreamQuery(stream) == cudaErrorNotReady)
                ;
            break;
        case 4:
            while (cudaEventQuery(event) == cudaErrorNotReady)
                ;
            break;
        case 5:
            cudaMemcpyAsync(host, a, sizeof host, cudaMemcpyDeviceToHost, stream);
            cudaStreamSynchronize(stream);
            break;
        }
    }
    mirror<<<blocks, threads, 0, streams[1]>>>(a, b);
    if (cudaStreamSynchronize(streams[1]) != cudaSuccess ||
        cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (host[i] != 2 * (n - 1 - i) + ways + 1)
            return 1;
    cudaStreamDestroy(streams[0]);
    cudaStreamDestroy(streams[1]);
    cudaEventDestroy(event);
    cudaFree(a);
    return cudaFree(b) != cudaSuccess;
}
