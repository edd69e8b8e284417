// SPDX-License-Identifier: MIT
// global_drop_first.cu: the first sample is dropped, and all others move down a place where they lie.
// CPU exits 3
// CPU finds race-global: writes {move}, reads {move}
// all exits 0
#include <stdio.h>

const int n = 128;

__global__ void drop_first(float *samples)
{
    int i = threadIdx.x;
#ifndef FIXED
    if (i + 1 < n)
        samples[i] = samples[i + 1]; // {move}
#else
    float next = i + 1 < n ? samples[i + 1] : 0;
    __syncthreads();
    if (i + 1 < n)
        samples[i] = next;
#endif
}

int main()
{
    float *dev_samples, samples[n];
    for (int i = 0; i < n; i++)
        samples[i] = i / 4.0f;
    if (cudaMalloc(&dev_samples, sizeof samples) != cudaSuccess ||
        cudaMemcpy(dev_samples, samples, sizeof samples, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    drop_first<<<1, n>>>(dev_samples);
    cudaError_t error = cudaMemcpy(samples, dev_samples, sizeof samples, cudaMemcpyDeviceToHost);
    cudaFree(dev_samples);
    printf("%s, %g\n", cudaGetErrorString(error), samples[0]);
#ifdef FIXED
    for (int i = 0; i + 1 < n; i++)
        if (samples[i] != (i + 1) / 4.0f)
            return 1;
#endif
    return error != cudaSuccess;
}
