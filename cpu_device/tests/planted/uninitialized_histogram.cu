// SPDX-License-Identifier: MIT
// uninitialized_histogram.cu: the threads count in a shared histogram by atomicAdd(), and nobody has cleared it.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says kernel count, block (0,0,0), thread
// CPU says reads bins[
// all exits 0
#include <stdio.h>

const int threads = 128, colors = 16;

__global__ void count(const unsigned char *pixels, int *out)
{
    __shared__ int bins[colors];
#ifdef FIXED
    if (threadIdx.x < colors)
        bins[threadIdx.x] = 0;
    __syncthreads();
#endif
    atomicAdd(&bins[pixels[threadIdx.x]], 1); // {add}
    __syncthreads();
    if (threadIdx.x < colors)
        out[threadIdx.x] = bins[threadIdx.x];
}

int main()
{
    unsigned char pixels[threads], *dev_pixels;
    int out[colors], *dev_out;
    for (int i = 0; i < threads; i++)
        pixels[i] = i % colors;
    if (cudaMalloc(&dev_pixels, sizeof pixels) || cudaMalloc(&dev_out, sizeof out) ||
        cudaMemcpy(dev_pixels, pixels, sizeof pixels, cudaMemcpyHostToDevice))
        return 1;
    count<<<1, threads>>>(dev_pixels, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_pixels);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < colors; i++)
        if (out[i] != threads / colors)
            return 1;
#endif
    return error != cudaSuccess;
}
