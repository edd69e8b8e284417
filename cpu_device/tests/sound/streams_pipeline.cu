// SPDX-License-Identifier: MIT
// streams_pipeline.cu: three streams that hand two buffers on by events, forwards when one is full and back when it is
// empty again: copies in, kernels, copies out. What a third has waited for, who waits for that has waited for too.
#include <stdio.h>

const int parts = 12, n = 3000, threads = 128;

__global__ void square(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

int main()
{
    int *in, *out, *dev_in[2], *dev_out[2], wrong = 0;
    cudaStream_t loads, works, stores;
    cudaEvent_t loaded[2], worked[2], stored[2];
    if (cudaMallocHost(&in, parts * n * sizeof(int)) != cudaSuccess ||
        cudaMallocHost(&out, parts * n * sizeof(int)) != cudaSuccess)
        return 1;
    for (cudaStream_t *s : {&loads, &works, &stores})
        if (cudaStreamCreateWithFlags(s, cudaStreamNonBlocking) != cudaSuccess)
            return 1;
    for (int b = 0; b < 2; b++) {
        if (cudaMalloc(&dev_in[b], n * sizeof(int)) != cudaSuccess ||
            cudaMalloc(&dev_out[b], n * sizeof(int)) != cudaSuccess)
            return 1;
        for (cudaEvent_t *e : {&loaded[b], &worked[b], &stored[b]})
            if (cudaEventCreateWithFlags(e, cudaEventDisableTiming) != cudaSuccess)
                return 1;
    }
    for (int i = 0; i < parts * n; i++)
        in[i] = i % 1000;
    for (int part = 0; part < parts; part++) {
        int b = part % 2;
        if (part >= 2)
            cudaStreamWaitEvent(loads, worked[b], 0); // the input is used up
        cudaMemcpyAsync(dev_in[b], in + part * n, n * sizeof(int), cudaMemcpyHostToDevice, loads);
        cudaEventRecord(loaded[b], loads);
        cudaStreamWaitEvent(works, loaded[b], 0);
        if (part >= 2)
            cudaStreamWaitEvent(works, stored[b], 0); // the output is away
        square<<<(n + threads - 1) / threads, threads, 0, works>>>(dev_in[b], dev_out[b]);
        cudaEventRecord(worked[b], works);
        cudaStreamWaitEvent(stores, worked[b], 0);
        cudaMemcpyAsync(out + part * n, dev_out[b], n * sizeof(int), cudaMemcpyDeviceToHost, stores);
        cudaEventRecord(stored[b], stores);
    }
    cudaStreamSynchronize(stores); // which has waited for all of the others
    for (int i = 0; i < parts * n; i++) {
        wrong += out[i] != in[i] * in[i];
        in[i] = 0;
    }
    for (int b = 0; b < 2; b++) {
        for (cudaEvent_t e : {loaded[b], worked[b], stored[b]})
            cudaEventDestroy(e);
        cudaFree(dev_in[b]);
        cudaFree(dev_out[b]);
    }
    for (cudaStream_t s : {loads, works, stores})
        cudaStreamDestroy(s);
    cudaFreeHost(in);
    cudaFreeHost(out);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
