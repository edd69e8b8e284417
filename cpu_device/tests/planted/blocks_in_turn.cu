// SPDX-License-Identifier: MIT
// blocks_in_turn.cu: blocks change one value in turn, and pass the turn on with no fence after the change.
// CPU exits 3
// CPU finds race-between-blocks: writes {change}, at {change}
// all exits 0
#include "../kernel_run.h"

const int blocks = 10, threads = 32;

__device__ unsigned digest, turn;

__global__ void digest_in_order()
{
    if (threadIdx.x == 0) {
        while (atomicAdd(&turn, 0) != blockIdx.x)
            __nanosleep(100);
        __threadfence();
        digest = 31 * digest + blockIdx.x + 1; // {change}
#ifdef FIXED
        __threadfence();
#endif
        atomicAdd(&turn, 1);
    }
}

int main()
{
    unsigned right = 0;
    for (unsigned block = 0; block < blocks; block++)
        right = 31 * right + block + 1;
    digest_in_order<<<blocks, threads>>>();
    return check_fixed(variable(digest), right);
}
