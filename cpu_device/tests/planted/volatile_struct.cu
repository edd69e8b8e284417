// SPDX-License-Identifier: MIT
// volatile_struct.cu: blocks store points through a volatile pointer; the block that counts last may not see them all.
// CPU exits 3
// CPU finds volatile-without-fence: writes {write}
// CPU says reads at volatile_struct.cu:
// all exits 0
#include "../kernel_run.h"

struct point {
    int x, y;
};

const int blocks = 8;

__global__ void leftmost(volatile point *points, int *count, int *out)
{
    int b = blockIdx.x;
    points[b].x = 50 - (b * 5) % 8; // {write}
#ifdef FIXED
    __threadfence();
#endif
    if (atomicSub(count, 1) == 1) {
        __threadfence();
        int least = points[0].x;
        for (int i = 1; i < blocks; i++)
            least = min(least, points[i].x); // {read}
        *out = least;
    }
}

int main()
{
    device_array<point> points(blocks, zeros);
    device_array<int> count(1, blocks), out(1);
    leftmost<<<blocks, 1>>>(points, count, out);
    return check_fixed(out, 43);
}
