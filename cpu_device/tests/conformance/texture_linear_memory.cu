// SPDX-License-Identifier: MIT
// texture_linear_memory.cu: tex1Dfetch() reads linear memory through a texture object: every type of texel, integers as
// normalized floats, and 0 beyond the end.

#include "../textures.h"

const int n = 8;

template <class Texel> __global__ void fetch(cudaTextureObject_t texture, Texel *out)
{
    int i = threadIdx.x;
    out[i] = tex1Dfetch<Texel>(texture, i);
    tex1Dfetch(&out[n + i], texture, i); // the other form
}

__global__ void fetch_around(cudaTextureObject_t texture, int first, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(texture, first + (int)threadIdx.x);
}

template <class Texel>
static cudaTextureObject_t linear(void *data, size_t bytes, cudaTextureReadMode mode = cudaReadModeElementType)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = cudaCreateChannelDesc<Texel>();
    resource.res.linear.sizeInBytes = bytes;
    return texture_of(resource, reading(cudaAddressModeClamp, cudaFilterModePoint, false, mode));
}

template <class Texel, class Channel> static void test(const char *name)
{
    const int channels = sizeof(Texel) / sizeof(Channel);
    Channel data[n * channels];
    for (int i = 0; i < n * channels; i++)
        data[i] = (Channel)(i * 37 - 100);
    void *dev_data;
    HANDLE_ERROR(cudaMalloc(&dev_data, sizeof data));
    HANDLE_ERROR(cudaMemcpy(dev_data, data, sizeof data, cudaMemcpyHostToDevice));
    cudaTextureObject_t texture = linear<Texel>(dev_data, sizeof data);
    results<Texel> got(2 * n);
    fetch<<<1, n>>>(texture, got.device);
    bool same = memcmp(got.fetch(), data, sizeof data) == 0 && memcmp(got.host + n, data, sizeof data) == 0;
    printf("%-7s %s\n", name, same ? "as it was" : "WRONG");
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFree(dev_data));
}

template <class Texel> static void test_normalized(const char *name, const Texel (&data)[n])
{
    void *dev_data;
    HANDLE_ERROR(cudaMalloc(&dev_data, sizeof data));
    HANDLE_ERROR(cudaMemcpy(dev_data, data, sizeof data, cudaMemcpyHostToDevice));
    cudaTextureObject_t texture = linear<Texel>(dev_data, sizeof data, cudaReadModeNormalizedFloat);
    results<float> got(n + 4);
    fetch_around<<<1, n + 4>>>(texture, -2, got.device);
    print_row(name, got.fetch(), n + 4);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFree(dev_data));
}

int main()
{
    test<signed char, signed char>("char");
    test<uchar2, unsigned char>("uchar2");
    test<uchar4, unsigned char>("uchar4");
    test<short, short>("short");
    test<ushort4, unsigned short>("ushort4");
    test<int, int>("int");
    test<uint2, unsigned>("uint2");
    test<int4, int>("int4");
    test<float, float>("float");
    test<float1, float>("float1");
    test<float2, float>("float2");
    test<float4, float>("float4");
    test_normalized<unsigned char>("unsigned char", {0, 1, 2, 51, 127, 128, 254, 255});
    test_normalized<signed char>("signed char", {0, 1, -1, 63, 127, -126, -127, -128});
    test_normalized<unsigned short>("unsigned short", {0, 1, 2, 13107, 32767, 32768, 65534, 65535});
    test_normalized<short>("short", {0, 1, -1, 16383, 32767, -32766, -32767, -32768});
    return 0;
}
