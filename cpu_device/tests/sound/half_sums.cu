// SPDX-License-Identifier: MIT
// half_sums.cu: halves that two threads store are read as one half2 after a barrier, and the other way round; a sum in
// shared memory by atomics on half2 and, in the next round, on its halves; a sum over blocks by atomics.
#include <cuda_fp16.h>

#include "../kernel_run.h"

const int threads = 96, blocks = 4;

__global__ void sums(half *total, half2 *pairs)
{
    __shared__ half2 line[threads / 2], sum;
    half *halves = &line[0].x;
    const int i = threadIdx.x;
    halves[i] = __int2half_rn(i % 8);
    if (i == 0)
        sum = __float2half2_rn(0);
    __syncthreads();
    if (i < threads / 2)
        atomicAdd(&sum, line[i]);
    __syncthreads();
    atomicAdd(i % 2 ? &sum.y : &sum.x, __float2half(0.5f));
    __syncthreads();
    if (i < threads / 2)
        line[i] = __hadd2(line[i], sum);
    __syncthreads();
    atomicAdd(total, halves[threads - 1 - i] - (i % 2 ? sum.x : sum.y));
    if (i < threads / 2)
        pairs[blockIdx.x * threads / 2 + i] = line[i];
}

int main()
{
    device_array<half> total(1, zeros);
    device_array<half2> pairs(blocks * threads / 2);
    sums<<<blocks, threads>>>(total, pairs);
    if (finish(total) != 0 || finish(pairs) != 0)
        return 1;
    // 24 come from the half that each thread adds; 144 and 192 are the sums of the even and the odd ones.
    for (int i = 0; i < blocks * threads / 2; i++)
        if (__low2float(pairs.on_host[i]) != i % 4 * 2 + 144 + 24 ||
            __high2float(pairs.on_host[i]) != i % 4 * 2 + 1 + 192 + 24)
            return 1;
    return __half2float(*total.on_host) != blocks * threads * 3.5f;
}
