// SPDX-License-Identifier: MIT
// blocks_bins_by_vote.cu: values are sorted into bins with one atomic for each warp and bin: a vote finds the lanes of
// a bin, its first lane draws places for all, a shuffle tells them. Places are bytes of neighbouring words, which
// other blocks write at the same time.
#include <stdio.h>

const int threads = 64, blocks = 11, n = blocks * threads - 20, bins = 4;

__device__ int counts[bins];
__device__ unsigned char binned[bins][n];

__global__ void sort(const unsigned char *in)
{
    int i = blockIdx.x * threads + threadIdx.x, lane = threadIdx.x % 32;
    bool have = i < n;
    int value = have ? in[i] : -1;
    for (int bin = 0; bin < bins; bin++) {
        bool mine = have && value % bins == bin;
        unsigned lanes = __ballot_sync(~0u, mine);
        if (lanes == 0)
            continue;
        int first = 0, leader = __ffs(lanes) - 1;
        if (lane == leader)
            first = atomicAdd(&counts[bin], __popc(lanes));
        first = __shfl_sync(~0u, first, leader);
        if (mine)
            binned[bin][first + __popc(lanes & ((1u << lane) - 1))] = value;
    }
}

int main()
{
    static unsigned char in[n], out[bins][n], *dev;
    static int values[256];
    int number[bins], all = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 77 % 253;
        values[in[i]]++;
    }
    if (cudaMalloc(&dev, n) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, in, n, cudaMemcpyHostToDevice);
    sort<<<blocks, threads>>>(dev);
    if (cudaMemcpyFromSymbol(number, counts, sizeof number) != cudaSuccess ||
        cudaMemcpyFromSymbol(out, binned, sizeof out) != cudaSuccess)
        return 1;
    for (int bin = 0; bin < bins; bin++) {
        all += number[bin];
        for (int i = 0; i < number[bin]; i++)
            if (out[bin][i] % bins != bin || --values[out[bin][i]] < 0)
                return 1;
    }
    return all != n || cudaFree(dev) != cudaSuccess;
}
