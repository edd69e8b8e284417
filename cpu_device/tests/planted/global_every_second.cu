// SPDX-License-Identifier: MIT
// global_every_second.cu: of stereo samples only the left ones are kept, and packed into the front of the same array.
// CPU exits 3
// CPU finds race-global: writes {pack}, reads {pack}
// all exits 0
#include <stdio.h>

const int n = 90;

__global__ void keep_left(const short *stereo, short *mono)
{
    int i = threadIdx.x;
    mono[i] = stereo[2 * i]; // {pack}
}

int main()
{
    short *dev_samples, *dev_mono, samples[2 * n];
    for (int i = 0; i < n; i++) {
        samples[2 * i] = (short)(50 * i);
        samples[2 * i + 1] = (short)-i;
    }
    if (cudaMalloc(&dev_samples, sizeof samples) != cudaSuccess ||
        cudaMemcpy(dev_samples, samples, sizeof samples, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_mono, n * sizeof(short)) != cudaSuccess)
        return 1;
    short *to = dev_samples;
#ifdef FIXED
    to = dev_mono;
#endif
    keep_left<<<1, n>>>(dev_samples, to);
    cudaError_t error = cudaMemcpy(samples, to, n * sizeof(short), cudaMemcpyDeviceToHost);
    cudaFree(dev_samples);
    cudaFree(dev_mono);
    printf("%s, %d\n", cudaGetErrorString(error), samples[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (samples[i] != 50 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
