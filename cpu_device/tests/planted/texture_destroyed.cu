// SPDX-License-Identifier: MIT
// texture_destroyed.cu: of two launches, the second one still uses the texture object that was destroyed between them.
// CPU exits 1
// CPU finds wrong-texture
// CPU says kernel add, block (0,0,0), thread (0,0,0), at texture_destroyed.cu:{read}
// CPU says It was made at texture_destroyed.cu:{make} and destroyed at texture_destroyed.cu:{destroy}.
// all exits 0
#include "../textures.h"

const int n = 32;

__global__ void add(cudaTextureObject_t weights, float *sums)
{
    sums[threadIdx.x] += tex1D<float>(weights, threadIdx.x + 0.5f); // {read}
}

int main()
{
    float values[n] = {}, *dev_sums;
    if (cudaMalloc(&dev_sums, sizeof values) || cudaMemset(dev_sums, 0, sizeof values))
        return 1;
    for (int i = 0; i < n; i++)
        values[i] = i;
    cudaArray_t array = array_of(values, n);
    cudaResourceDesc resource = resource_of(array);
    cudaTextureDesc description = {};
    cudaTextureObject_t weights;
    cudaCreateTextureObject(&weights, &resource, &description, NULL); // {make}
    add<<<1, n>>>(weights, dev_sums);
#ifndef FIXED
    cudaDestroyTextureObject(weights); // {destroy}
#endif
    add<<<1, n>>>(weights, dev_sums);
    cudaError_t error = cudaMemcpy(values, dev_sums, sizeof values, cudaMemcpyDeviceToHost);
#ifdef FIXED
    cudaDestroyTextureObject(weights);
#endif
    cudaFree(dev_sums);
    cudaFreeArray(array);
    printf("%s, %g\n", cudaGetErrorString(error), values[n - 1]);
    return error != cudaSuccess;
}
