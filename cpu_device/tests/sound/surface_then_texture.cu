// SPDX-License-Identifier: MIT
// surface_then_texture.cu: one launch writes an array through a surface, the next one reads it through a texture, with
// other threads for the same texels; a third one changes each texel where it is, reading it before it writes.
#include "../textures.h"

const int size = 48, threads = 16;

__global__ void paint(cudaSurfaceObject_t image)
{
    int x = threadIdx.x + blockIdx.x * threads, y = threadIdx.y + blockIdx.y * threads;
    surf2Dwrite(make_float2(x, y), image, x * (int)sizeof(float2), y);
}

__global__ void turn(cudaTextureObject_t image, float2 *out)
{
    int x = threadIdx.x + blockIdx.x * threads, y = threadIdx.y + blockIdx.y * threads;
    out[y * size + x] = tex2D<float2>(image, y + 0.5f, x + 0.5f);
}

__global__ void halve(cudaSurfaceObject_t image)
{
    int x = (threadIdx.x + blockIdx.x * threads) * sizeof(float2), y = threadIdx.y + blockIdx.y * threads;
    float2 pixel = surf2Dread<float2>(image, x, y);
    surf2Dwrite(make_float2(pixel.x / 2, pixel.y / 2), image, x, y);
}

int main()
{
    static float2 out[size][size], whole[size][size];
    cudaArray_t array = array_of((float2 *)NULL, size, size, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = surface_of(array);
    cudaTextureObject_t texture = texture_of(resource_of(array), reading(cudaAddressModeClamp, cudaFilterModePoint));
    float2 *dev_out, *dev_whole;
    if (cudaMalloc(&dev_out, sizeof out) || cudaMalloc(&dev_whole, sizeof out))
        return 1;
    const dim3 grid(size / threads, size / threads), block(threads, threads);
    paint<<<grid, block>>>(surface);
    turn<<<grid, block>>>(texture, dev_whole);
    halve<<<grid, block>>>(surface);
    turn<<<grid, block>>>(texture, dev_out);
    cudaDestroySurfaceObject(surface);
    cudaMemcpy(whole, dev_whole, sizeof out, cudaMemcpyDeviceToHost);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(dev_out);
    cudaFree(dev_whole);
    int wrong = error != cudaSuccess;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            wrong += whole[y][x].x != y || whole[y][x].y != x || out[y][x].x != y / 2.f || out[y][x].y != x / 2.f;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
