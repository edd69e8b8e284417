// SPDX-License-Identifier: MIT
// our_sums.cu: the last rungs of chapter05/row_column_sums.cu, for peers.cu.
#define main row_column_sums_main
#include "../chapter05/row_column_sums.cu"
#undef main

#include "ours.h"

void our_row_sums(const float *matrix, size_t rows, size_t columns, float *sums)
{
    row_rungs[row_rung_count - 1].launch(matrix, rows, columns, sums);
}

void our_column_sums(const float *matrix, size_t rows, size_t columns, float *sums)
{
    column_rungs[column_rung_count - 1].launch(matrix, rows, columns, sums);
}
