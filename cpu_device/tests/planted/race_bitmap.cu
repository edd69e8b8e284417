// SPDX-License-Identifier: MIT
// race_bitmap.cu: each pixel is read from the far corner of its square, where another thread may not have stored yet.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel paint, block (0,0,0), square
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_bitmap.cu:{write}
#include <stdio.h>

const int side = 16, width = 64;

__global__ void paint(unsigned char *pixels)
{
    __shared__ float square[side][side];
    int x = threadIdx.x, y = threadIdx.y;
    square[x][y] = 16 * x + y; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    int column = x + blockIdx.x * side, row = y + blockIdx.y * side;
    pixels[row * width + column] = square[side - 1 - x][side - 1 - y]; // {read}
}

int main()
{
    static unsigned char pixels[width * width];
    unsigned char *dev_pixels;
    if (cudaMalloc(&dev_pixels, sizeof pixels) != cudaSuccess)
        return 1;
    paint<<<dim3(width / side, width / side), dim3(side, side)>>>(dev_pixels);
    cudaError_t error = cudaMemcpy(pixels, dev_pixels, sizeof pixels, cudaMemcpyDeviceToHost);
    cudaFree(dev_pixels);
    printf("%s, %d\n", cudaGetErrorString(error), pixels[0]);
#ifdef FIXED
    for (int i = 0; i < width * width; i++)
        if (pixels[i] != 255 - 16 * (i % width % side) - i / width % side)
            return 1;
#endif
    return error != cudaSuccess;
}
