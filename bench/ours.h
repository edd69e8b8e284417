// SPDX-License-Identifier: MIT
// ours.h: row sums, column sums and dot products as fast as we can make them, for peers.cu. Each queues all that it
// takes on the default stream. All pointers lie at multiples of 16 bytes, as cudaMalloc's do; a matrix's rows lie one
// behind the other.
#pragma once

#include <stddef.h>

void our_row_sums(const float *matrix, size_t rows, size_t columns, float *sums);
void our_column_sums(const float *matrix, size_t rows, size_t columns, float *sums);
void our_dot(const float *a, const float *b, size_t n, float *result);
