// SPDX-License-Identifier: MIT
// blocks_in_turn.cu: blocks change one value in turn, and pass the turn on with no fence after the change.
// CPU exits 3
// CPU finds race-between-blocks: writes {change}, at {change}
// all exits 0
#include <stdio.h>

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
    unsigned result = 0, right = 0;
    for (unsigned block = 0; block < blocks; block++)
        right = 31 * right + block + 1;
    digest_in_order<<<blocks, threads>>>();
    cudaError_t error = cudaMemcpyFromSymbol(&result, digest, sizeof result);
    printf("%s, %u, right is %u\n", cudaGetErrorString(error), result, right);
#ifdef FIXED
    if (result != right)
        return 1;
#endif
    return error != cudaSuccess;
}
