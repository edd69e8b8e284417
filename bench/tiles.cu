// SPDX-License-Identifier: MIT
// tiles.cu: what a tile in shared memory changes: both directions of the reads are coalesced.
//
// Each thread adds up a row (shared1) or a column (shared2) of a matrix, from squares of it that its block has copied
// to shared memory. The same sums without tiles are globalx and globaly in chapter05/matrix_reads.cu.
//
//     nvcc -o tiles bench/tiles.cu              for a GPU: measures
//     cpu_device/cucc -o tiles bench/tiles.cu   for the CPU device: counts
//
// It prints a line for each kernel: its time, or what its loads touch. Exit status: 0 if every thread's sum was right.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int largest = 2896; // 2 * size * size is at most 2^24, so that floats hold every sum exactly

// Two of the kernels of the article that matrix_reads.cu tests, but each thread stores a sum of its own. A block is
// square.

// A block loads a tile of its rows, one element per thread, and adds up from there. The kernels below call it with a
// constant side, so that the compiler knows how long the inner loop is. Word (row, column) of the tile is
// tile[row * side + column]. All threads reach the barriers, those beyond the matrix as well.
__device__ __forceinline__ void sum_row_of_tiles(const float *a, float *c, int size, float *tile, const int side)
{
    int x = threadIdx.x + blockIdx.x * side;
    int y = threadIdx.y + blockIdx.y * side;
    float sum = 0;
    for (int n = 0; n < size; n += side) {
        int column = n + threadIdx.x;
        bool inside = y < size && column < size;
        tile[threadIdx.y * side + threadIdx.x] = inside ? a[y * size + column] : 0;
        __syncthreads(); // the tile is full before any thread reads it

        for (int i = 0; i < side; i++)
            sum += tile[threadIdx.y * side + i];
        __syncthreads(); // all threads have read it before it is filled again
    }
    if (x < size && y < size)
        c[y * size + x] = sum;
}

// The same with a tile of its columns.
__device__ __forceinline__ void sum_column_of_tiles(const float *a, float *c, int size, float *tile, const int side)
{
    int x = threadIdx.x + blockIdx.x * side;
    int y = threadIdx.y + blockIdx.y * side;
    float sum = 0;
    for (int n = 0; n < size; n += side) {
        int row = n + threadIdx.y;
        bool inside = row < size && x < size;
        tile[threadIdx.y * side + threadIdx.x] = inside ? a[row * size + x] : 0;
        __syncthreads(); // the tile is full before any thread reads it

        for (int i = 0; i < side; i++)
            sum += tile[i * side + threadIdx.x];
        __syncthreads(); // all threads have read it before it is filled again
    }
    if (x < size && y < size)
        c[y * size + x] = sum;
}

__global__ void shared1_16(const float *a, float *c, int size)
{
    __shared__ float tile[16 * 16];
    sum_row_of_tiles(a, c, size, tile, 16);
}

__global__ void shared1_32(const float *a, float *c, int size)
{
    __shared__ float tile[32 * 32];
    sum_row_of_tiles(a, c, size, tile, 32);
}

__global__ void shared2_16(const float *a, float *c, int size)
{
    __shared__ float tile[16 * 16];
    sum_column_of_tiles(a, c, size, tile, 16);
}

__global__ void shared2_32(const float *a, float *c, int size)
{
    __shared__ float tile[32 * 32];
    sum_column_of_tiles(a, c, size, tile, 32);
}

enum { rows = 4 };

static const struct row {
    const char *name;
    void (*kernel)(const float *a, float *c, int size);
    int side; // of a block
    bool sums_rows;
} all_rows[rows] = {{"shared1", shared1_16, 16, true},
                    {"shared2", shared2_16, 16, false},
                    {"shared1", shared1_32, 32, true},
                    {"shared2", shared2_32, 32, false}};

// A row's sum is that of 2 * (row - n) + 1 over all n, a column's that of 2 * (n - column) + 1. A NaN counts as wrong.
static size_t count_wrong(const float *c, bool sums_rows, int size)
{
    size_t wrong = 0;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            float expected = size * (sums_rows ? 2 * y + 2 - size : size - 2 * x);
            if (!(c[y * size + x] == expected))
                wrong++;
        }
    }
    return wrong;
}

int main(int argc, char **argv)
{
    // options
    int size = device_counts() ? 128 : 1024;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"size", "N", "N x N threads and floats (1024; 128 where the device counts)", option_count, &size},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "Sums of rows and columns, read by tiles.", options);
    if (size > largest) {
        fprintf(stderr, "%s: --size may be %d at most: floats do not hold larger sums\n", program_name(), largest);
        return 2;
    }
    struct table table = begin_table("blocks of 16x16", csv);

    // input
    const size_t count = (size_t)size * size;
    const size_t bytes = count * sizeof(float);
    float *a = (float *)malloc(bytes);
    float *c = (float *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(c);
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++)
            a[y * size + x] = 2 * (y - x) + 1; // odd, so no element is 0
    }

    float *dev_a;
    float *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));

    // launch, and check each kernel
    for (int r = 0; r < rows; r++) {
        const struct row *row = &all_rows[r];
        if (r == rows / 2)
            next_table(&table, "blocks of 32x32");
        dim3 threads(row->side, row->side);
        dim3 blocks((size + row->side - 1) / row->side, (size + row->side - 1) / row->side);

        HANDLE_ERROR(cudaMemset(dev_c, 0xff, bytes)); // NaNs, so that no sum of the previous kernel is left
        struct measurement cost = begin_measurement(21);
        while (one_more_run(&cost)) {
            row->kernel<<<blocks, threads>>>(dev_a, dev_c, size);
            HANDLE_ERROR(cudaGetLastError());
        }

        HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
        size_t wrong = count_wrong(c, row->sums_rows, size);
        print_row(&table, row->name, cost, (double)bytes * size, checksum(c, count), wrong);
    }
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(c);
    return status;
}
