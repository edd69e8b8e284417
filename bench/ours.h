// SPDX-License-Identifier: MIT
// ours.h: row sums, column sums and dot products as fast as we can make them, for peers.cu. Each queues all that it
// takes on the default stream. All pointers lie at multiples of 16 bytes, as cudaMalloc's do; a matrix's rows lie one
// after the other.
#pragma once

#include <stddef.h>

void our_row_sums(const float *matrix, size_t rows, size_t columns, float *sums);
void our_column_sums(const float *matrix, size_t rows, size_t columns, float *sums);
void our_dot(const float *a, const float *b, size_t n, float *result);

// How the sums of a matrix are given to blocks. A vector is 16 bytes where the number of columns is a multiple of 4,
// else 4 bytes.
struct sums_plan {
    unsigned across, along; // threads of a block: for vectors of one row, and for so many rows; powers of two. Row
                            // sums with across > 32 have along = 1
    unsigned parts;         // blocks that share the sum of a row, or of a strip of `across` columns of vectors
    int loads;              // that a thread has in flight at once: 4, 8 or 16. With 16, a block has up to 512 threads
    bool streaming;         // loads whose data the caches give up first (__ldcs)
};

// What our_row_sums and our_column_sums choose.
struct sums_plan plan_row_sums(size_t rows, size_t columns);
struct sums_plan plan_column_sums(size_t rows, size_t columns);

void row_sums_by(struct sums_plan plan, const float *matrix, size_t rows, size_t columns, float *sums);
void column_sums_by(struct sums_plan plan, const float *matrix, size_t rows, size_t columns, float *sums);
