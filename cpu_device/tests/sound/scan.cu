// SPDX-License-Identifier: MIT
// scan.cu: prefix sums: of warps by shuffles, of a block out of those, and of a block by Hillis and Steele in two
// buffers.
#include "../kernel_run.h"

const int threads = 512;

__device__ int warp_scan(int value)
{
    int lane = threadIdx.x & 31;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(0xffffffff, value, step);
        if (lane >= step)
            value += left;
    }
    return value;
}

__global__ void by_warps(const int *in, int *out)
{
    __shared__ int totals[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, i = blockIdx.x * threads + threadIdx.x;
    int value = warp_scan(in[i]);
    if (lane == 31)
        totals[warp] = value;
    __syncthreads();
    if (warp == 0)
        totals[lane] = warp_scan(lane < threads / 32 ? totals[lane] : 0);
    __syncthreads();
    out[i] = value + (warp > 0 ? totals[warp - 1] : 0);
}

__global__ void by_steps(const int *in, int *out)
{
    __shared__ int buffer[2][threads];
    int t = threadIdx.x, now = 0;
    buffer[0][t] = in[blockIdx.x * threads + t];
    __syncthreads();
    for (int step = 1; step < threads; step *= 2) {
        buffer[1 - now][t] = buffer[now][t] + (t >= step ? buffer[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[blockIdx.x * threads + t] = buffer[now][t];
}

int main()
{
    const int blocks = 4, n = blocks * threads;
    int host[n];
    for (int i = 0; i < n; i++)
        host[i] = i * 7 % 31 - 10;
    device_array<int> in(n, host), out(2 * n);
    by_warps<<<blocks, threads>>>(in, out);
    by_steps<<<blocks, threads>>>(in, out + n);
    if (finish(out) != 0)
        return 1;
    for (int i = 0, sum = 0; i < n; i++) {
        sum = (i % threads == 0 ? 0 : sum) + host[i];
        if (out.on_host[i] != sum || out.on_host[n + i] != sum)
            return 1;
    }
    return 0;
}
