// SPDX-License-Identifier: MIT
// lost_highest_bid.cu: bidders compare with a volatile highest bid, and replace one that they have not seen.
// CPU finds lost-update: writes {bid}, writes {bid}
// all exits 0
#include <stdio.h>

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
    unsigned *dev_bids, *dev_highest, bids[bidders], highest = 0;
    for (int i = 0; i < bidders; i++)
        bids[i] = 1000 + 29 * i % 37 * 100;
    if (cudaMalloc(&dev_bids, sizeof bids) != cudaSuccess ||
        cudaMemcpy(dev_bids, bids, sizeof bids, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_highest, sizeof highest) != cudaSuccess ||
        cudaMemset(dev_highest, 0, sizeof highest) != cudaSuccess)
        return 1;
    auction<<<1, dim3(bidders / 2, 2)>>>(dev_bids, dev_highest);
    cudaError_t error = cudaMemcpy(&highest, dev_highest, sizeof highest, cudaMemcpyDeviceToHost);
    cudaFree(dev_bids);
    cudaFree(dev_highest);
    printf("%s, %u\n", cudaGetErrorString(error), highest);
#ifdef FIXED
    if (highest < 4600 || highest >= 4600 + bidders)
        return 1;
#endif
    return error != cudaSuccess;
}
