// SPDX-License-Identifier: MIT
// warp_aggregated.cu: the lanes that come to a place together, by __activemask(), take their numbers by one atomicAdd.
#include <stdio.h>

const int n = 3000, threads = 96;

__device__ __forceinline__ int take(int *counter)
{
    unsigned active = __activemask(), lane = threadIdx.x & 31;
    int leader = __ffs(active) - 1, first = 0;
    if (lane == leader)
        first = atomicAdd(counter, __popc(active));
    first = __shfl_sync(active, first, leader);
    return first + __popc(active & ((1u << lane) - 1));
}

__global__ void filter(const int *in, int *out, int *counter)
{
    __shared__ int kept, list[threads];
    if (threadIdx.x == 0)
        kept = 0;
    __syncthreads();
    int i = blockIdx.x * threads + threadIdx.x;
    if (i < n && in[i] % 3 == 0)
        out[take(counter)] = in[i];
    if (i < n && in[i] % 5 == 0)
        list[take(&kept)] = in[i];
    __syncthreads();
    if (threadIdx.x < kept)
        atomicAdd(&counter[1], list[threadIdx.x]);
}

int main()
{
    static int host[n], out[n];
    int *in, *kept, *counter, counts[2];
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&kept, sizeof out) != cudaSuccess ||
        cudaMalloc(&counter, sizeof counts) != cudaSuccess)
        return 1;
    int number = 0, sum = 0, fives = 0;
    for (int i = 0; i < n; i++) {
        host[i] = i * 7 % 1000;
        number += host[i] % 3 == 0;
        sum += host[i] % 3 == 0 ? host[i] : 0;
        fives += host[i] % 5 == 0 ? host[i] : 0;
    }
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(counter, 0, sizeof counts);
    filter<<<(n + threads - 1) / threads, threads>>>(in, kept, counter);
    if (cudaMemcpy(counts, counter, sizeof counts, cudaMemcpyDeviceToHost) != cudaSuccess || counts[0] != number ||
        counts[1] != fives || cudaMemcpy(out, kept, number * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < number; i++)
        sum -= out[i];
    cudaFree(in);
    cudaFree(kept);
    return cudaFree(counter) != cudaSuccess || sum != 0;
}
