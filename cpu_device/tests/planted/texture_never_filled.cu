// SPDX-License-Identifier: MIT
// texture_never_filled.cu: of an image of 16 rows, the copy to the array leaves out the last 4.
// CPU exits 3
// CPU finds uninitialized-global
// CPU says kernel sum_rows, block (0,0,0), thread (12,0,0) reads at texture_never_filled.cu:{read}
// CPU says byte 768 of 1024 bytes from cudaMallocArray at texture_never_filled.cu:{array}
// all exits 0
#include "../textures.h"

const int n = 16;

__global__ void sum_rows(cudaTextureObject_t image, float *sums)
{
    float sum = 0;
    for (int x = 0; x < n; x++)
        sum += tex2D<float>(image, x + 0.5f, threadIdx.x + 0.5f); // {read}
    sums[threadIdx.x] = sum;
}

int main()
{
    float pixels[n * n], *dev_sums;
    for (int i = 0; i < n * n; i++)
        pixels[i] = i % 5;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, n, n) || // {array}
        cudaMalloc(&dev_sums, n * sizeof(float)))
        return 1;
#ifndef FIXED
    const int rows = 12;
#else
    const int rows = n;
#endif
    cudaMemcpy2DToArray(array, 0, 0, pixels, n * sizeof(float), n * sizeof(float), rows, cudaMemcpyHostToDevice);
    cudaTextureObject_t image = texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModePoint));
    sum_rows<<<1, n>>>(image, dev_sums);
    cudaError_t error = cudaMemcpy(pixels, dev_sums, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(image);
    cudaFreeArray(array);
    cudaFree(dev_sums);
    printf("%s, %g\n", cudaGetErrorString(error), pixels[n - 1]);
    return error != cudaSuccess;
}
