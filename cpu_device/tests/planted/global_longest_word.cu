// SPDX-License-Identifier: MIT
// global_longest_word.cu: a thread compares with the longest word so far, and then stores; others do so meanwhile.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {compare}
// CPU says variable longest
// all exits 0
#include "../kernel_run.h"

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
    device_array<unsigned char> lengths(words, [](int i) { return (unsigned char)(i * 7 % 53 + 1); });
    find_longest<<<1, words>>>(lengths);
    return check_fixed(variable(longest), 53);
}
