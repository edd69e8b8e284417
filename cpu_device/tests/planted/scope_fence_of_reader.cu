// SPDX-License-Identifier: MIT
// scope_fence_of_reader.cu: the last block reads what all have stored after a __threadfence_block(): too weak.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 9;

__global__ void longest_run(const int *starts, int *lengths, unsigned *done, int *out)
{
    int b = blockIdx.x;
    lengths[b] = starts[b + 1] - starts[b]; // {write}
    __threadfence();
    if (atomicAdd(done, 1u) < blocks - 1)
        return;
#ifndef FIXED
    __threadfence_block();
#else
    __threadfence();
#endif
    int longest = 0;
    for (int i = 0; i < blocks; i++)
        longest = max(longest, lengths[i]); // {read}
    *out = longest;
}

int main()
{
    int *dev_starts, *dev_lengths, *dev_out, starts[blocks + 1] = {0, 3, 4, 9, 20, 22, 23, 31, 40, 44}, out = 0;
    unsigned *dev_done;
    if (cudaMalloc(&dev_starts, sizeof starts) != cudaSuccess ||
        cudaMemcpy(dev_starts, starts, sizeof starts, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_lengths, blocks * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_lengths, 0, blocks * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_done, sizeof(unsigned)) != cudaSuccess ||
        cudaMemset(dev_done, 0, sizeof(unsigned)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    longest_run<<<blocks, 1>>>(dev_starts, dev_lengths, dev_done, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_starts);
    cudaFree(dev_lengths);
    cudaFree(dev_done);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 11)
        return 1;
#endif
    return error != cudaSuccess;
}
