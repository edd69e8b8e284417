// SPDX-License-Identifier: MIT
// Ranks by ballots, which keep the order within the block.
#include "judge/compact.h"

__global__ void compact(const int *in, int *out, int *count, int n)
{
    __shared__ int kept[8], place;
    int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = (blockDim.x + 31) / 32;
    int i = t + blockIdx.x * blockDim.x, here = min(32, (int)blockDim.x - warp * 32);
    bool keep = i < n && in[i] > 0;
    unsigned votes = __ballot_sync(here == 32 ? 0xffffffff : (1u << here) - 1, keep);
    if (lane == 0)
        kept[warp] = __popc(votes);
    __syncthreads();
    if (t == 0) {
        int all = 0;
        for (int w = 0; w < warps; ++w) {
            int own = kept[w];
            kept[w] = all;
            all += own;
        }
        place = atomicAdd(count, all);
    }
    __syncthreads();
    if (keep)
        out[place + kept[warp] + __popc(votes & ((1u << lane) - 1))] = in[i];
}
