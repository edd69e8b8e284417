// SPDX-License-Identifier: MIT
// only_measured.cu: a program that times a kernel, and has no use for what it computes.
// CPU exits 0
// CPU says CPU device: the times between events are those of this CPU
#include <stdio.h>

const int n = 1 << 14;

__global__ void scale(const float *in, float *out, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = by * in[i];
}

int main()
{
    static float in[n];
    float *dev_in, *dev_out, milliseconds;
    cudaEvent_t start, stop;
    cudaMalloc((void **)&dev_in, sizeof in);
    cudaMalloc((void **)&dev_out, sizeof in);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    scale<<<n / 256, 256>>>(dev_in, dev_out, 2); // to warm up
    cudaEventRecord(start);
    for (int i = 0; i < 10; i++)
        scale<<<n / 256, 256>>>(dev_in, dev_out, 2);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaError_t error = cudaEventElapsedTime(&milliseconds, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s\n", error == cudaSuccess && milliseconds > 0 ? "some time" : "no time");
    return error != cudaSuccess;
}
