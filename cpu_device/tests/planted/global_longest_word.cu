// SPDX-License-Identifier: MIT
// global_longest_word.cu: a thread compares with the longest word so far, and then stores; others do so meanwhile.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {compare}
// CPU says variable longest
// all exits 0
#include <stdio.h>

const int words = 60;

__device__ int longest;

__global__ void find_longest(const unsigned char *lengths)
{
    int length = lengths[threadIdx.x];
#ifndef FIXED
    if (length > longest) // {compare}
        longest = length; // {store}
#else
    atomicMax(&longest, length);
#endif
}

int main()
{
    unsigned char *dev_lengths, lengths[words];
    for (int i = 0; i < words; i++)
        lengths[i] = (unsigned char)(i * 7 % 53 + 1);
    int result = 0;
    if (cudaMalloc(&dev_lengths, sizeof lengths) != cudaSuccess ||
        cudaMemcpy(dev_lengths, lengths, sizeof lengths, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    find_longest<<<1, words>>>(dev_lengths);
    cudaError_t error = cudaMemcpyFromSymbol(&result, longest, sizeof result);
    cudaFree(dev_lengths);
    printf("%s, %d\n", cudaGetErrorString(error), result);
#ifdef FIXED
    if (result != 53)
        return 1;
#endif
    return error != cudaSuccess;
}
