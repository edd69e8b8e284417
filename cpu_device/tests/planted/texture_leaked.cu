// SPDX-License-Identifier: MIT
// texture_leaked.cu: three images have an array and a texture object each, and only those of the last are freed.
// CPU finds leak
// CPU says from cudaMallocArray at texture_leaked.cu:{array}: cudaFreeArray() is missing
// CPU finds leak
// CPU says from cudaCreateTextureObject at texture_leaked.cu:{object}: cudaDestroyTextureObject() is missing
// memcheck exits 3
// memcheck prints Leaked 64 bytes
#include "../textures.h"

const int n = 64, images = 3;

__global__ void add(cudaTextureObject_t image, float *sums)
{
    sums[threadIdx.x] += tex1D<float>(image, threadIdx.x + 0.5f);
}

int main()
{
    float values[n], *dev_sums;
    if (cudaMalloc(&dev_sums, sizeof values) || cudaMemset(dev_sums, 0, sizeof values))
        return 1;
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    for (int image = 0; image < images; image++) {
#ifdef FIXED
        if (array != NULL) {
            cudaDestroyTextureObject(texture);
            cudaFreeArray(array);
        }
#endif
        for (int i = 0; i < n; i++)
            values[i] = i * image;
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        if (cudaMallocArray(&array, &format, n) || // {array}
            cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice))
            return 1;
        cudaResourceDesc resource = resource_of(array);
        cudaTextureDesc description = {};
        cudaCreateTextureObject(&texture, &resource, &description, NULL); // {object}
        add<<<1, n>>>(texture, dev_sums);
    }
    cudaError_t error = cudaMemcpy(values, dev_sums, sizeof values, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(dev_sums);
    printf("%s, %g\n", cudaGetErrorString(error), values[n - 1]);
    return error != cudaSuccess;
}
