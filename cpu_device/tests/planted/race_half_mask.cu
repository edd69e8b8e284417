// SPDX-License-Identifier: MIT
// race_half_mask.cu: each half of a warp waits for itself, and then one reads what the other stores.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel fold, block (0,0,0), line
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_half_mask.cu:{write}
#include "../kernel_run.h"

__global__ void fold(int *out)
{
    __shared__ int line[32];
    int lane = threadIdx.x;
#ifndef FIXED
    unsigned mask = lane < 16 ? 0x0000ffff : 0xffff0000;
#else
    unsigned mask = 0xffffffff;
#endif
    line[lane] = lane; // {write}
    __syncwarp(mask);
    if (lane < 16)
        out[lane] = line[lane] + line[lane + 16]; // {read}
}

int main()
{
    device_array<int> out(16);
    fold<<<1, 32>>>(out);
    return check_fixed(out, [](int i) { return 2 * i + 16; });
}
