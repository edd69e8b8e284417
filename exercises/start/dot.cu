// SPDX-License-Identifier: MIT
// 21 dot: more elements than threads.
//
// The dot product of two arrays, one part per block: the host adds up the parts. The size of the grid is given, so a
// thread takes more than one pair, or none: it starts at its number in the grid, advances by the number of all threads,
// and adds up its own products in a register. Only then do the threads of the block, a power of two, add up their sums,
// as in block_sum. Neighbouring threads should take neighbouring pairs in every step.
//
//     ./run check dot        ./run hint dot
#include "judge/dot.h"

__global__ void dot(const int *a, const int *b, int *partial, int n)
{
    __shared__ int cache[threads_per_block];
    int sum = 0;
    // your code
    cache[threadIdx.x] = sum;
}
