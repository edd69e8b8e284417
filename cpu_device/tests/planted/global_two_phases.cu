// SPDX-License-Identifier: MIT
// global_two_phases.cu: rows first, then columns, through a scratch buffer; nothing stands between the two phases.
// CPU exits 3
// CPU finds race-global: writes {rows}, reads {columns}
// all exits 0
#include "../kernel_run.h"

const int width = 12, height = 10;

// Sums over three neighbours in a row, and then three such sums in a column: each block has a picture of its own.
__global__ void box_sums(const int *pictures, int *scratch, int *out)
{
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * height + y) * width + x;
    int row = pictures[at];
    if (x > 0)
        row += pictures[at - 1];
    if (x < width - 1)
        row += pictures[at + 1];
    scratch[at] = row; // {rows}
#ifdef FIXED
    __syncthreads();
#endif
    for (int dy = -1; dy <= 1; dy++)
        if (y + dy >= 0 && y + dy < height)
            out[at] += scratch[at + dy * width]; // {columns}
}

int main()
{
    const int blocks = 3, n = blocks * height * width;
    device_array<int> pictures(n, [](int i) { return i; }), scratch(n, zeros), out(n, zeros);
    box_sums<<<blocks, dim3(width, height)>>>(pictures, scratch, out);
    if (finish(out) != 0)
        return 1;
#ifdef FIXED
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++)
            if (out.on_host[y * width + x] != 9 * (y * width + x))
                return 1;
#endif
    return 0;
}
