// SPDX-License-Identifier: MIT
// warp_votes_to_stop.cu: lanes look for the smallest label around until a vote finds no change; votes order no memory.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

// A ring of 32 cells; cells that hold a label pass on the smaller one.
__global__ void spread(int *labels)
{
    int lane = threadIdx.x, changed;
    do {
        int mine = labels[lane], left = labels[(lane + 31) % 32]; // {read}
        changed = left < mine;
#ifdef FIXED
        __syncwarp();
#endif
        if (changed)
            labels[lane] = left; // {write}
#ifdef FIXED
        __syncwarp();
#endif
    } while (__any_sync(0xffffffff, changed));
}

int main()
{
    device_array<int> labels(32, [](int i) { return 40 + (i * 11 + 5) % 32; });
    spread<<<1, 32>>>(labels);
    return check_fixed(labels, 40);
}
