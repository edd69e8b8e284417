// SPDX-License-Identifier: MIT
// early_callback.cu: a host function in one stream adds up what another stream copies to the host.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_callback.cu:{read}:
// CPU says cudaMemcpyAsync() at early_callback.cu:{copy} may still be writing there.
// all exits 0
#include <stdio.h>

const int n = 1 << 12;

struct job {
    const int *data;
    long sum;
};

static void add_up(void *data)
{
    job *j = (job *)data;
    for (int i = 0; i < n; i++)
        j->sum += j->data[i]; // {read}
}

__global__ void iota(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}

int main()
{
    int *pinned, *dev;
    cudaStream_t copies, calls;
    cudaEvent_t copied;
    if (cudaMallocHost(&pinned, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&copies) != cudaSuccess || cudaStreamCreate(&calls) != cudaSuccess ||
        cudaEventCreate(&copied) != cudaSuccess)
        return 1;
    job j = {pinned, 0};
    iota<<<n / 256, 256, 0, copies>>>(dev);
    cudaMemcpyAsync(pinned, dev, n * sizeof(int), cudaMemcpyDeviceToHost, copies); // {copy}
    cudaEventRecord(copied, copies);
#ifdef FIXED
    cudaStreamWaitEvent(calls, copied, 0);
#endif
    cudaLaunchHostFunc(calls, add_up, &j);
    cudaStreamSynchronize(calls);
    cudaError_t error = cudaDeviceSynchronize();
    cudaEventDestroy(copied);
    cudaStreamDestroy(copies);
    cudaStreamDestroy(calls);
    cudaFree(dev);
    cudaFreeHost(pinned);
    printf("%s\n", j.sum == (long)n * (n - 1) / 2 ? "right" : "wrong");
#ifdef FIXED
    if (j.sum != (long)n * (n - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
