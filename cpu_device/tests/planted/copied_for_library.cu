// SPDX-License-Identifier: MIT
// copied_for_library.cu: a library writes out an image of which the kernel has filled a half: no host code looks at it.
// CPU exits 0
// CPU finds uninitialized-copied
// CPU says 2048 of the 4096 bytes that cudaMemcpy() copied at copied_for_library.cu:{copy}
// initcheck exits 3
// initcheck prints Host API memory access error
#include <stdio.h>

const int side = 64;

__global__ void diagonal(unsigned char *image)
{
    int x = threadIdx.x, y = blockIdx.x;
    image[y * side + x] = x == y ? 255 : 1;
}

int main()
{
    static unsigned char image[side * side];
    unsigned char *dev_image;
    cudaMalloc((void **)&dev_image, sizeof image);
#ifndef FIXED
    diagonal<<<side / 2, side>>>(dev_image);
#else
    diagonal<<<side, side>>>(dev_image);
#endif
    cudaMemcpy(image, dev_image, sizeof image, cudaMemcpyDeviceToHost); // {copy}
    FILE *file = fopen("/dev/null", "wb");
    if (file == NULL || fwrite(image, 1, sizeof image, file) != sizeof image || fclose(file) != 0)
        return 1;
    cudaFree(dev_image);
    return 0;
}
