// SPDX-License-Identifier: MIT
// streams_double_buffer.cu: one stream copies parts of the input to two buffers in turn, another computes with them,
// and an event for each direction and buffer keeps the two apart. The waits for what was never recorded wait for
// nothing.
#include <stdio.h>

const int n = 1 << 12, parts = 9, threads = 256;

__global__ void sum_up(const int *part, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] += part[i];
}

int main()
{
    int *in, *out, *dev_sums, *buffers[2], wrong = 0;
    cudaStream_t copies, kernels;
    cudaEvent_t there[2], used[2];
    if (cudaMallocHost(&in, parts * n * sizeof(int)) != cudaSuccess ||
        cudaMallocHost(&out, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_sums, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking) != cudaSuccess)
        return 1;
    for (int b = 0; b < 2; b++)
        if (cudaMalloc(&buffers[b], n * sizeof(int)) != cudaSuccess || cudaEventCreate(&there[b]) != cudaSuccess ||
            cudaEventCreate(&used[b]) != cudaSuccess)
            return 1;
    for (int i = 0; i < parts * n; i++)
        in[i] = i / n + i % n;
    cudaMemsetAsync(dev_sums, 0, n * sizeof(int), kernels);
    for (int part = 0; part < parts; part++) {
        int b = part % 2;
        cudaStreamWaitEvent(copies, used[b], 0);
        cudaMemcpyAsync(buffers[b], in + part * n, n * sizeof(int), cudaMemcpyHostToDevice, copies);
        cudaEventRecord(there[b], copies);
        cudaStreamWaitEvent(kernels, there[b], 0);
        sum_up<<<n / threads, threads, 0, kernels>>>(buffers[b], dev_sums);
        cudaEventRecord(used[b], kernels);
        if (part == 0)
            continue;
        cudaEventSynchronize(there[1 - b]); // the part before has left the host's memory
        in[(part - 1) * n] = -1;
    }
    cudaMemcpyAsync(out, dev_sums, n * sizeof(int), cudaMemcpyDeviceToHost, kernels);
    cudaError_t error = cudaStreamSynchronize(kernels);
    for (int i = 0; i < n; i++)
        wrong += out[i] != parts * (parts - 1) / 2 + parts * i;
    for (int b = 0; b < 2; b++) {
        cudaFree(buffers[b]);
        cudaEventDestroy(there[b]);
        cudaEventDestroy(used[b]);
    }
    cudaStreamDestroy(copies);
    cudaStreamDestroy(kernels);
    cudaFree(dev_sums);
    cudaFreeHost(in);
    cudaFreeHost(out);
    return error != cudaSuccess || wrong;
}
