// SPDX-License-Identifier: MIT
// summed_matrix.h: a matrix whose row sums and column sums are known, and exact in float, in whatever order it is added
// up.
//
//     struct summed_matrix matrix = make_summed_matrix(rows, columns);
//     float element = matrix_element(matrix, row, column);    on the host and on the device
//     float sum = exact_row_sum(matrix, row);
//
// Row i and column j, of R rows and C columns, meet in 1 + i % levels + j % levels, and in one more where
// i/R + j/C >= 1. Hermite's identity, floor(x) + floor(x + 1/C) + ... + floor(x + (C-1)/C) = floor(C*x), gives the sum
// of the row: C * (1 + i % levels) + (the sum of all j % levels) + floor(C*i/R), and so for a column. There are as many
// levels as keep every sum at 2^24 or below: that far floats are exact. So sums differ as much as they can: in a square
// of 16384 rows no two are alike. Rows and columns stand in shuffled order, i = row * prime % R, so that neighbours
// differ.
//
// With more than 2^23 rows such elements, 1 at least, would be too many for a column's sum. Then one of each `step`
// rows counts, each time another of them, and the others hold zeros. So with columns.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>

struct matrix_axis {
    size_t step, used; // so many rows (or columns) count, one of each `step`
    size_t prime;      // shuffles them, being larger than `used`
};

struct summed_matrix {
    struct matrix_axis rows, columns;
    size_t levels;
};

const size_t most_used = 1 << 23;

inline struct matrix_axis make_axis(size_t size, size_t prime)
{
    struct matrix_axis axis;
    axis.step = (size + most_used - 1) / most_used;
    axis.used = size / axis.step;
    axis.prime = prime;
    return axis;
}

inline struct summed_matrix make_summed_matrix(size_t rows, size_t columns)
{
    struct summed_matrix matrix;
    matrix.rows = make_axis(rows, 2654435761);
    matrix.columns = make_axis(columns, 2246822519);
    matrix.levels = most_used / (matrix.rows.used > matrix.columns.used ? matrix.rows.used : matrix.columns.used);
    return matrix;
}

// The i of a row, or the j of a column; `used` where it does not count.
__host__ __device__ inline size_t shuffled(struct matrix_axis axis, size_t index)
{
    size_t group = index / axis.step;
    bool counts = group < axis.used && index % axis.step == group % axis.step;
    return counts ? group * axis.prime % axis.used : axis.used;
}

__host__ __device__ inline float matrix_element(struct summed_matrix matrix, size_t row, size_t column)
{
    size_t R = matrix.rows.used, C = matrix.columns.used;
    size_t i = shuffled(matrix.rows, row), j = shuffled(matrix.columns, column);
    return i == R || j == C ? 0 : 1 + i % matrix.levels + j % matrix.levels + (i * C + j * R >= R * C);
}

// The sum along one axis, at `index` of the other.
inline float exact_sum(struct matrix_axis along, struct matrix_axis other, size_t levels, size_t index)
{
    size_t i = shuffled(other, index), n = along.used, rest = n % levels;
    size_t sum_of_levels = n / levels * (levels * (levels - 1) / 2) + rest * (rest - 1) / 2;
    return i == other.used ? 0 : n * (1 + i % levels) + sum_of_levels + n * i / other.used;
}

inline float exact_row_sum(struct summed_matrix matrix, size_t row)
{
    return exact_sum(matrix.columns, matrix.rows, matrix.levels, row);
}

inline float exact_column_sum(struct summed_matrix matrix, size_t column)
{
    return exact_sum(matrix.rows, matrix.columns, matrix.levels, column);
}
