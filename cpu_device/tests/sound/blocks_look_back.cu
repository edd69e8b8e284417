// SPDX-License-Identifier: MIT
// blocks_look_back.cu: a prefix sum in one launch: a block publishes its own sum, adds up those of the blocks before it
// until it meets one that knows all, and publishes the sum so far. States are volatile, with fences on both sides;
// blocks number themselves by an atomic, in the order in which they begin.
#include "../kernel_run.h"

const int threads = 128, blocks = 21, n = blocks * threads;
enum { nothing, own_sum, sum_so_far };

__device__ unsigned begun;
__device__ int own_sums[blocks], sums_so_far[blocks];
__device__ volatile int states[blocks];

__global__ void scan(const int *in, int *out)
{
    __shared__ int cache[2][threads], number, before;
    int t = threadIdx.x;
    if (t == 0)
        number = atomicAdd(&begun, 1u);
    __syncthreads();
    int block = number, from = 0;
    cache[0][t] = in[block * threads + t];
    __syncthreads();
    for (int step = 1; step < threads; step *= 2) {
        cache[1 - from][t] = cache[from][t] + (t >= step ? cache[from][t - step] : 0);
        from = 1 - from;
        __syncthreads();
    }
    if (t == 0) {
        int mine = cache[from][threads - 1], sum = 0, state = nothing;
        own_sums[block] = mine;
        __threadfence();
        states[block] = own_sum;
        for (int b = block - 1; b >= 0 && state != sum_so_far; b--) {
            while ((state = states[b]) == nothing)
                __nanosleep(50);
            __threadfence();
            sum += state == own_sum ? own_sums[b] : sums_so_far[b];
        }
        sums_so_far[block] = sum + mine;
        __threadfence();
        states[block] = sum_so_far;
        before = sum;
    }
    __syncthreads();
    out[block * threads + t] = before + cache[from][t];
}

int main()
{
    device_array<int> in(n, [](int i) { return i % 13 - 3; }), out(n);
    scan<<<blocks, threads>>>(in, out);
    if (finish(out) != 0)
        return 1;
    for (int i = 0, sum = 0; i < n; i++)
        if (out.on_host[i] != (sum += i % 13 - 3))
            return 1;
    return 0;
}
