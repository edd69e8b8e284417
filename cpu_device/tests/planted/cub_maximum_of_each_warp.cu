// SPDX-License-Identifier: MIT
// cub_maximum_of_each_warp.cu: WarpReduce finds each warp's maximum, and all its lanes put it into shared memory, each
// at a place of its own.
// CPU exits 3
// CPU finds result-of-other-thread: at {store}
// all exits 0
#include <cub/cub.cuh>

#include "../kernel_run.h"

const int threads = 96;

struct larger {
    __device__ int operator()(int a, int b) const
    {
        return a > b ? a : b;
    }
};

__global__ void maxima(const int *values, int *out)
{
    using Reduce = cub::WarpReduce<int>;
    __shared__ Reduce::TempStorage temp[threads / 32];
    __shared__ int of_warp[threads];
    const int warp = threadIdx.x / 32;
    const int largest = Reduce(temp[warp]).Reduce(values[threadIdx.x], larger());
#ifdef FIXED
    of_warp[threadIdx.x] = __shfl_sync(0xffffffff, largest, 0);
#else
    of_warp[threadIdx.x] = largest; // {store}
#endif
    __syncthreads();
    out[threadIdx.x] = of_warp[threads - 1 - threadIdx.x];
}

int main()
{
    int wrong = 0;
    device_array<int> values(threads, [](int i) { return i * 7 % threads; }), out(threads);
    maxima<<<1, threads>>>(values, out);
    if (finish(out) != 0)
        return 1;
    for (int i = 1; i < threads; i++)
        wrong += out.on_host[i] != out.on_host[i / 32 * 32];
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
