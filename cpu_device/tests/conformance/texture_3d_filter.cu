// SPDX-License-Identifier: MIT
// texture_3d_filter.cu: linear filters in three dimensions, and in two dimensions of a layer, at quarters of texels,
// where no weight is rounded.

#include "../textures.h"

const int width = 4, height = 3, depth = 3, across = 16;

__global__ void read(cudaTextureObject_t texture, bool layered, float *out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float x = i % across * 0.25f, y = i / across % across * 0.25f, z = i / across / across * 0.25f;
    out[i] = layered ? tex2DLayered<float>(texture, x, y, i / across / across) : tex3D<float>(texture, x, y, z);
}

int main()
{
    float texels[depth * height * width];
    for (int i = 0; i < depth * height * width; i++)
        texels[i] = i * 29 % 64;
    for (bool layered : {false, true}) {
        cudaArray_t array = array_of(texels, width, height, depth, layered ? cudaArrayLayered : 0);
        cudaTextureObject_t texture =
            texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModeLinear));
        results<float> got(across * across * across);
        read<<<across * across * across / 128, 128>>>(texture, layered, got.device);
        got.fetch();
        double sum = 0;
        for (size_t i = 0; i < got.count; i++)
            sum += got.host[i] * (double)(i % 97);
        printf("%s: the sum is %.17g\n", layered ? "layers" : "three dimensions", sum);
        for (int y = 0; y < 8; y++)
            print_row("", got.host + (layered ? 2 : 5) * across * across + y * across, across);
        HANDLE_ERROR(cudaDestroyTextureObject(texture));
        HANDLE_ERROR(cudaFreeArray(array));
    }
    return 0;
}
