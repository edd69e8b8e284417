// SPDX-License-Identifier: MIT
// streams_columns.cu: two streams copy the left and the right columns of a picture, and the right ones begin one column
// too early.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemcpy2DAsync() at streams_columns.cu:{right} writes
// CPU says cudaMemcpy2DAsync() at streams_columns.cu:{left} writes
// all exits 0
#include <stdio.h>

const int width = 64, height = 48, half = width / 2;

int main()
{
    int *in, *dev, out[width * height], wrong = 0;
    cudaStream_t left, right;
    if (cudaMallocHost(&in, width * height * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev, width * height * sizeof(int)) != cudaSuccess || cudaStreamCreate(&left) != cudaSuccess ||
        cudaStreamCreate(&right) != cudaSuccess)
        return 1;
    for (int i = 0; i < width * height; i++)
        in[i] = i;
#ifndef FIXED
    const int begin = half - 1;
#else
    const int begin = half;
#endif
    const size_t pitch = width * sizeof(int);
    cudaMemcpy2DAsync(dev, pitch, in, pitch, half * sizeof(int), height, cudaMemcpyHostToDevice, left); // {left}
    cudaMemcpy2DAsync(dev + begin, pitch, in + begin, pitch, (width - begin) * sizeof(int), height,     // {right}
                      cudaMemcpyHostToDevice, right);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < width * height; i++)
        wrong += out[i] != i;
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
    cudaFree(dev);
    cudaFreeHost(in);
    printf("%s, %s\n", cudaGetErrorString(error), wrong ? "wrong" : "right");
#ifdef FIXED
    if (wrong)
        return 1;
#endif
    return error != cudaSuccess;
}
