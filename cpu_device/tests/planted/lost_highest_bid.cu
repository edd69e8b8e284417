// SPDX-License-Identifier: MIT
// lost_highest_bid.cu: bidders compare with a volatile highest bid, and replace one that they have not seen.
// CPU finds lost-update: writes {bid}, writes {bid}
// all exits 0
#include "../kernel_run.h"

const int bidders = 36;

#ifndef FIXED
__device__ void bid(volatile unsigned *highest, unsigned mine)
{
    *highest = mine > *highest ? mine : *highest + 1; // {bid}
}
#else
__device__ void bid(unsigned *highest, unsigned mine)
{
    unsigned seen = *(volatile unsigned *)highest, expected;
    do {
        expected = seen;
        seen = atomicCAS(highest, expected, mine > expected ? mine : expected + 1);
    } while (seen != expected);
}
#endif

__global__ void auction(const unsigned *bids, unsigned *highest)
{
    bid(highest, bids[threadIdx.y * blockDim.x + threadIdx.x]);
}

int main()
{
    device_array<unsigned> bids(bidders, [](int i) { return 1000 + 29 * i % 37 * 100; }), highest(1, zeros);
    auction<<<1, dim3(bidders / 2, 2)>>>(bids, highest);
    return finish(highest) || (is_fixed && (*highest.on_host < 4600 || *highest.on_host >= 4600 + bidders));
}
