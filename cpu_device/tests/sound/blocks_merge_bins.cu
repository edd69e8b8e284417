// SPDX-License-Identifier: MIT
// blocks_merge_bins.cu: histograms of warps, in shared memory, are merged after a barrier into one of the block,
// plainly, and that one by atomics into the grid's. The last block to come reads the grid's bins after a fence, sums
// them up in place by plain stores, and clears the other copy for the next launch.
#include <stdio.h>

const int threads = 96, warps = 3, blocks = 8, bins = 40, n = 5000;

__device__ unsigned counts[2][bins], come;

__global__ void count(const unsigned char *in, unsigned *sums, int now)
{
    __shared__ unsigned mine[warps][bins];
    __shared__ bool last;
    int t = threadIdx.x, warp = t / 32;
    for (int i = t; i < warps * bins; i += threads)
        mine[i / bins][i % bins] = 0;
    __syncthreads();
    for (int i = blockIdx.x * threads + t; i < n; i += blocks * threads)
        atomicAdd(&mine[warp][in[i] % bins], 1u);
    __syncthreads();
    for (int bin = t; bin < bins; bin += threads) {
        for (int w = 1; w < warps; w++)
            mine[0][bin] += mine[w][bin];
        if (mine[0][bin] != 0)
            atomicAdd(&counts[now][bin], mine[0][bin]);
    }
    __threadfence();
    __syncthreads();
    if (t == 0) {
        __threadfence();
        last = atomicInc(&come, blocks - 1) == blocks - 1; // comes back to 0
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    if (t < bins)
        counts[1 - now][t] = 0;
    if (t == 0)
        for (int bin = 1; bin < bins; bin++)
            counts[now][bin] += counts[now][bin - 1];
    __syncthreads();
    if (t < bins)
        sums[t] = counts[now][t];
}

int main()
{
    static unsigned char host[n], *in;
    unsigned *dev, result[bins];
    if (cudaMalloc(&in, n) != cudaSuccess || cudaMalloc(&dev, sizeof result) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < 4; launch++) {
        unsigned right[bins] = {}, sum = 0;
        for (int i = 0; i < n; i++)
            right[(host[i] = i * (launch + 3) % 251) % bins]++;
        cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);
        count<<<blocks, threads>>>(in, dev, launch % 2);
        if (cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int bin = 0; bin < bins; bin++)
            if (result[bin] != (sum += right[bin]))
                return 1;
    }
    cudaFree(in);
    return cudaFree(dev) != cudaSuccess;
}
