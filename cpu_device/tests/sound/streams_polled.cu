// SPDX-License-Identifier: MIT
// streams_polled.cu: the host asks two streams and their events in turn whether they are done, does work of its own
// meanwhile, and takes each result as soon as the answer is yes; then it gives that stream its next task.
#include <stdio.h>

const int n = 1 << 12, tasks = 8, threads = 256;

__global__ void multiply(const int *in, int *out, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * factor;
}

int main()
{
    int *in[2], *out[2], *dev_in[2], *dev_out[2], next = 0, taken = 0, task[2] = {-1, -1}, wrong = 0;
    long own_work = 0;
    cudaStream_t streams[2];
    cudaEvent_t copied[2];
    for (int s = 0; s < 2; s++)
        if (cudaMallocHost(&in[s], n * sizeof(int)) != cudaSuccess ||
            cudaMallocHost(&out[s], n * sizeof(int)) != cudaSuccess ||
            cudaMalloc(&dev_in[s], n * sizeof(int)) != cudaSuccess ||
            cudaMalloc(&dev_out[s], n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&streams[s]) != cudaSuccess ||
            cudaEventCreate(&copied[s]) != cudaSuccess)
            return 1;
    while (taken < tasks) {
        for (int s = 0; s < 2; s++) {
            bool done =
                task[s] < 0 || (s == 0 ? cudaStreamQuery(streams[s]) : cudaEventQuery(copied[s])) == cudaSuccess;
            if (!done)
                continue;
            if (task[s] >= 0) {
                for (int i = 0; i < n; i++)
                    wrong += out[s][i] != (i + task[s]) * 3;
                taken++;
                task[s] = -1;
            }
            if (next == tasks)
                continue;
            task[s] = next++;
            for (int i = 0; i < n; i++)
                in[s][i] = i + task[s];
            cudaMemcpyAsync(dev_in[s], in[s], n * sizeof(int), cudaMemcpyHostToDevice, streams[s]);
            multiply<<<n / threads, threads, 0, streams[s]>>>(dev_in[s], dev_out[s], 3);
            cudaMemcpyAsync(out[s], dev_out[s], n * sizeof(int), cudaMemcpyDeviceToHost, streams[s]);
            cudaEventRecord(copied[s], streams[s]);
        }
        own_work++;
    }
    for (int s = 0; s < 2; s++) {
        cudaStreamDestroy(streams[s]);
        cudaEventDestroy(copied[s]);
        cudaFree(dev_in[s]);
        cudaFree(dev_out[s]);
        cudaFreeHost(in[s]);
        cudaFreeHost(out[s]);
    }
    return wrong || own_work == 0;
}
