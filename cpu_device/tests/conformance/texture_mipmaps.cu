// SPDX-License-Identifier: MIT
// texture_mipmaps.cu: the levels of a mipmapped array, read by tex2DLod() with the nearest level and with a filter
// between two, and tex2Dgather().

#include "../textures.h"

const int size = 8, levels = 4, steps = 48;

__global__ void read(cudaTextureObject_t texture, float x, float y, float *out)
{
    out[threadIdx.x] = tex2DLod<float>(texture, x, y, -1 + (int)threadIdx.x / 8.f);
}

__global__ void gather(cudaTextureObject_t texture, float4 *out)
{
    out[threadIdx.x] = tex2Dgather<float4>(texture, threadIdx.x % 4 * 2 + 0.25f, threadIdx.x / 4 * 2 + 0.75f);
}

int main()
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    HANDLE_ERROR(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(size, size, 0), levels));
    for (int level = 0; level < levels; level++) {
        cudaArray_t array;
        cudaExtent extent;
        HANDLE_ERROR(cudaGetMipmappedArrayLevel(&array, mipmap, level));
        HANDLE_ERROR(cudaArrayGetInfo(NULL, &extent, NULL, array));
        float texels[size * size];
        for (int i = 0; i < size * size; i++)
            texels[i] = 1000 * level + i;
        const size_t row = extent.width * sizeof(float);
        HANDLE_ERROR(cudaMemcpy2DToArray(array, 0, 0, texels, row, row, extent.height, cudaMemcpyHostToDevice));
        printf("level %d: %zu x %zu\n", level, extent.width, extent.height);
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    results<float> got(steps);
    for (int filter = 0; filter < 2; filter++) {
        cudaTextureDesc description = reading(cudaAddressModeClamp, cudaFilterModePoint, true);
        description.mipmapFilterMode = (cudaTextureFilterMode)filter;
        description.maxMipmapLevelClamp = 2;
        cudaTextureObject_t texture = texture_of(resource, description);
        read<<<1, steps>>>(texture, 0.3f, 0.7f, got.device);
        print_row(filter ? "between two levels" : "the nearest level", got.fetch(), steps);
        HANDLE_ERROR(cudaDestroyTextureObject(texture));
    }
    HANDLE_ERROR(cudaFreeMipmappedArray(mipmap));

    float texels[size * size];
    for (int i = 0; i < size * size; i++)
        texels[i] = i;
    cudaArray_t array = array_of(texels, size, size, 0, cudaArrayTextureGather);
    cudaTextureObject_t texture = texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModePoint));
    results<float4> four(16);
    gather<<<1, 16>>>(texture, four.device);
    four.fetch();
    for (int i = 0; i < 16; i++)
        printf("gathered: %g %g %g %g\n", four.host[i].x, four.host[i].y, four.host[i].z, four.host[i].w);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));
    return 0;
}
