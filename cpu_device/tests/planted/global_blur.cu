// SPDX-License-Identifier: MIT
// global_blur.cu: a grey picture is blurred where it lies: some pixels around are still sharp, some are not.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int side = 16;

__global__ void blur(const unsigned char *from, unsigned char *to)
{
    int x = threadIdx.x, y = threadIdx.y, sum = 0, count = 0;
    for (int j = max(y - 1, 0); j <= min(y + 1, side - 1); j++)
        for (int i = max(x - 1, 0); i <= min(x + 1, side - 1); i++) {
            sum += from[j * side + i]; // {read}
            count++;
        }
    to[y * side + x] = (unsigned char)(sum / count); // {write}
}

int main()
{
    const int size = side * side;
    unsigned char *dev_from, *dev_to, picture[size];
    for (int i = 0; i < size; i++)
        picture[i] = i % 2 ? 200 : (unsigned char)(i / 2);
    if (cudaMalloc(&dev_from, size) != cudaSuccess || cudaMalloc(&dev_to, size) != cudaSuccess ||
        cudaMemcpy(dev_from, picture, size, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    unsigned char *result = dev_from;
#ifdef FIXED
    result = dev_to;
#endif
    blur<<<1, dim3(side, side)>>>(dev_from, result);
    unsigned char blurred[size];
    cudaError_t error = cudaMemcpy(blurred, result, size, cudaMemcpyDeviceToHost);
    cudaFree(dev_from);
    cudaFree(dev_to);
    printf("%s, %d\n", cudaGetErrorString(error), blurred[0]);
#ifdef FIXED
    if (blurred[0] != (picture[0] + picture[1] + picture[side] + picture[side + 1]) / 4)
        return 1;
#endif
    return error != cudaSuccess;
}
