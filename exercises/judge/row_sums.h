// SPDX-License-Identifier: MIT
// row_sums.h: judges the exercise "row_sums".
#pragma once
#include "judge.h"

enum { warps = 4 }; // a block has warps * 32 threads

// sums[row] = the sum of the row's elements; row after row is stored. Row r is of warp r of the grid, which may have
// more warps than there are rows.
__global__ void row_sums(const int *matrix, int *sums, int rows, int columns);

#ifdef JUDGES
static void judge()
{
    for (int rows : {1, 4, 10, 33})
        for (int columns : {1, 31, 32, 64, 1000}) {
            begin_case("%d rows of %d", rows, columns);
            array<int> matrix((size_t)rows * columns, [](size_t i) { return input(i, 1000); }), sums(rows);
            run([&] { row_sums<<<divide_up(rows, warps), warps * 32>>>(matrix, sums, rows, columns); });
            sums.expect("sums", [&](size_t row) {
                int sum = 0;
                for (int i = 0; i < columns; ++i)
                    sum += matrix[row * columns + i];
                return sum;
            });
            if (columns % 32 == 0) {
                expect_coalesced();
                expect_loading_threads(rows < warps ? 0 : rows * 8);
            }
            if (rows >= warps)
                expect_divided(2 * divide_up(columns, 32) + 64);
        }
}
#endif
