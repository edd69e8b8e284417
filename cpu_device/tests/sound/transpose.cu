// SPDX-License-Identifier: MIT
// transpose.cu: a matrix is transposed by tiles of 32 x 32, by 32 x 8 threads, with a column of padding in shared
// memory.
#include <stdio.h>

const int tile = 32, step = 8, width = 100, height = 75;

template <class T> __global__ void transpose(T *out, const T *in)
{
    __shared__ T cache[tile][tile + 1];
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    for (int i = 0; i < tile; i += step)
        if (x < width && y + i < height)
            cache[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int i = 0; i < tile; i += step)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = cache[threadIdx.x][threadIdx.y + i];
}

template <class T> bool test()
{
    static T host[width * height], result[width * height];
    T *in, *out;
    for (int i = 0; i < width * height; i++)
        host[i] = (T)i;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess ||
        cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess)
        return false;
    dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
    transpose<<<grid, dim3(tile, step)>>>(out, in);
    if (cudaGetLastError() != cudaSuccess ||
        cudaMemcpy(result, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (result[x * height + y] != host[y * width + x])
                return false;
    return cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess;
}

int main()
{
    return !(test<float>() && test<double>() && test<unsigned char>() && test<short>());
}
