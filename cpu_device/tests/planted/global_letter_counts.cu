// SPDX-License-Identifier: MIT
// global_letter_counts.cu: the letters of a text are counted in global memory, by ++ of many threads.
// CPU exits 3
// CPU finds race-global: writes {count}, at {count}
// all exits 0
#include <stdio.h>
#include <string.h>

__global__ void count_letters(const char *text, int length, unsigned *counts)
{
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        if (text[i] < 'a' || text[i] > 'z')
            continue;
#ifndef FIXED
        counts[text[i] - 'a']++; // {count}
#else
        atomicAdd(&counts[text[i] - 'a'], 1u);
#endif
    }
}

int main()
{
    const char text[] = "the quick brown fox jumps over the lazy dog and is not seen again before the evening";
    const int length = (int)strlen(text);
    char *dev_text;
    unsigned *dev_counts, counts[26] = {};
    if (cudaMalloc(&dev_text, length) != cudaSuccess || cudaMalloc(&dev_counts, sizeof counts) != cudaSuccess ||
        cudaMemcpy(dev_text, text, length, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_counts, 0, sizeof counts) != cudaSuccess)
        return 1;
    count_letters<<<1, 48>>>(dev_text, length, dev_counts);
    cudaError_t error = cudaMemcpy(counts, dev_counts, sizeof counts, cudaMemcpyDeviceToHost);
    cudaFree(dev_text);
    cudaFree(dev_counts);
    printf("%s, e: %u\n", cudaGetErrorString(error), counts[4]);
#ifdef FIXED
    unsigned right[26] = {};
    for (int i = 0; i < length; i++)
        if (text[i] != ' ')
            right[text[i] - 'a']++;
    if (memcmp(right, counts, sizeof right) != 0)
        return 1;
#endif
    return error != cudaSuccess;
}
