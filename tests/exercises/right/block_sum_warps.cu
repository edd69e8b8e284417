// SPDX-License-Identifier: MIT
// Within a warp by shuffles; then the first warp adds the sums of the warps.
#include "judge/block_sum.h"

__device__ int warp_sum(int value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_xor_sync(0xffffffff, value, step);
    return value;
}

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int cache[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = (blockDim.x + 31) / 32;
    int here = min(32, (int)blockDim.x - warp * 32); // threads in this warp
    int sum = in[threadIdx.x + blockIdx.x * blockDim.x];
    if (here == 32) {
        sum = warp_sum(sum);
    } else { // the last warp of a block whose size is no multiple of 32
        unsigned mask = (1u << here) - 1;
        int mine = sum;
        sum = 0;
        for (int other = 0; other < here; ++other)
            sum += __shfl_sync(mask, mine, other);
    }
    if (lane == 0)
        cache[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = 0;
        for (int i = 0; i < warps; ++i)
            sum += cache[i];
        out[blockIdx.x] = sum;
    }
}
