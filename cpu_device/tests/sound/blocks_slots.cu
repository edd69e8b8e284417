// SPDX-License-Identifier: MIT
// blocks_slots.cu: an atomic counter gives each taker places of its own in one output: a thread takes one, a warp takes
// some for its lanes, a block takes some for all its threads. Who has drawn a place writes there, and reads it back.
#include <stdio.h>

const int threads = 96, blocks = 9, n = threads * blocks;

__device__ int lengths[3];

__global__ void keep_by_thread(const int *in, int *out)
{
    int value = in[blockIdx.x * threads + threadIdx.x];
    if (value % 3 == 0) {
        int at = atomicAdd(&lengths[0], 1);
        out[at] = value;
        out[at] += 1;
    }
}

__global__ void keep_by_warp(const int *in, int *out)
{
    int value = in[blockIdx.x * threads + threadIdx.x], lane = threadIdx.x % 32, begin = 0;
    unsigned kept = __ballot_sync(0xffffffff, value % 3 == 0);
    if (lane == 0)
        begin = atomicAdd(&lengths[1], __popc(kept));
    begin = __shfl_sync(0xffffffff, begin, 0);
    if (value % 3 == 0)
        out[begin + __popc(kept & ((1u << lane) - 1))] = value + 1;
}

__global__ void keep_by_block(const int *in, int *out)
{
    __shared__ int kept, begin;
    if (threadIdx.x == 0)
        kept = 0;
    __syncthreads();
    int value = in[blockIdx.x * threads + threadIdx.x], at = value % 3 == 0 ? atomicAdd(&kept, 1) : -1;
    __syncthreads();
    if (threadIdx.x == 0)
        begin = atomicAdd(&lengths[2], kept);
    __syncthreads();
    if (at >= 0)
        out[begin + at] = value + 1;
}

int main()
{
    int host[n], right = 0, *in, *out, ends[3];
    for (int i = 0; i < n; i++)
        right += (host[i] = i * 5 % n) % 3 == 0;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, 3 * sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    keep_by_thread<<<blocks, threads>>>(in, out);
    keep_by_warp<<<blocks, threads>>>(in, out + n);
    keep_by_block<<<blocks, threads>>>(in, out + 2 * n);
    if (cudaMemcpyFromSymbol(ends, lengths, sizeof ends) != cudaSuccess)
        return 1;
    for (int i = 0; i < 3; i++) {
        if (ends[i] != right || cudaMemcpy(host, out + i * n, right * sizeof(int), cudaMemcpyDeviceToHost))
            return 1;
        bool seen[n] = {};
        for (int j = 0; j < right; j++) {
            if (host[j] % 3 != 1 || seen[host[j] - 1])
                return 1;
            seen[host[j] - 1] = true;
        }
    }
    cudaFree(in);
    return cudaFree(out) != cudaSuccess;
}
