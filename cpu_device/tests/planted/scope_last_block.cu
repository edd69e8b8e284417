// SPDX-License-Identifier: MIT
// scope_last_block.cu: blocks find out by atomicInc_block() which is the last; each might be the first.
// CPU exits 3
// CPU reports 2
// CPU finds race-between-blocks: writes atomically {arrive}, writes atomically {arrive}
// CPU says variable arrived
// all exits 0
#include "../kernel_run.h"

const unsigned blocks = 7, threads = 64;

__device__ unsigned arrived;

__global__ void any_odd(const int *a, int *odd_in_block, int *odd)
{
    int mine = __syncthreads_count(a[blockIdx.x * threads + threadIdx.x] % 2);
    if (threadIdx.x != 0)
        return;
    odd_in_block[blockIdx.x] = mine;
    __threadfence();
#ifndef FIXED
    unsigned before = atomicInc_block(&arrived, blocks - 1); // {arrive}
#else
    unsigned before = atomicInc(&arrived, blocks - 1);
#endif
    __threadfence();
    if (before == blocks - 1)
        for (unsigned i = 0; i < blocks; i++)
            *odd += odd_in_block[i];
}

int main()
{
    device_array<int> a(blocks * threads, [](int i) { return i % 3; }), in_block(blocks, zeros), odd(1, zeros);
    any_odd<<<blocks, threads>>>(a, in_block, odd);
    return check_fixed(odd, 149);
}
