// SPDX-License-Identifier: MIT
// memcpy_2d.cu: rows that lie a pitch apart: cudaMallocPitch, cudaMemcpy2D and cudaMemset2D.

#include <stdio.h>

#include "../handle_error.h"

const int width = 10, height = 4;

__global__ void fill(char *image, size_t pitch)
{
    int x = threadIdx.x, y = threadIdx.y;
    ((int *)(image + y * pitch))[x] = 100 * y + x;
}

static void show(const char *what, const int *numbers, int columns, int rows)
{
    printf("%s\n", what);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            printf("%5d%s", numbers[y * columns + x], x < columns - 1 ? "" : "\n");
}

int main(void)
{
    const size_t row = width * sizeof(int);
    char *dev_image;
    size_t pitch;
    HANDLE_ERROR(cudaMallocPitch((void **)&dev_image, &pitch, row, height));
    printf("the pitch holds a row: %d, and is a multiple of 256: %d\n", pitch >= row, pitch % 256 == 0);

    int image[height * width];
    HANDLE_ERROR(cudaMemset(dev_image, 0, pitch * height));
    fill<<<1, dim3(width, height)>>>(dev_image, pitch);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy2D(image, row, dev_image, pitch, row, height, cudaMemcpyDeviceToHost));
    show("filled by a kernel", image, width, height);

    // a rectangle of 3 by 2 out of the middle
    int part[2 * 3];
    HANDLE_ERROR(cudaMemcpy2D(part, 3 * sizeof(int), dev_image + pitch + 4 * sizeof(int), pitch, 3 * sizeof(int), 2,
                              cudaMemcpyDeviceToHost));
    show("a part of it", part, 3, 2);

    // and back to another place
    for (int i = 0; i < 6; i++)
        part[i] = -11 - i;
    HANDLE_ERROR(
        cudaMemcpy2D(dev_image + 2 * pitch, pitch, part, 3 * sizeof(int), 3 * sizeof(int), 2, cudaMemcpyHostToDevice));
    // all bytes of 2 by 3 elements become 255
    HANDLE_ERROR(cudaMemset2D(dev_image + 8 * sizeof(int), pitch, 255, 2 * sizeof(int), 3));
    HANDLE_ERROR(cudaMemcpy2D(image, row, dev_image, pitch, row, height, cudaMemcpyDeviceToHost));
    show("written again", image, width, height);

    // from device to device, into rows without gaps; the direction left to the pointers
    int *dev_dense;
    HANDLE_ERROR(cudaMalloc((void **)&dev_dense, height * row));
    HANDLE_ERROR(cudaMemcpy2D(dev_dense, row, dev_image, pitch, row, height, cudaMemcpyDeviceToDevice));
    HANDLE_ERROR(cudaMemset2D(dev_dense, row, 0, row, 2));
    HANDLE_ERROR(cudaMemcpy2D(image, row, dev_dense, row, row, height, cudaMemcpyDefault));
    show("dense", image, width, height);

    // nothing
    HANDLE_ERROR(cudaMemcpy2D(image, row, dev_dense, row, 0, height, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy2D(image, row, dev_dense, row, row, 0, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemset2D(dev_dense, row, 0, 0, height));
    HANDLE_ERROR(cudaMemset2D(dev_dense, row, 0, row, 0));

    HANDLE_ERROR(cudaFree(dev_dense));
    HANDLE_ERROR(cudaFree(dev_image));
    return 0;
}
