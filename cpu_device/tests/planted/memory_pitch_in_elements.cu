// SPDX-License-Identifier: MIT
// memory_pitch_in_elements.cu: rows from cudaMallocPitch(), and the pitch is divided by the size of an element, of
// which it is no multiple.
// CPU exits 3
// CPU finds uninitialized-global: reads {read}
// CPU says That is past the end of row 0: of the 512 bytes from one row to the next (the pitch), a row has 396
// CPU says row y begins at (char *)pointer + y * pitch
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include <stdio.h>

const int rows = 2, columns = 33;

struct colour {
    float r, g, b;
};

__global__ void reds(const colour *image, size_t pitch, float *out)
{
#ifdef FIXED
    const colour *row = (const colour *)((const char *)image + blockIdx.x * pitch);
#else
    const colour *row = image + blockIdx.x * (pitch / sizeof(colour));
#endif
    out[blockIdx.x * columns + threadIdx.x] = row[threadIdx.x].r; // {read}
}

int main()
{
    static colour image[rows][columns];
    float out[rows * columns], *dev_out;
    colour *dev_image;
    size_t pitch;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            image[y][x].r = (float)(100 * y + x);
    if (cudaMallocPitch(&dev_image, &pitch, sizeof image[0], rows) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy2D(dev_image, pitch, image, sizeof image[0], sizeof image[0], rows, cudaMemcpyHostToDevice) !=
            cudaSuccess)
        return 1;
    reds<<<rows, columns>>>(dev_image, pitch, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_image);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[columns]);
#ifdef FIXED
    for (int i = 0; i < rows * columns; i++)
        if (!(out[i] == (float)(100 * (i / columns) + i % columns)))
            return 1;
#endif
    return error != cudaSuccess;
}
