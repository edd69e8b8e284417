// SPDX-License-Identifier: MIT
// texture_streams.cu: two streams, each with an array and a texture of its own, fill them by asynchronous copies and
// read them, round by round; and a kernel that fetches an element and then overwrites it where no other thread looks.
#include "../textures.h"

const int n = 256, rounds = 4;

__global__ void read(cudaTextureObject_t texture, float *sums)
{
    sums[threadIdx.x] += tex1D<float>(texture, threadIdx.x + 0.5f);
}

__global__ void negate(cudaTextureObject_t texture, float *values)
{
    values[threadIdx.x] = -tex1Dfetch<float>(texture, threadIdx.x);
}

int main()
{
    float *values, *dev_sums[2];
    cudaStream_t stream[2];
    cudaArray_t array[2];
    cudaTextureObject_t texture[2];
    if (cudaMallocHost(&values, 2 * rounds * n * sizeof(float)))
        return 1;
    for (int i = 0; i < 2 * rounds * n; i++)
        values[i] = i % 100;
    for (int s = 0; s < 2; s++) {
        array[s] = array_of((float *)NULL, n);
        texture[s] = texture_of(resource_of(array[s]), reading(cudaAddressModeClamp, cudaFilterModePoint));
        if (cudaStreamCreate(&stream[s]) || cudaMalloc(&dev_sums[s], n * sizeof(float)) ||
            cudaMemsetAsync(dev_sums[s], 0, n * sizeof(float), stream[s]))
            return 1;
    }
    const size_t bytes = n * sizeof(float);
    for (int round = 0; round < rounds; round++)
        for (int s = 0; s < 2; s++) {
            cudaMemcpy2DToArrayAsync(array[s], 0, 0, values + (2 * round + s) * n, bytes, bytes, 1,
                                     cudaMemcpyHostToDevice, stream[s]);
            read<<<1, n, 0, stream[s]>>>(texture[s], dev_sums[s]);
        }
    int wrong = 0;
    float sums[n];
    for (int s = 0; s < 2; s++) {
        cudaStreamSynchronize(stream[s]);
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = dev_sums[s];
        resource.res.linear.desc = cudaCreateChannelDesc<float>();
        resource.res.linear.sizeInBytes = bytes;
        cudaTextureObject_t of_sums = texture_of(resource, reading(cudaAddressModeClamp, cudaFilterModePoint));
        negate<<<1, n, 0, stream[s]>>>(of_sums, dev_sums[s]);
        wrong += cudaMemcpy(sums, dev_sums[s], bytes, cudaMemcpyDeviceToHost) != cudaSuccess;
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int round = 0; round < rounds; round++)
                sum += values[(2 * round + s) * n + i];
            wrong += sums[i] != -sum;
        }
        cudaDestroyTextureObject(of_sums);
        cudaDestroyTextureObject(texture[s]);
        cudaFreeArray(array[s]);
        cudaFree(dev_sums[s]);
        cudaStreamDestroy(stream[s]);
    }
    cudaFreeHost(values);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
