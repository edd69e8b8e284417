// SPDX-License-Identifier: MIT
// texture_errors.cu: calls about arrays, textures and surfaces that cannot be, and the errors that they return.
// Errors on purpose.

#include "../textures.h"

#define SHOW(call)                                                                                                     \
    do {                                                                                                               \
        cudaError_t error = call;                                                                                      \
        (void)cudaGetLastError();                                                                                      \
        printf("%s: %s\n", #call, cudaGetErrorName(error));                                                            \
    } while (0)

int main()
{
    const cudaChannelFormatDesc number = cudaCreateChannelDesc<float>(), integer = cudaCreateChannelDesc<int>();
    const cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    const cudaChannelFormatDesc mixed = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
    cudaArray_t array, integers;
    SHOW(cudaMallocArray(&array, &number, 0, 0));
    SHOW(cudaMallocArray(&array, &number, 1 << 30, 0));
    SHOW(cudaMallocArray(NULL, &number, 4, 4));
    SHOW(cudaMallocArray(&array, &three, 4, 4));
    SHOW(cudaMallocArray(&array, &mixed, 4, 4));
    SHOW(cudaMalloc3DArray(&array, &number, make_cudaExtent(4, 4, 0), cudaArrayLayered));
    SHOW(cudaMalloc3DArray(&array, &number, make_cudaExtent(4, 0, 3), 0));
    SHOW(cudaMalloc3DArray(&array, &number, make_cudaExtent(4, 4, 5), cudaArrayCubemap));
    SHOW(cudaMallocArray(&array, &number, 4, 4));
    SHOW(cudaMallocArray(&integers, &integer, 4, 4));

    float texels[64] = {};
    const size_t row = 4 * sizeof(float);
    SHOW(cudaMemcpy2DToArray(array, 0, 0, texels, row, row, 5, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 4, 0, texels, row, row, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, texels, row / 2, row, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, texels, row, row, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy2DToArray(NULL, 0, 0, texels, row, row, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, texels, row, row, 4, cudaMemcpyHostToDevice));

    cudaResourceDesc resource = resource_of(array);
    cudaTextureDesc plain = {}, linear = plain, normalized = plain;
    linear.filterMode = cudaFilterModeLinear;
    normalized.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t texture;
    SHOW(cudaCreateTextureObject(&texture, NULL, &plain, NULL));
    SHOW(cudaCreateTextureObject(NULL, &resource, &plain, NULL));
    SHOW(cudaCreateTextureObject(&texture, &resource, &normalized, NULL));
    resource.res.array.array = integers;
    SHOW(cudaCreateTextureObject(&texture, &resource, &linear, NULL));
    SHOW(cudaCreateTextureObject(&texture, &resource, &normalized, NULL));
    resource.res.array.array = NULL;
    SHOW(cudaCreateTextureObject(&texture, &resource, &plain, NULL));

    float *dev_data;
    HANDLE_ERROR(cudaMalloc((void **)&dev_data, 4096));
    resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dev_data + 1;
    resource.res.linear.desc = number;
    resource.res.linear.sizeInBytes = 1024;
    SHOW(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    resource.res.linear.devPtr = NULL;
    SHOW(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = dev_data;
    resource.res.pitch2D.desc = number;
    resource.res.pitch2D.width = resource.res.pitch2D.height = 4;
    resource.res.pitch2D.pitchInBytes = 16;
    SHOW(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    resource.res.pitch2D.pitchInBytes = 32;
    SHOW(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    SHOW(cudaDestroyTextureObject(texture));
    SHOW(cudaGetTextureObjectResourceDesc(&resource, texture));
    SHOW(cudaFreeArray(NULL));
    SHOW(cudaFreeArray(array));
    SHOW(cudaFreeArray(integers));
    SHOW(cudaFree(dev_data));
    return 0;
}
