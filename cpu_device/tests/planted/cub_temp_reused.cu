// SPDX-License-Identifier: MIT
// cub_temp_reused.cu: the second sum of a block takes the TempStorage of the first, and no barrier stands between.
// CPU exits 3
// CPU finds race-shared: writes {second}
// CPU says kernel mean_and_spread, block (0,0,0), temp
// CPU says thread (0,0,0) reads at cub_temp_reused.cu:{first}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cub/cub.cuh>

#include "../kernel_run.h"

const int threads = 128;

__global__ void mean_and_spread(const int *in, int *out)
{
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ Reduce::TempStorage temp;
    int x = in[threadIdx.x];
    int sum = Reduce(temp).Sum(x); // {first}
#ifdef FIXED
    __syncthreads();
#endif
    int squares = Reduce(temp).Sum(x * x); // {second}
    if (threadIdx.x == 0)
        out[0] = sum, out[1] = squares;
}

int main()
{
    device_array<int> in(threads, [](int i) { return i % 5; }), out(2);
    mean_and_spread<<<1, threads>>>(in, out);
    return finish(out);
}
