// SPDX-License-Identifier: MIT
// texture_of_freed_array.cu: the array is freed as soon as there is a texture of it.
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says in 1024 bytes from cudaMallocArray at texture_of_freed_array.cu:{array}, freed
// CPU says at texture_of_freed_array.cu:{free}
// memcheck exits 3
// memcheck prints Program hit cudaErrorIllegalAddress (error 700)
#include "../textures.h"

const int n = 16;

__global__ void mirror(cudaTextureObject_t image, float *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * n + x] = tex2D<float>(image, n - x - 0.5f, y + 0.5f); // {read}
}

int main()
{
    float pixels[n * n], *dev_out;
    for (int i = 0; i < n * n; i++)
        pixels[i] = i * 7 % 100;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, n, n) || // {array}
        cudaMalloc(&dev_out, sizeof pixels) ||
        cudaMemcpy2DToArray(array, 0, 0, pixels, n * 4, n * 4, n, cudaMemcpyHostToDevice))
        return 1;
    cudaTextureObject_t image = texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModePoint));
#ifndef FIXED
    cudaFreeArray(array); // {free}
#endif
    mirror<<<1, dim3(n, n)>>>(image, dev_out);
    cudaError_t error = cudaMemcpy(pixels, dev_out, sizeof pixels, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(image);
#ifdef FIXED
    cudaFreeArray(array);
#endif
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), pixels[1]);
    return error != cudaSuccess;
}
