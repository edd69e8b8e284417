// SPDX-License-Identifier: MIT
// copied_rows_and_columns.cu: the grid has as many blocks in x as there are in y, and the image is wider than high.
// CPU exits 3
// CPU finds uninitialized-on-host
// CPU says 8192 of the 24576 bytes that cudaMemcpy() copied
// CPU says Kernel gradient has written other parts of this memory: is its grid too small, or an index wrong?
// initcheck exits 3
// initcheck prints Host API memory access error
#include <stdio.h>
#include <vector>

const int width = 96, height = 64, side = 16;

__global__ void gradient(float *image, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        image[y * w + x] = x + 1000 * y + 1;
}

int main()
{
    std::vector<float> image(width * height);
    float *dev_image, darkest = 1e30f;
    cudaMalloc((void **)&dev_image, image.size() * sizeof(float));
#ifndef FIXED
    dim3 blocks(height / side, width / side);
#else
    dim3 blocks(width / side, height / side);
#endif
    gradient<<<blocks, dim3(side, side)>>>(dev_image, width, height);
    cudaMemcpy(image.data(), dev_image, image.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (float brightness : image)
        darkest = brightness < darkest ? brightness : darkest;
    printf("%g\n", darkest);
    cudaFree(dev_image);
#ifdef FIXED
    return darkest != 1;
#endif
    return 0;
}
