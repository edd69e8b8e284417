// SPDX-License-Identifier: MIT
// symbols_and_streams.cu: copies to and from variables of the device beside kernels in several streams, each ordered by
// what CUDA promises: one stream, an event, the default stream, a wait of the host; and copies of variables that no
// kernel uses meanwhile.
#include <stdio.h>

__constant__ int factor, other_factor;
__device__ int total, other_total;

__global__ void scale(int *p)
{
    p[threadIdx.x] *= factor;
}

__global__ void add(const int *p)
{
    atomicAdd(&total, p[threadIdx.x]);
}

static int right, wrong;

static void expect(int value, int wanted)
{
    ++*(value == wanted ? &right : &wrong);
}

int main()
{
    int *dev, *value, out = -1;
    cudaStream_t one, other, blocking;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaEventCreate(&done);
    if (cudaMalloc(&dev, 32 * sizeof(int)) != cudaSuccess || cudaMallocHost(&value, 4 * sizeof(int)) != cudaSuccess)
        return 1;
    int ones[32];
    for (int &n : ones)
        n = 1;
    cudaMemcpy(dev, ones, sizeof ones, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();

    // in one stream
    value[0] = 2;
    cudaMemcpyToSymbolAsync(factor, &value[0], sizeof(int), 0, cudaMemcpyHostToDevice, one);
    scale<<<1, 32, 0, one>>>(dev);
    add<<<1, 32, 0, one>>>(dev);
    cudaMemcpyFromSymbolAsync(&value[1], total, sizeof(int), 0, cudaMemcpyDeviceToHost, one);
    cudaMemcpyToSymbolAsync(other_factor, &value[0], sizeof(int), 0, cudaMemcpyHostToDevice, other); // nobody reads it
    cudaStreamSynchronize(one);
    expect(value[1], 64);

    // after an event
    scale<<<1, 32, 0, one>>>(dev);
    cudaEventRecord(done, one);
    cudaStreamWaitEvent(other, done, 0);
    value[2] = 3;
    cudaMemcpyToSymbolAsync(factor, &value[2], sizeof(int), 0, cudaMemcpyHostToDevice, other);
    scale<<<1, 32, 0, other>>>(dev);
    cudaDeviceSynchronize();

    // the default stream waits for a blocking one
    add<<<1, 32, 0, blocking>>>(dev);
    cudaMemcpyFromSymbol(&out, total, sizeof out);
    expect(out, 64 + 32 * 12);
    int zero = 0;
    cudaMemcpyToSymbol(total, &zero, sizeof zero);
    add<<<1, 32, 0, blocking>>>(dev);
    cudaStreamSynchronize(blocking);
    cudaMemcpyFromSymbol(&out, total, sizeof out);
    expect(out, 32 * 12);

    // beside a kernel that uses other variables
    add<<<1, 32, 0, one>>>(dev);
    cudaMemcpyToSymbolAsync(other_total, &value[0], sizeof(int), 0, cudaMemcpyHostToDevice, other);
    cudaMemcpyToSymbolAsync(factor, &value[0], sizeof(int), 0, cudaMemcpyHostToDevice, other);
    cudaDeviceSynchronize();

    printf("%d right, %d wrong\n", right, wrong);
    cudaFree(nullptr);
    cudaFreeHost(value);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaStreamDestroy(blocking);
    cudaEventDestroy(done);
    return wrong != 0 || right != 3 || cudaFree(dev) != cudaSuccess;
}
