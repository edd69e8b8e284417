// SPDX-License-Identifier: MIT
// global_pixel_mask.cu: a mask has one bit a pixel, and eight threads set the bits of the same byte with |=.
// CPU exits 3
// CPU finds race-global: writes {set}, at {set}
// CPU says use atomicOr(), which has no version for unsigned char
// all exits 0
#include "../kernel_run.h"

const int width = 32, height = 6, line = width / 8;

__global__ void threshold(const short *picture, unsigned char *mask)
{
    int x = threadIdx.x, y = threadIdx.y;
#ifndef FIXED
    if (picture[y * width + x] >= 0)
        mask[y * line + x / 8] |= 1 << x % 8; // {set}
#else
    unsigned bits = __ballot_sync(0xffffffff, picture[y * width + x] >= 0);
    if (x < line)
        mask[y * line + x] = (unsigned char)(bits >> 8 * x);
#endif
}

int main()
{
    short picture[height * width];
    for (int i = 0; i < height * width; i++)
        picture[i] = (short)(i % 3 - 1);
    device_array<short> dev_picture(height * width, picture);
    device_array<unsigned char> mask(height * line, zeros);
    threshold<<<1, dim3(width, height)>>>(dev_picture, mask);
    if (finish(mask) != 0)
        return 1;
#ifdef FIXED
    for (int i = 0; i < height * width; i++)
        if ((mask.on_host[i / 8] >> i % 8 & 1) != (picture[i] >= 0))
            return 1;
#endif
    return 0;
}
