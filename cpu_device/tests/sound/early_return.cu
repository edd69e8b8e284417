// SPDX-License-Identifier: MIT
// early_return.cu: threads return where no barrier follows; after the last barrier whole warps go, and one goes on by
// itself; lanes that are left name only themselves in their masks.
#include "../kernel_run.h"

const int threads = 128, n = 1000;

__global__ void without_barriers(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = i;
}

__global__ void last_warp_goes_on(const int *in, int *out)
{
    __shared__ int cache[threads];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    cache[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (t >= 32)
        return;
    int sum = 0;
    for (int j = t; j < threads; j += 32)
        sum += cache[j];
    cache[t] = sum; // only this warp's own part of the array, which the others have read no part of
    __syncwarp();
    if (t >= 8)
        return;
    sum = cache[t] + cache[t + 8] + cache[t + 16] + cache[t + 24];
    for (int step = 4; step > 0; step /= 2)
        sum += __shfl_down_sync(0xff, sum, step, 8);
    if (t != 0)
        return;
    out[blockIdx.x] = sum;
}

__global__ void odd_size(int *out) // 45 threads: the last warp has 13
{
    unsigned mask = __ballot_sync(threadIdx.x < 32 ? 0xffffffff : 0x1fff, threadIdx.x % 2 == 0);
    if (threadIdx.x % 2)
        return;
    int value = threadIdx.x;
    value += __shfl_xor_sync(mask, value, 0);
    if (mask & 1)
        value += __shfl_sync(mask, value, 4);
    out[threadIdx.x / 2] = value;
}

int main()
{
    const int blocks = (n + threads - 1) / threads;
    device_array<int> dev_all(n), sums(blocks), odd(23);
    without_barriers<<<blocks, threads>>>(dev_all);
    last_warp_goes_on<<<blocks, threads>>>(dev_all, sums);
    odd_size<<<1, 45>>>(odd);
    if (finish(sums) != 0 || finish(odd) != 0)
        return 1;
    int all = 0;
    for (int b = 0; b < blocks; b++)
        all += sums.on_host[b];
    for (int i = 0; i < 23; i++)
        if (odd.on_host[i] != 4 * i + (i < 16 ? 8 : 72))
            return 1;
    return all != n * (n - 1) / 2;
}
