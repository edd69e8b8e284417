// SPDX-License-Identifier: MIT
// summed_matrix.h: a matrix whose row sums and column sums have a closed form, and are exact in float in whatever order
// they are added up, for up to 1.5 million rows and columns.
//
//     fill_matrix<<<blocks, threads>>>(elements, rows, columns);
//     bool right = sum == exact_row_sum(row, columns);
//
// No element is 0, so one that is left out shows; rows and columns next to each other, or a power of two apart, have
// different sums.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>

enum { largest_side = (1 << 24) / 11 }; // the largest element is 11, and a float holds whole numbers up to 2^24

__host__ __device__ inline float matrix_element(size_t row, size_t column)
{
    return 1 + row % 7 + column % 5;
}

// The rows lie one after another, and may be those of a larger matrix from first_row on. Works with any grid.
static __global__ void fill_matrix(float *elements, size_t rows, size_t columns, size_t first_row = 0)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x; k < rows * columns; k += threads)
        elements[k] = matrix_element(first_row + k / columns, k % columns);
}

// 0 % m + 1 % m + ... + (n - 1) % m
inline size_t sum_of_remainders(size_t n, size_t m)
{
    size_t rest = n % m;
    return n / m * (m * (m - 1) / 2) + (rest * rest - rest) / 2;
}

inline float exact_row_sum(size_t row, size_t columns)
{
    return columns * (1 + row % 7) + sum_of_remainders(columns, 5);
}

inline float exact_column_sum(size_t column, size_t rows)
{
    return rows * (1 + column % 5) + sum_of_remainders(rows, 7);
}
