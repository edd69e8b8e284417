// SPDX-License-Identifier: MIT
// Publications by release, looks by acquire.
#include <cuda/atomic>

#include "judge/look_back.h"

using flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void look_back(const int *in, struct tile *tiles, int *next, int *out, int n)
{
    __shared__ int number, sums[threads_per_block / 32], before;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t == 0)
        number = atomicAdd(next, 1);
    __syncthreads();
    int i = t + number * threads_per_block, sum = i < n ? in[i] : 0;
    for (int step = 1; step < 32; step *= 2) {
        int other = __shfl_up_sync(0xffffffff, sum, step);
        sum += lane >= step ? other : 0;
    }
    if (lane == 31)
        sums[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; ++w)
        sum += sums[w];
    if (t == threads_per_block - 1) {
        tiles[number].own = sum;
        flag(tiles[number].state).store(own_sum, cuda::memory_order_release);
        int all = 0;
        for (int back = number - 1; back >= 0; --back) {
            int state;
            do
                state = flag(tiles[back].state).load(cuda::memory_order_acquire);
            while (state == nothing_yet);
            all += state == own_sum ? tiles[back].own : tiles[back].up_to_here;
            if (state == sum_up_to_here)
                break;
        }
        tiles[number].up_to_here = all + sum;
        flag(tiles[number].state).store(sum_up_to_here, cuda::memory_order_release);
        before = all;
    }
    __syncthreads();
    if (i < n)
        out[i] = before + sum;
}
