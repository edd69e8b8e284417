// SPDX-License-Identifier: MIT
// product.h: judges the exercise "product".
#pragma once
#include "judge.h"

enum { tile = 16 }; // a block has tile * tile threads

// c = a * b, matrices of n * n elements, stored row after row. Element (row, column) is of the thread whose y is the
// row, and whose x is the column, in the grid; it covers the matrix, and goes beyond where n is no multiple of tile.
__global__ void product(const int *a, const int *b, int *c, int n);

#ifdef JUDGES
static void judge()
{
    for (int n : {1, 16, 20, 33, 64}) {
        begin_case("n = %d", n);
        size_t size = (size_t)n * n, tiles = divide_up(n, tile);
        array<int> a(size, [](size_t i) { return input(2 * i, 13); }),
            b(size, [](size_t i) { return input(2 * i + 1, 17); }), c(size);
        run([&] { product<<<dim3(tiles, tiles), dim3(tile, tile)>>>(a, b, c, n); });
        c.expect("c", [&](size_t i) {
            int sum = 0;
            for (int k = 0; k < n; ++k)
                sum += a[i / n * n + k] * b[(size_t)k * n + i % n];
            return sum;
        });
        expect_global_loads(tiles * tiles * tiles * 2 * (tile * tile / 32));
        expect_loading_threads(size);
        expect_storing_threads(size);
        expect_divided(40 * tiles + 16);
    }
}
#endif
