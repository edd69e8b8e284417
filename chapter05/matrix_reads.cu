// SPDX-License-Identifier: MIT
// matrix_reads.cu: coalescing depends on what the threads of a warp read at once, not on what one thread reads in turn.
//
// In a widely read article thread (x, y) of a grid adds up a row or a column of a matrix, n = 0, 1, 2, ...
//     globalx   a[y * size + n]: called coalesced, because one thread's reads lie side by side
//     globaly   a[n * size + x]: called not coalesced, because one thread's reads lie a row apart
// But the 32 threads of a warp differ in x first. In globalx all threads of a row read the same float: a broadcast,
// which uses 4 bytes of a 32-byte sector. In globaly they read floats side by side: that is coalesced. The article's
// times are real, however: the rest of a sector stays in the cache for the next reads of globalx. Which of the two
// is faster depends on the shape of the block, so the article's explanation cannot be right.
//
//     nvcc -o matrix_reads chapter05/matrix_reads.cu              for a GPU: measures
//     cpu_device/cucc -o matrix_reads chapter05/matrix_reads.cu   for the CPU device: counts
//
// It prints a line for each kernel: its time, or what its loads touch. Exit status: 0 if every thread's sum was right.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int largest = 2896; // 2 * size * size is at most 2^24, so that floats hold every sum exactly

// Two of the article's kernels, except for their last line: there all threads write c[0], a race. Here each has its own
// sum. A block is square.

__global__ void globalx(const float *a, float *c, int size)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;

    float sum = 0;
    for (int n = 0; n < size; n++)
        sum += a[y * size + n];
    c[y * size + x] = sum;
}

__global__ void globaly(const float *a, float *c, int size)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;

    float sum = 0;
    for (int n = 0; n < size; n++)
        sum += a[n * size + x];
    c[y * size + x] = sum;
}

enum { rows = 4 };

static const struct row {
    const char *name;
    void (*kernel)(const float *a, float *c, int size);
    int side; // of a block
    bool sums_rows;
} all_rows[rows] = {{"globalx", globalx, 16, true},
                    {"globaly", globaly, 16, false},
                    {"globalx", globalx, 32, true},
                    {"globaly", globaly, 32, false}};

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
    parse_options(argc, argv, "Sums of rows and columns, read in two ways of a widely read article.", options);
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
