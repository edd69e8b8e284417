// SPDX-License-Identifier: MIT
// julia.cu: a Julia set, the complex numbers a struct with operators
// Feature: device constructor and operators in a struct, DIM x DIM grid of single threads
#include <stdio.h>
#include <stdlib.h>
#define DIM 256

struct cuComplex {
    float r;
    float i;
    __host__ __device__ cuComplex(float a, float b) : r(a), i(b) {}
    __host__ __device__ float magnitude2(void)
    {
        return r * r + i * i;
    }
    __host__ __device__ cuComplex operator*(const cuComplex &a)
    {
        return cuComplex(r * a.r - i * a.i, i * a.r + r * a.i);
    }
    __host__ __device__ cuComplex operator+(const cuComplex &a)
    {
        return cuComplex(r + a.r, i + a.i);
    }
};

__host__ __device__ int julia(int x, int y)
{
    const float scale = 1.5;
    float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
    float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
    cuComplex c(-0.8, 0.156);
    cuComplex a(jx, jy);
    int i = 0;
    for (i = 0; i < 200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000)
            return 0;
    }
    return 1;
}

__global__ void kernel(unsigned char *ptr)
{
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int juliaValue = julia(x, y);
    ptr[offset * 4 + 0] = 255 * juliaValue;
    ptr[offset * 4 + 1] = 0;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

struct DataBlock {
    unsigned char *dev_bitmap;
};

int main(void)
{
    DataBlock data;
    unsigned char *bitmap = (unsigned char *)malloc(DIM * DIM * 4);
    if (cudaMalloc((void **)&data.dev_bitmap, DIM * DIM * 4) != cudaSuccess)
        return 1;
    dim3 grid(DIM, DIM);
    kernel<<<grid, 1>>>(data.dev_bitmap);
    if (cudaMemcpy(bitmap, data.dev_bitmap, DIM * DIM * 4, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    int inside = 0, differ = 0;
    for (int y = 0; y < DIM; y++)
        for (int x = 0; x < DIM; x++) {
            inside += bitmap[4 * (x + y * DIM)] == 255;
            differ += (bitmap[4 * (x + y * DIM)] == 255) != julia(x, y);
        }
    printf("%d points of %d inside, %d differ\n", inside, DIM * DIM, differ);
    cudaFree(data.dev_bitmap);
    free(bitmap);
    return !(inside > 100 && differ < 100); // a fused multiplication may move the edge
}
