// SPDX-License-Identifier: MIT
// texture_point.cu: textures of arrays in one, two and three dimensions, layered and as a cubemap, without filters:
// each texel is where it was put; layers are clamped.

#include "../textures.h"

const int width = 5, height = 4, depth = 3;

__global__ void read_1d(cudaTextureObject_t texture, short *out)
{
    int i = threadIdx.x;
    out[i] = tex1D<short>(texture, i + 0.5f);
}

__global__ void read_2d(cudaTextureObject_t texture, int2 *out)
{
    int i = threadIdx.x;
    tex2D(&out[i], texture, i % width + 0.75f, i / width + 0.25f);
}

__global__ void read_3d(cudaTextureObject_t texture, float *out)
{
    int i = threadIdx.x;
    out[i] = tex3D<float>(texture, i % width + 0.5f, i / width % height + 0.5f, i / width / height + 0.5f);
}

__global__ void read_layers(cudaTextureObject_t texture, float *out)
{
    int i = threadIdx.x;
    out[i] = tex2DLayered<float>(texture, i % width + 0.5f, i / width % height + 0.5f, i / width / height);
}

__global__ void read_rows(cudaTextureObject_t texture, float *out)
{
    int i = threadIdx.x;
    out[i] = tex1DLayered<float>(texture, i % width + 0.5f, i / width);
}

__global__ void read_cube(cudaTextureObject_t texture, float *out)
{
    const float x[] = {1, -1, 0.5f, 0.5f, 0.5f, 0.5f}, y[] = {0.5f, 0.5f, 1, -1, 0.5f, 0.5f};
    const float z[] = {0.5f, 0.5f, 0.5f, 0.5f, 1, -1};
    int face = threadIdx.x;
    out[face] = texCubemap<float>(texture, x[face], y[face], z[face]);
}

template <class Texel, class Kernel>
static void test(const char *what, Kernel kernel, int w, int h, int d, unsigned flags)
{
    const int n = w * (h ? h : 1) * (d ? d : 1);
    Texel texels[100] = {};
    for (int i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof(Texel) / 2; k++)
            ((short *)&texels[i])[k] = (short)(100 * i + k);
    cudaArray_t array = array_of(texels, w, h, d, flags);
    cudaTextureObject_t texture = texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModePoint));
    results<Texel> got(n);
    kernel<<<1, n>>>(texture, got.device);
    printf("%s: %s\n", what, memcmp(got.fetch(), texels, n * sizeof(Texel)) == 0 ? "as it was" : "WRONG");
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));
}

int main()
{
    test<short>("one dimension", read_1d, width, 0, 0, 0);
    test<int2>("two dimensions", read_2d, width, height, 0, 0);
    test<float>("three dimensions", read_3d, width, height, depth, 0);
    test<float>("layers", read_layers, width, height, depth, cudaArrayLayered);
    test<float>("rows in layers", read_rows, width, 0, depth, cudaArrayLayered);

    float faces[6 * 4];
    for (int i = 0; i < 24; i++)
        faces[i] = i / 4 * 10 + i % 4;
    cudaArray_t array = array_of(faces, 2, 2, 6, cudaArrayCubemap);
    cudaTextureObject_t texture =
        texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModePoint, true));
    results<float> got(6);
    read_cube<<<1, 6>>>(texture, got.device);
    print_row("cubemap", got.fetch(), 6);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));
    return 0;
}
