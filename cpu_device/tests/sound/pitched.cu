// SPDX-License-Identifier: MIT
// pitched.cu: a picture with rows from cudaMallocPitch, copied by cudaMemcpy2D from and to pictures of other pitches
// and between two of them; what lies between the rows is never touched.
#include <stdio.h>

const int width = 37, height = 20;

__global__ void blur(const float *in, size_t in_pitch, float *out, size_t out_pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += ((const float *)((const char *)in + (y + dy) * in_pitch))[x + dx];
    ((float *)((char *)out + y * out_pitch))[x] = sum;
}

int main()
{
    static float host[height][width + 5], result[height][width];
    float *in, *out, *copy;
    size_t in_pitch, out_pitch = 200;
    if (cudaMallocPitch(&in, &in_pitch, width * sizeof(float), height) != cudaSuccess ||
        cudaMalloc(&out, (height - 1) * out_pitch + width * sizeof(float)) != cudaSuccess ||
        cudaMalloc(&copy, height * 2 * in_pitch) != cudaSuccess)
        return 1;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            host[y][x] = x * 3 + y * y % 7;
    cudaMemcpy2D(in, in_pitch, host, sizeof host[0], width * sizeof(float), height, cudaMemcpyHostToDevice);
    cudaMemcpy2D(copy, 2 * in_pitch, in, in_pitch, width * sizeof(float), height, cudaMemcpyDeviceToDevice);
    cudaMemset2D(in, in_pitch, 0, width * sizeof(float) / 2, height);
    blur<<<dim3(3, 3), dim3(16, 8)>>>(copy, 2 * in_pitch, out, out_pitch);
    if (cudaMemcpy2D(result, sizeof result[0], out, out_pitch, sizeof result[0], height, cudaMemcpyDeviceToHost) !=
        cudaSuccess)
        return 1;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int j = y - 1; j <= y + 1; j++)
                for (int i = x - 1; i <= x + 1; i++)
                    if (i >= 0 && i < width && j >= 0 && j < height)
                        sum += host[j][i];
            if (result[y][x] != sum)
                return 1;
        }
    cudaFree(in);
    cudaFree(copy);
    return cudaFree(out) != cudaSuccess;
}
