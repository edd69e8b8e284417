// SPDX-License-Identifier: MIT
// texture_filter.cu: linear filters. The place between two texels is rounded to 1/256, halves up; in two dimensions the
// weight of the last of the four texels is the product of both, rounded again, and the others follow from that.
// Integers of 8 and 16 bits are filtered as 16 bits.

#include "../textures.h"

__global__ void read_1d(cudaTextureObject_t texture, float first, float step, float *out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[i] = tex1D<float>(texture, first + i * step); // exact: the step is a power of two
}

__global__ void read_2d(cudaTextureObject_t texture, float first, float step, float *out)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * blockDim.x + x] = tex2D<float>(texture, first + x * step, first + y * step);
}

// In exact arithmetic where the texels are small integers.
static float expected(float x, float y, const float (*texels)[4])
{
    int u = (int)floorf((x - 0.5f) * 256 + 0.5f), v = (int)floorf((y - 0.5f) * 256 + 0.5f);
    int i = u >> 8, j = v >> 8, a = u & 255, b = v & 255, ab = (a * b + 128) >> 8;
    auto at = [&](int j, int i) { return texels[j < 0 ? 0 : j > 3 ? 3 : j][i < 0 ? 0 : i > 3 ? 3 : i]; };
    return (at(j, i) * (256 - a - b + ab) + at(j, i + 1) * (a - ab) + at(j + 1, i) * (b - ab) + at(j + 1, i + 1) * ab) /
           256;
}

int main()
{
    const float row[] = {0, 1, 3, 2, 1000, -5};
    cudaArray_t array = array_of(row, 6);
    cudaTextureObject_t texture = texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModeLinear));
    results<float> line(1024);
    read_1d<<<4, 256>>>(texture, -1, 1 / 8.f, line.device);
    print_row("in steps of 1/8", line.fetch(), 64);
    read_1d<<<4, 256>>>(texture, 0.5f, 1 / 1024.f, line.device);
    print_row("in steps of 1/1024", line.fetch(), 24);
    int wrong = 0;
    for (int i = 0; i < 1024; i++)
        wrong += line.host[i] != (float)((i + 2) / 4) / 256;
    printf("the weight is rounded to 1/256, halves up: %d of 1024 wrong\n", wrong);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));

    const float square[4][4] = {{0, 10, 20, 30}, {7, 64, 3, 5}, {100, -50, 200, 1}, {2, 4, 8, 16}};
    array = array_of(square[0], 4, 4);
    texture = texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModeLinear));
    results<float> plane(300 * 300);
    read_2d<<<300, 300>>>(texture, -0.25f, 1 / 64.f, plane.device);
    plane.fetch();
    wrong = 0;
    for (int y = 0; y < 300; y++)
        for (int x = 0; x < 300; x++)
            wrong += plane.host[y * 300 + x] != expected(-0.25f + x / 64.f, -0.25f + y / 64.f, square);
    print_row("two dimensions", plane.host + 300 * 111 + 100, 12);
    printf("two dimensions: %d of 90000 wrong\n", wrong);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));

    const unsigned char bytes[] = {0, 255, 128, 7};
    array = array_of(bytes, 4);
    texture = texture_of(resource_of(array),
                         reading(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat));
    read_1d<<<4, 256>>>(texture, 0, 1 / 16.f, line.device);
    print_row("bytes", line.fetch(), 64);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));

    const short shorts[] = {-32768, 32767, 1, -7};
    array = array_of(shorts, 4);
    texture = texture_of(resource_of(array),
                         reading(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat));
    read_1d<<<4, 256>>>(texture, 0, 1 / 16.f, line.device);
    print_row("shorts", line.fetch(), 64);
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));
    return 0;
}
