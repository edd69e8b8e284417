// SPDX-License-Identifier: MIT
// 1 add: which element is mine?
//
// Two arrays of n elements, and a grid of at least n threads: each thread adds one pair, c[i] = a[i] + b[i]. Compute
// the thread's number in the whole grid from threadIdx.x, blockIdx.x and blockDim.x. n need not be a multiple of the
// block size, so some threads of the last block have nothing to do, and must not touch the arrays. Neighbouring threads
// should take neighbouring elements: then the 32 loads of a warp touch 4 sectors of 32 bytes, not 32 sectors. The judge
// counts: two loads of global memory per warp.
//
//     ./run check add        ./run hint add
#include "judge/add.h"

__global__ void add(const int *a, const int *b, int *c, int n)
{
    // your code
}
