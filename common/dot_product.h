// SPDX-License-Identifier: MIT
// dot_product.h: the vectors of the chapter's dot products, and the closed form of their product.
//
// a holds 1, 2, ..., 7, 1, 2, ... and b holds 7, 6, ..., 1, 7, 6, ...: no product is 0, so a pair that is left out or
// added twice shows in the sum. Each product is at most 16. A float holds every whole number up to 2^24 exactly, so the
// sum of up to 2^20 products is exact, in whatever order they are added.
//
//     a[i] = element_of_a(i);
//     b[i] = element_of_b(i);
//     bool right = fabs(sum - exact_dot(n)) <= allowed_error(n, 0);
#pragma once

#include <cuda_runtime.h>
#include <float.h>
#include <stddef.h>

__host__ __device__ inline float element_of_a(size_t i)
{
    return 1 + i % 7;
}

__host__ __device__ inline float element_of_b(size_t i)
{
    return 7 - i % 7;
}

// Seven neighbouring products add up to 84; the first r of them to the sum of k * (8 - k), k = 1, ..., r.
inline double exact_dot(size_t n)
{
    size_t r = n % 7;
    return n / 7 * 84.0 + 4 * r * (r + 1) - r * (r + 1) * (2 * r + 1) / 6;
}

// Works with any grid.
static __global__ void fill_vectors(float *a, float *b, size_t n)
{
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x) {
        a[i] = element_of_a(i);
        b[i] = element_of_b(i);
    }
}

// How far a sum of floats may differ from exact_dot(): not at all, as long as every partial sum is exact. In a longer
// sum, each addition of numbers above 2^24 rounds by at most half an epsilon; `additions` is how many such additions
// one product takes part in.
inline double allowed_error(size_t n, int additions)
{
    return exact_dot(n) <= 1 << 24 ? 0 : additions * (FLT_EPSILON / 2) * exact_dot(n);
}
