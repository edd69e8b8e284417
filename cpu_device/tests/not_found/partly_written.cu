// SPDX-License-Identifier: MIT
// partly_written.cu: a struct is read of which one member was never written. What is missing may be padding, so a read
// is let pass if any of its bytes has been written.
// CPU exits 0
#include <stdio.h>

struct point {
    short x, y;
};

__device__ unsigned bits(const point *p)
{
    return *(const unsigned *)p; // as a copy of the whole struct is
}

__global__ void half(point *points, unsigned *out)
{
    __shared__ point near;
    near.x = points->x = 1; // and no y
    out[0] = bits(&near);
    out[1] = bits(points);
}

int main()
{
    point *dev_points;
    unsigned *dev_out;
    if (cudaMalloc(&dev_points, sizeof(point)) || cudaMalloc(&dev_out, 2 * sizeof(unsigned)))
        return 1;
    half<<<1, 1>>>(dev_points, dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_points) || cudaFree(dev_out);
}
