// SPDX-License-Identifier: MIT
// compact.cu: keeps the odd ones of an array: each warp counts by __ballot_sync and __popc, and takes its place in the
// result by one atomicAdd; within a block, offsets are handed on in shared memory.
#include <stdio.h>

const int n = 10000, threads = 128;

__global__ void by_warp(const int *in, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int value = i < n ? in[i] : 0;
    unsigned kept = __ballot_sync(0xffffffff, value & 1);
    int place = 0;
    if (lane == 0 && kept)
        place = atomicAdd(count, __popc(kept));
    place = __shfl_sync(0xffffffff, place, 0) + __popc(kept & ((1u << lane) - 1));
    if (value & 1)
        out[place] = value;
}

__global__ void by_block(const int *in, int *out, int *count)
{
    __shared__ int kept, place;
    if (threadIdx.x == 0)
        kept = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : 0, mine = 0;
    if (value & 1)
        mine = atomicAdd(&kept, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        place = atomicAdd(count, kept);
    __syncthreads();
    if (value & 1)
        out[place + mine] = value;
}

int main()
{
    static int host[n], result[n];
    int *in, *out, *count, kept = 0, right = 0;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess ||
        cudaMalloc(&count, sizeof kept) != cudaSuccess)
        return 1;
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        host[i] = i * 37 % 1001;
        right += host[i] & 1;
        sum += host[i] & 1 ? host[i] : 0;
    }
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int kind = 0; kind < 2; kind++) {
        cudaMemset(count, 0, sizeof kept);
        if (kind == 0)
            by_warp<<<(n + threads - 1) / threads, threads>>>(in, out, count);
        else
            by_block<<<(n + threads - 1) / threads, threads>>>(in, out, count);
        if (cudaMemcpy(&kept, count, sizeof kept, cudaMemcpyDeviceToHost) != cudaSuccess ||
            cudaMemcpy(result, out, kept * sizeof *out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        long long got = 0;
        for (int i = 0; i < kept; i++)
            got += result[i];
        if (got != sum || kept != right)
            return 1;
    }
    cudaFree(in);
    cudaFree(out);
    return cudaFree(count) != cudaSuccess;
}
