// SPDX-License-Identifier: MIT
// blocks_zero_and_add.cu: block 0 sets the total to zero, while others add to it already.
// CPU exits 3
// CPU finds race-between-blocks: writes {zero}, writes atomically {add}
// all exits 0
#include "../kernel_run.h"

const int blocks = 9, threads = 64;

__global__ void count_odd(int *total)
{
#ifndef FIXED
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *total = 0; // {zero}
#endif
    int mine = __syncthreads_count(threadIdx.x % 2);
    if (threadIdx.x == 0)
        atomicAdd(total, mine); // {add}
}

int main()
{
    int total = -1;
    device_array<int> dev_total(1, &total);
#ifdef FIXED
    HANDLE_ERROR(cudaMemset(dev_total, 0, sizeof total));
#endif
    count_odd<<<blocks, threads>>>(dev_total);
    return check_fixed(dev_total, blocks * threads / 2);
}
