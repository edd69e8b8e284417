// SPDX-License-Identifier: MIT
// ours.h: the last rungs of the chapter's ladders, from the examples as they are, for peers.cu. Each queues all that it
// takes on the default stream. All pointers lie at multiples of 16 bytes.
#pragma once

#include <stddef.h>

void our_row_sums(const float *matrix, size_t rows, size_t columns, float *sums);
void our_column_sums(const float *matrix, size_t rows, size_t columns, float *sums);
void our_dot(const float *a, const float *b, size_t n, float *result);
