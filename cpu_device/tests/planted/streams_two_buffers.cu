// SPDX-License-Identifier: MIT
// streams_two_buffers.cu: one stream copies parts of the input to two buffers in turn, another computes with them. Each
// part waits to be there, but the part after the next does not wait for its buffer to be used up.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemcpyAsync() at streams_two_buffers.cu:{copy} writes
// CPU says kernel sum_up, launched at streams_two_buffers.cu:{launch}, reads at streams_two_buffers.cu:{read}
// all exits 0
#include <stdio.h>

const int n = 1 << 12, parts = 4, threads = 256;

__global__ void sum_up(const int *part, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] += part[i]; // {read}
}

int main()
{
    int *in, *dev_sums, *buffers[2], last = 0;
    cudaStream_t copies, kernels;
    cudaEvent_t there[2], used[2];
    if (cudaMallocHost(&in, parts * n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_sums, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&copies) != cudaSuccess ||
        cudaStreamCreate(&kernels) != cudaSuccess)
        return 1;
    for (int b = 0; b < 2; b++)
        if (cudaMalloc(&buffers[b], n * sizeof(int)) != cudaSuccess || cudaEventCreate(&there[b]) != cudaSuccess ||
            cudaEventCreate(&used[b]) != cudaSuccess)
            return 1;
    for (int i = 0; i < parts * n; i++)
        in[i] = i;
    cudaMemset(dev_sums, 0, n * sizeof(int));
    for (int part = 0; part < parts; part++) {
        int b = part % 2;
#ifdef FIXED
        if (part >= 2)
            cudaStreamWaitEvent(copies, used[b], 0);
#endif
        cudaMemcpyAsync(buffers[b], in + part * n, n * sizeof(int), cudaMemcpyHostToDevice, copies); // {copy}
        cudaEventRecord(there[b], copies);
        cudaStreamWaitEvent(kernels, there[b], 0);
        sum_up<<<n / threads, threads, 0, kernels>>>(buffers[b], dev_sums); // {launch}
        cudaEventRecord(used[b], kernels);
    }
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev_sums + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    for (int b = 0; b < 2; b++) {
        cudaFree(buffers[b]);
        cudaEventDestroy(there[b]);
        cudaEventDestroy(used[b]);
    }
    cudaStreamDestroy(copies);
    cudaStreamDestroy(kernels);
    cudaFree(dev_sums);
    cudaFreeHost(in);
    const int right = parts * (n - 1) + n * (0 + 1 + 2 + 3);
    printf("%s, %s\n", cudaGetErrorString(error), last == right ? "right" : "wrong");
#ifdef FIXED
    if (last != right)
        return 1;
#endif
    return error != cudaSuccess;
}
