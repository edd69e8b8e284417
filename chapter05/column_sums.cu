// SPDX-License-Identifier: MIT
// column_sums.cu: the sums of a matrix's columns: coalesced from the start, and yet far from the limit of the memory.
//
// One thread per column is the same loop as one thread per row (row_sums.cu), but here a warp reads 32 neighbours at
// once. What is missing is loads in flight. So the rows are split over blocks, which means more threads; atomics
// combine their sums. And each thread issues eight loads before it adds the first.
//
//     nvcc -O2 -o column_sums chapter05/column_sums.cu             for a GPU: measures
//     cpu_device/cucc -o column_sums chapter05/column_sums.cu      for the CPU device: counts
//     ./column_sums --rows 1000 --columns 3000
//
// It prints a line for each kernel: its time, or what its loads touch. Exit status: 0 if all sums are right.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"
#include "../common/summed_matrix.h" // its elements, and the closed form of its sums

const int threads_per_block = 256;

// One thread per column adds up the block's rows: all rows if the grid is one block high. The compiler turns `loads`
// iterations of the loop into one, with all loads first.
template <int loads> __global__ void by_threads(const float *matrix, size_t rows, size_t columns, float *sums)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    size_t first = rows * blockIdx.y / gridDim.y, end = rows * (blockIdx.y + 1) / gridDim.y;
    float sum = 0;
#pragma unroll loads
    for (size_t row = first; row < end; row++)
        sum += matrix[row * columns + column];
    atomicAdd(&sums[column], sum);
}

static unsigned divide_up(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

int main(int argc, char **argv)
{
    size_t rows = device_counts() ? 512 : 16384, columns = rows;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"rows", "N", "of the matrix (16384; 512 where the device counts)", option_size, &rows},
        {"columns", "N", "of the matrix (16384, 512)", option_size, &columns},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The sums of a matrix's columns, from slow to the limit of the memory.", options);
    if (rows > largest_side || columns > largest_side) {
        fprintf(stderr, "%s: there may be %d rows and columns at most\n", program_name(), largest_side);
        return 2;
    }
    struct table table = begin_table("column sums", csv);

    const unsigned across = divide_up(columns, threads_per_block);
    const struct {
        const char *name;
        void (*kernel)(const float *matrix, size_t rows, size_t columns, float *sums);
        dim3 grid;
    } rungs[] = {{"one thread a column", by_threads<1>, dim3(across)},
                 {"rows split over blocks", by_threads<1>, dim3(across, divide_up(rows, 64))},
                 {"eight loads at once", by_threads<8>, dim3(across, divide_up(rows, 64))}};

    size_t bytes = rows * columns * sizeof(float);
    float *matrix, *dev_sums, *sums;
    HANDLE_NULL(sums = (float *)malloc(columns * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&matrix, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, columns * sizeof(float)));
    fill_matrix<<<1024, threads_per_block>>>(matrix, rows, columns);
    HANDLE_ERROR(cudaGetLastError());
    for (const auto &rung : rungs) {
        struct measurement cost = begin_measurement(20);
        while (one_more_run(&cost)) {
            HANDLE_ERROR(cudaMemsetAsync(dev_sums, 0, columns * sizeof(float))); // for the atomics to add to
            rung.kernel<<<rung.grid, threads_per_block>>>(matrix, rows, columns, dev_sums);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaMemcpy(sums, dev_sums, columns * sizeof(float), cudaMemcpyDeviceToHost));
        size_t wrong = 0;
        for (size_t column = 0; column < columns; column++)
            wrong += !(sums[column] == exact_column_sum(column, rows)); // also a NaN
        print_row(&table, rung.name, cost, bytes, checksum(sums, columns), wrong);
    }
    print_copy(&table, matrix, matrix + bytes / 8, bytes);
    int status = end_table(&table);

    HANDLE_ERROR(cudaFree(matrix));
    HANDLE_ERROR(cudaFree(dev_sums));
    free(sums);
    return status;
}
