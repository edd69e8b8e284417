// SPDX-License-Identifier: MIT
// cub_block_sum_for_all.cu: every thread stores the sum of BlockReduce, which thread 0 alone gets.
// CPU exits 3
// CPU finds result-of-other-thread: at {store}
// CPU says thread (1,0,0), at cub_block_sum_for_all.cu:{store}
// CPU says let it store the result in a __shared__ variable, and call __syncthreads()
// all exits 0
#include <cub/cub.cuh>

#include "../kernel_run.h"

const int threads = 64;

__global__ void total(int *out)
{
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ Reduce::TempStorage temp;
#ifdef FIXED
    __shared__ int sum;
    const int result = Reduce(temp).Sum(1);
    if (threadIdx.x == 0)
        sum = result;
    __syncthreads();
    out[threadIdx.x] = sum;
#else
    out[threadIdx.x] = Reduce(temp).Sum(1); // {store}
#endif
}

int main()
{
    device_array<int> out(threads);
    total<<<1, threads>>>(out);
    return check_fixed(out, threads);
}
