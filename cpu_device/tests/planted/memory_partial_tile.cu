// SPDX-License-Identifier: MIT
// memory_partial_tile.cu: the last block fills only part of its tile, and then adds up all of it.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says kernel sums, block (2,0,0), thread (0,0,0) reads tile[
// all exits 0
#include "../kernel_run.h"

const int n = 150, threads = 64, blocks = 3;

__global__ void sums(int *out)
{
    __shared__ int tile[threads];
    int t = threadIdx.x, i = t + blockIdx.x * threads;
    if (i < n)
        tile[t] = i;
#ifdef FIXED
    else
        tile[t] = 0;
#endif
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < threads; k++)
            sum += tile[k]; // {read}
        out[blockIdx.x] = sum;
    }
}

int main()
{
    device_array<int> out(blocks);
    sums<<<blocks, threads>>>(out);
    return finish(out) || (is_fixed && out.on_host[0] + out.on_host[1] + out.on_host[2] != n * (n - 1) / 2);
}
