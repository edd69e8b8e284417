// SPDX-License-Identifier: MIT
// beside_last_row.cu: the last block of rows goes beyond the picture; the blocks before it count bright pixels with ++.
// CPU exits 1
// CPU finds illegal-address: at {load}
// CPU finds race-between-blocks: writes {count}, at {count}
// all exits 0
#include "../kernel_run.h"

const int width = 10, height = 13, rows = 4;

__global__ void count_bright(const unsigned char *picture, int *bright)
{
    int y = blockIdx.x * rows + threadIdx.x, count = 0;
#ifdef FIXED
    if (y >= height)
        return;
#endif
    for (int x = 0; x < width; x++)
        count += picture[y * width + x] > 127; // {load}
#ifndef FIXED
    if (threadIdx.x == 0)
        *bright += count; // {count}
#else
    atomicAdd(bright, count);
#endif
}

int main()
{
    device_array<unsigned char> picture(height * width, [](int i) { return i % 5 == 0 ? 200 : 30; });
    device_array<int> bright(1, zeros);
    count_bright<<<(height + rows - 1) / rows, rows>>>(picture, bright);
    return check_fixed(bright, width * height / 5);
}
