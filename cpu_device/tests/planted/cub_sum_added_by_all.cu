// SPDX-License-Identifier: MIT
// cub_sum_added_by_all.cu: every thread adds its block's sum to the total, and thread 0 alone has that sum.
// CPU exits 3
// CPU finds result-of-other-thread: at {add}
// all exits 0
#include <cub/cub.cuh>

#include "../kernel_run.h"

const int threads = 128, blocks = 4;

__device__ int sum;

__global__ void total()
{
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ Reduce::TempStorage temp;
    const int of_block = Reduce(temp).Sum(1);
#ifdef FIXED
    if (threadIdx.x == 0)
#endif
        atomicAdd(&sum, of_block); // {add}
}

int main()
{
    total<<<blocks, threads>>>();
    return check_fixed(variable(sum), threads * blocks);
}
