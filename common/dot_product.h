// SPDX-License-Identifier: MIT
// dot_product.h: what the chapter's dot products must give, and how far from it a sum of floats may lie.
//
// The vectors hold 0, 1, 2, ... and 0, 2, 4, ..., so their product is twice a sum of squares.
#pragma once

#include <float.h>
#include <math.h>

// 1*1 + 2*2 + ... + n*n
inline long long sum_squares(long long n)
{
    return n * (n + 1) * (2 * n + 1) / 6;
}

// How far, relatively, a float sum of n products may lie from the exact one. Every product is positive, so each
// rounding on its way into the result adds at most half an epsilon: one of the product, those of the thread's own
// additions, one for each halving of its block, and those of the host's additions, one a block.
inline double error_bound(int n, int threads_per_block, int blocks)
{
    int threads = threads_per_block * blocks;
    double roundings = 1 + (n + threads - 1) / threads + log2(threads_per_block) + blocks;
    return roundings * (FLT_EPSILON / 2) * 1.001; // the last factor covers the products of the roundings
}
