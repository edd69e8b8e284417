// SPDX-License-Identifier: MIT
// texture_pitch_2d.cu: a texture of pitched linear memory, which a kernel writes and the next one reads: with filters,
// and without.

#include "../textures.h"

const int width = 40, height = 6;

__global__ void write(float *image, size_t pitch)
{
    float *row = (float *)((char *)image + blockIdx.x * pitch);
    row[threadIdx.x] = threadIdx.x * 3 % 16 + blockIdx.x * 32;
}

__global__ void read(cudaTextureObject_t texture, float offset, float *out)
{
    out[blockIdx.x * width + threadIdx.x] = tex2D<float>(texture, threadIdx.x + offset, blockIdx.x + offset);
}

int main()
{
    float *dev_image;
    size_t pitch;
    HANDLE_ERROR(cudaMallocPitch(&dev_image, &pitch, width * sizeof(float), height));
    write<<<height, width>>>(dev_image, pitch);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = dev_image;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    results<float> got(width * height);
    for (int filter = 0; filter < 2; filter++) {
        cudaTextureObject_t texture =
            texture_of(resource, reading(cudaAddressModeClamp, (cudaTextureFilterMode)filter));
        read<<<height, width>>>(texture, filter ? 0.75f : 0.5f, got.device);
        got.fetch();
        for (int y = 0; y < height; y++)
            print_row(filter ? "linear" : "point", got.host + y * width, width);
        HANDLE_ERROR(cudaDestroyTextureObject(texture));
    }
    HANDLE_ERROR(cudaFree(dev_image));
    return 0;
}
