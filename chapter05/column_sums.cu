// SPDX-License-Identifier: MIT
// column_sums.cu: the sums of a matrix's columns: coalesced from the start, and yet far from the limit of the memory.
//
// One thread per column is the same loop as one thread per row (row_sums.cu), but here a warp reads 32 neighbours at
// once. What is missing is loads in flight. So the rows are split over blocks, which means more threads; atomics
// combine their sums. And the compiler may let each thread issue eight loads before it adds the first.
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
const int rows_per_block = 64; // where the rows are split

// One thread per column adds up the rows of its block, and an atomic adds its sum to those of other blocks. A grid that
// is one block high has all rows in one block. The indices are of the type size_t: 16384 x 16384 elements are 2^28, and
// their bytes exceed an int.
__global__ void one_load_at_once(const float *__restrict__ matrix, size_t rows, size_t columns, float *sums)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;

    size_t first = rows * blockIdx.y / gridDim.y;
    size_t end = rows * (blockIdx.y + 1) / gridDim.y;
    float sum = 0;
#pragma unroll 1
    for (size_t row = first; row < end; row++)
        sum += matrix[row * columns + column];
    atomicAdd(&sums[column], sum);
}

// The same, but for the pragma: the compiler turns eight iterations of the loop into one, with all loads first.
__global__ void eight_loads_at_once(const float *__restrict__ matrix, size_t rows, size_t columns, float *sums)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;

    size_t first = rows * blockIdx.y / gridDim.y;
    size_t end = rows * (blockIdx.y + 1) / gridDim.y;
    float sum = 0;
#pragma unroll 8
    for (size_t row = first; row < end; row++)
        sum += matrix[row * columns + column];
    atomicAdd(&sums[column], sum);
}

static size_t count_wrong(const float *sums, size_t rows, size_t columns)
{
    size_t wrong = 0;
    for (size_t column = 0; column < columns; column++) {
        if (!(sums[column] == exact_column_sum(column, rows))) // a NaN is not equal to anything
            wrong++;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    // options
    size_t rows = device_counts() ? 512 : 16384;
    size_t columns = rows;
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

    // input
    float *sums = (float *)malloc(columns * sizeof(float));
    HANDLE_NULL(sums);

    const size_t elements = rows * columns;
    const size_t bytes = elements * sizeof(float);
    float *matrix;
    float *dev_sums;
    HANDLE_ERROR(cudaMalloc((void **)&matrix, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, columns * sizeof(float)));
    fill_matrix<<<1024, threads_per_block>>>(matrix, rows, columns);
    HANDLE_ERROR(cudaGetLastError());

    // launch, and check each kernel; every number of blocks is rounded up
    const unsigned across = (columns + threads_per_block - 1) / threads_per_block;
    const unsigned down = (rows + rows_per_block - 1) / rows_per_block;
    const struct rung {
        const char *name;
        void (*kernel)(const float *matrix, size_t rows, size_t columns, float *sums);
        dim3 grid;
    } rungs[] = {{"one thread a column", one_load_at_once, dim3(across, 1)},
                 {"rows split over blocks", one_load_at_once, dim3(across, down)},
                 {"eight loads at once", eight_loads_at_once, dim3(across, down)}};
    for (int r = 0; r < 3; r++) {
        const struct rung *rung = &rungs[r];
        struct measurement cost = begin_measurement(20);
        while (one_more_run(&cost)) {
            HANDLE_ERROR(
                cudaMemsetAsync(dev_sums, 0, columns * sizeof(float))); // for the atomics to add to; it is timed, too
            rung->kernel<<<rung->grid, threads_per_block>>>(matrix, rows, columns, dev_sums);
            HANDLE_ERROR(cudaGetLastError());
        }

        HANDLE_ERROR(cudaMemcpy(sums, dev_sums, columns * sizeof(float), cudaMemcpyDeviceToHost));
        print_row(&table, rung->name, cost, bytes, checksum(sums, columns), count_wrong(sums, rows, columns));
    }

    // for comparison, a copy of one half of the matrix to the other, which moves as many bytes as a kernel reads
    print_copy(&table, matrix, matrix + elements / 2, bytes);
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(matrix));
    HANDLE_ERROR(cudaFree(dev_sums));
    free(sums);
    return status;
}
