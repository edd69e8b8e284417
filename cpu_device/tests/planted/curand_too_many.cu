// SPDX-License-Identifier: MIT
// curand_too_many.cu: points with two coordinates, and memory for one each.
// CPU exits 1
// CPU finds illegal-address
// CPU says curandGenerateUniform() at curand_too_many.cu:{generate} writes outputPtr
// CPU says It is 4000 bytes from cudaMalloc at curand_too_many.cu:{memory}; the call uses 2000 elements, together 8000
// bytes
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
#include <curand.h>
#include <stdio.h>

const int points = 1000;
#ifdef FIXED
const size_t size = 2 * points * sizeof(float);
#else
const size_t size = points * sizeof(float);
#endif

int main()
{
    curandGenerator_t generator;
    float *dev, first = 0;
    if (cudaMalloc(&dev, size) != cudaSuccess) // {memory}
        return 1;
    if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS)
        return 1;
    curandGenerateUniform(generator, dev, 2 * points); // {generate}
    cudaError_t error = cudaMemcpy(&first, dev, sizeof first, cudaMemcpyDeviceToHost);
    printf("%s, %d\n", cudaGetErrorString(error), first > 0 && first <= 1);
    curandDestroyGenerator(generator);
    cudaFree(dev);
    return error != cudaSuccess;
}
