// SPDX-License-Identifier: MIT
// 1 add: which element is mine?
//
// Two arrays of n elements, and a grid with at least n threads: each thread adds one pair, c[i] = a[i] + b[i]. The
// number of a thread in the whole grid comes from threadIdx.x, blockIdx.x and blockDim.x. n need not be a multiple of
// the threads in a block, so in the last block some threads have nothing to do, and must not touch the arrays.
// Neighbouring threads should have neighbouring elements: then a warp's 32 loads are 4 sectors of memory, not 32.
//
//     ./run check add        ./run hint add
#include "judge/add.h"

__global__ void add(const int *a, const int *b, int *c, int n)
{
    // your code
}
