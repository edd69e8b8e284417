// SPDX-License-Identifier: MIT
// texture_written_before.cu: a kernel scales an image, then reads it through a texture, which may miss that.
// CPU exits 3
// CPU finds stale-texture: writes {write}, reads {read}
// CPU says kernel scale_and_smooth, block (0,0,0), image[0] (512 bytes from cudaMalloc
// CPU says at texture_written_before.cu:{memory}
// all exits 0
#include "../textures.h"

const int n = 128;

#ifndef FIXED
__global__ void scale_and_smooth(cudaTextureObject_t texture, float *image, float *out)
{
    int i = threadIdx.x;
    image[i] *= 2; // {write}
    __syncthreads();
    float left = tex1Dfetch<float>(texture, max(i - 1, 0)); // {read}
    float right = tex1Dfetch<float>(texture, min(i + 1, n - 1));
    out[i] = (left + tex1Dfetch<float>(texture, i) + right) / 3;
}
#else
__global__ void scale(float *image)
{
    image[threadIdx.x] *= 2;
}

__global__ void smooth(cudaTextureObject_t texture, float *out)
{
    int i = threadIdx.x;
    float left = tex1Dfetch<float>(texture, max(i - 1, 0)), right = tex1Dfetch<float>(texture, min(i + 1, n - 1));
    out[i] = (left + tex1Dfetch<float>(texture, i) + right) / 3;
}
#endif

int main()
{
    float values[n], *dev_image, *dev_out;
    for (int i = 0; i < n; i++)
        values[i] = i % 10;
    if (cudaMalloc(&dev_image, sizeof values) || // {memory}
        cudaMalloc(&dev_out, sizeof values) || cudaMemcpy(dev_image, values, sizeof values, cudaMemcpyHostToDevice))
        return 1;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dev_image;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof values;
    cudaTextureObject_t texture = texture_of(resource, reading(cudaAddressModeClamp, cudaFilterModePoint));
#ifndef FIXED
    scale_and_smooth<<<1, n>>>(texture, dev_image, dev_out);
#else
    scale<<<1, n>>>(dev_image);
    smooth<<<1, n>>>(texture, dev_out);
#endif
    cudaError_t error = cudaMemcpy(values, dev_out, sizeof values, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(texture);
    cudaFree(dev_image);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), values[5]);
    return error != cudaSuccess;
}
