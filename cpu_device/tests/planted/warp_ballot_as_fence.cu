// SPDX-License-Identifier: MIT
// warp_ballot_as_fence.cu: lanes store their values, and vote; the vote says who has stored, but orders no store.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

__device__ short slots[2][32];

// Every lane with a multiple of five offers it; lane 0 of each warp adds up the offers.
__global__ void offers(int *sums)
{
    int lane = threadIdx.x, warp = threadIdx.y;
    bool mine = (lane + warp) % 5 == 0;
    if (mine)
        slots[warp][lane] = (short)(100 * warp + lane); // {write}
    unsigned all = __ballot_sync(0xffffffff, mine);
#ifdef FIXED
    __syncwarp();
#endif
    if (lane == 0)
        for (int i = 0; i < 32; i++)
            if (all >> i & 1)
                sums[warp] += slots[warp][i]; // {read}
}

int main()
{
    device_array<int> sums(2, zeros);
    offers<<<1, dim3(32, 2)>>>(sums);
    return finish(sums) || (is_fixed && (sums.on_host[0] != 105 || sums.on_host[1] != 600 + 4 + 9 + 14 + 19 + 24 + 29));
}
