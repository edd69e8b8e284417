// SPDX-License-Identifier: MIT
// streams.cu: two streams copy and compute side by side; an event makes one wait for the other; memory is allocated and
// freed in stream order.
// CPU exits 0
// CPU says CPU device: the times between events are those of this CPU
#include <stdio.h>

const int n = 5000, parts = 6;

__global__ void square(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

__global__ void add(const int *a, const int *b, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
}

int main()
{
    cudaStream_t streams[2];
    cudaEvent_t event, begin, end;
    int *host, *dev_in[2], *dev_out[2], *sum;
    float milliseconds;
    if (cudaMallocHost(&host, parts * n * sizeof(int)) != cudaSuccess || cudaEventCreate(&begin) != cudaSuccess ||
        cudaEventCreateWithFlags(&event, cudaEventDisableTiming) != cudaSuccess || cudaEventCreate(&end) != cudaSuccess)
        return 1;
    for (int s = 0; s < 2; s++)
        if (cudaStreamCreate(&streams[s]) != cudaSuccess || cudaMalloc(&dev_in[s], n * sizeof(int)) != cudaSuccess ||
            cudaMalloc(&dev_out[s], n * sizeof(int)) != cudaSuccess)
            return 1;
    for (int i = 0; i < parts * n; i++)
        host[i] = i % 1000;
    cudaEventRecord(begin, streams[0]);
    for (int part = 0; part < parts; part++) {
        int s = part % 2, *mine = host + part * n;
        cudaMemcpyAsync(dev_in[s], mine, n * sizeof(int), cudaMemcpyHostToDevice, streams[s]);
        square<<<(n + 127) / 128, 128, 0, streams[s]>>>(dev_in[s], dev_out[s]);
        cudaMemcpyAsync(mine, dev_out[s], n * sizeof(int), cudaMemcpyDeviceToHost, streams[s]);
    }
    cudaEventRecord(event, streams[1]);
    cudaStreamWaitEvent(streams[0], event, 0);
    cudaMallocAsync(&sum, n * sizeof(int), streams[0]);
    add<<<(n + 127) / 128, 128, 0, streams[0]>>>(dev_out[0], dev_out[1], sum);
    cudaEventRecord(end, streams[0]);
    if (cudaEventSynchronize(end) != cudaSuccess || cudaEventElapsedTime(&milliseconds, begin, end) != cudaSuccess ||
        milliseconds < 0)
        return 1;
    for (int i = 0; i < parts * n; i++)
        if (host[i] != i % 1000 * (i % 1000))
            return 1;
    int result[n];
    cudaMemcpyAsync(result, sum, sizeof result, cudaMemcpyDeviceToHost, streams[0]);
    cudaFreeAsync(sum, streams[0]);
    if (cudaStreamSynchronize(streams[0]) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (result[i] != host[(parts - 2) * n + i] + host[(parts - 1) * n + i])
            return 1;
    for (int s = 0; s < 2; s++)
        if (cudaStreamDestroy(streams[s]) || cudaFree(dev_in[s]) || cudaFree(dev_out[s]))
            return 1;
    cudaEventDestroy(event);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return cudaFreeHost(host) != cudaSuccess;
}
