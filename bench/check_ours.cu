// SPDX-License-Identifier: MIT
// check_ours.cu: every sum of our_sums.cu and our_dot.cu is exact, for matrices of many shapes: one element, one row,
// one column, few long rows, many short ones, rows that start between multiples of 16 bytes. Exit status: 0 if so.
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_product.h"
#include "../common/summed_matrix.h"
#include "ours.h"

static float *dev_data, *dev_sums, *sums;
const size_t most = 1 << 21; // elements of a matrix, and sums of it

// By a plan, or, where that is NULL, as our_row_sums and our_column_sums choose.
static bool right_sums(size_t rows, size_t columns, bool of_rows, const struct sums_plan *plan)
{
    size_t count = of_rows ? rows : columns;
    HANDLE_ERROR(cudaMemset(dev_sums, 0xff, count * sizeof(float))); // NaNs
    if (plan == NULL)
        (of_rows ? our_row_sums : our_column_sums)(dev_data, rows, columns, dev_sums);
    else
        (of_rows ? row_sums_by : column_sums_by)(*plan, dev_data, rows, columns, dev_sums);
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, count * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t k = 0; k < count; k++) {
        float exact = of_rows ? exact_row_sum(k, columns) : exact_column_sum(k, rows);
        if (!(sums[k] == exact)) {
            fprintf(stderr, "%zu x %zu: sum %zu of the %s is %.9g, not %.9g\n", rows, columns, k,
                    of_rows ? "rows" : "columns", sums[k], exact);
            return false;
        }
    }
    return true;
}

static bool right_dot(size_t n)
{
    float sum, *a = dev_data, *b = dev_data + most / 2;
    fill_vectors<<<64, 256>>>(a, b, n);
    HANDLE_ERROR(cudaGetLastError());
    our_dot(a, b, n, dev_sums);
    HANDLE_ERROR(cudaMemcpy(&sum, dev_sums, sizeof sum, cudaMemcpyDeviceToHost));
    if (!(sum == exact_dot(n)))
        fprintf(stderr, "the dot product of %zu pairs is %.9g, not %.9g\n", n, sum, exact_dot(n));
    return sum == exact_dot(n);
}

// All kinds of plans, for a matrix whose rows and columns they do not divide.
static int right_plans(size_t rows, size_t columns, int *count)
{
    int right = 0;
    fill_matrix<<<64, 256>>>(dev_data, rows, columns);
    HANDLE_ERROR(cudaGetLastError());
    for (unsigned across = 1; across <= 128; across *= 8)
        for (unsigned parts = 1; parts <= 7; parts += 3)
            for (int loads = 4; loads <= 16; loads *= 2)
                for (bool streaming : {false, true}) {
                    struct sums_plan plan = {across, 128 / across, parts, loads, streaming};
                    *count += 2;
                    right += right_sums(rows, columns, false, &plan);
                    plan.along = across > 32 ? 1 : 128 / across;
                    right += right_sums(rows, columns, true, &plan);
                }
    return right;
}

int main()
{
    static const size_t shapes[][2] = {
        {1, 1},       {1, 4},       {4, 1},       {1, 1000},   {1000, 1},   {3, 5},      {31, 33},    {33, 32},
        {64, 64},     {1000, 3},    {3, 1000},    {257, 1024}, {1024, 257}, {2, 131072}, {131072, 2}, {1, 1048575},
        {1048575, 1}, {1, 1 << 20}, {1 << 20, 1}, {7, 149796}, {149797, 7}, {16384, 32}, {8, 131076}, {100, 20000}};
    const size_t lengths[] = {1, 2, 3, 5, 31, 1023, 4099, 33 * 1024 + 7, 262143, 1000003};
    int count = 0, right = 0;
    HANDLE_NULL(sums = (float *)malloc(most * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_data, most * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, most * sizeof(float)));
    for (const auto &shape : shapes) {
        fill_matrix<<<64, 256>>>(dev_data, shape[0], shape[1]);
        HANDLE_ERROR(cudaGetLastError());
        right += right_sums(shape[0], shape[1], true, NULL) + right_sums(shape[0], shape[1], false, NULL);
        count += 2;
    }
    right += right_plans(77, 332, &count) + right_plans(131, 333, &count);
    for (size_t n : lengths) {
        right += right_dot(n);
        count++;
    }
    printf("%s: %d of %d results are exact.\n", right == count ? "Yes" : "NO", right, count);
    HANDLE_ERROR(cudaFree(dev_data));
    HANDLE_ERROR(cudaFree(dev_sums));
    free(sums);
    return right == count ? EXIT_SUCCESS : EXIT_FAILURE;
}
