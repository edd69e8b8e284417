// SPDX-License-Identifier: MIT
// blocks_histogram.cu: all blocks count in the same bins by atomics; the next launch reads the bins plainly, in every
// block, and a memset clears them for the next round.
#include <stdio.h>

const int threads = 128, blocks = 10, n = blocks * threads, bins = 32;

__global__ void count(const unsigned char *in, unsigned *counts, unsigned long long *sum, int *most)
{
    int value = in[blockIdx.x * threads + threadIdx.x];
    atomicAdd(&counts[value % bins], 1u);
    atomicAdd(sum, (unsigned long long)value);
    atomicMax(most, value);
}

__global__ void equalize(const unsigned char *in, const unsigned *counts, unsigned long long *sum, const int *most,
                         unsigned *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    unsigned below = 0;
    for (int bin = 0; bin < in[i] % bins; bin++)
        below += counts[bin];
    out[i] = below * 1000 + (unsigned)(*sum % 1000) + *most;
}

int main()
{
    unsigned char host[n], *in;
    unsigned *counts, *dev_out, out[n];
    unsigned long long *sum;
    int *most;
    if (cudaMalloc(&in, n) != cudaSuccess || cudaMalloc(&counts, bins * sizeof(unsigned)) != cudaSuccess ||
        cudaMalloc(&sum, sizeof *sum) != cudaSuccess || cudaMalloc(&most, sizeof *most) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    for (int round = 1; round <= 3; round++) {
        unsigned long long right_sum = 0;
        unsigned right[bins] = {}, right_most = 0;
        for (int i = 0; i < n; i++) {
            host[i] = i * i * round % 199;
            right[host[i] % bins]++;
            right_sum += host[i];
            right_most = right_most < host[i] ? host[i] : right_most;
        }
        cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);
        cudaMemset(counts, 0, bins * sizeof(unsigned));
        cudaMemset(sum, 0, sizeof *sum);
        cudaMemset(most, 0, sizeof *most);
        count<<<blocks, threads>>>(in, counts, sum, most);
        equalize<<<blocks, threads>>>(in, counts, sum, most, dev_out);
        if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++) {
            unsigned below = 0;
            for (int bin = 0; bin < host[i] % bins; bin++)
                below += right[bin];
            if (out[i] != below * 1000 + right_sum % 1000 + right_most)
                return 1;
        }
    }
    cudaFree(in);
    cudaFree(counts);
    cudaFree(sum);
    cudaFree(most);
    return cudaFree(dev_out) != cudaSuccess;
}
