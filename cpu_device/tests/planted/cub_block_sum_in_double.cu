// SPDX-License-Identifier: MIT
// cub_block_sum_in_double.cu: each thread subtracts the block's mean from its element in place; thread 0 alone has it.
// CPU exits 3
// CPU finds result-of-other-thread: at {store}
// all exits 0
#include <cub/cub.cuh>

#include "../kernel_run.h"

const int threads = 256;

__global__ void center(double *values)
{
    using Reduce = cub::BlockReduce<double, threads, cub::BLOCK_REDUCE_RAKING>;
    __shared__ Reduce::TempStorage temp;
    __shared__ double mean;
    const double value = values[threadIdx.x], sum = Reduce(temp).Sum(value);
#ifdef FIXED
    if (threadIdx.x == 0)
        mean = sum / threads;
    __syncthreads();
    values[threadIdx.x] = value - mean;
#else
    values[threadIdx.x] = value - sum / threads; // {store}
    if (threadIdx.x == 0)
        mean = 0;
    (void)mean;
#endif
}

int main()
{
    device_array<double> dev(threads, [](int i) { return i; });
    center<<<1, threads>>>(dev);
    return check_fixed(dev, [](int i) { return i - 127.5; });
}
