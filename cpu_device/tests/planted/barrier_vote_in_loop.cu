// SPDX-License-Identifier: MIT
// barrier_vote_in_loop.cu: a whole warp must vote in each round of a loop, but some of its lanes have left the loop.
// CPU exits 1
// CPU finds divergent-warp
// CPU says 8 threads wait in a vote at barrier_vote_in_loop.cu:{vote}: 0-7
// CPU says 24 threads wait in __syncthreads() at barrier_vote_in_loop.cu:{block}: 8-31
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <stdio.h>

const int n = 40;

__global__ void count_multiples(int *out)
{
    int count = 0;
#ifndef FIXED
    int end = n;
#else
    int end = (n + 31) / 32 * 32;
#endif
    for (int i = threadIdx.x; i < end; i += 32)
        count += __popc(__ballot_sync(0xffffffff, i < n && i % 3 == 0)); // {vote}
    __syncthreads();                                                     // {block}
    out[threadIdx.x] = count;
}

int main()
{
    int *dev_out, out[32] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    count_multiples<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != 14)
            return 1;
#endif
    return error != cudaSuccess;
}
