// SPDX-License-Identifier: MIT
// matrix_reads.cu: coalescing depends on what the threads of a warp read at once, not on what one thread reads in turn.
//
// In a widely read article thread (x, y) of a grid adds up a row or a column of a matrix, n = 0, 1, 2, ...
//     globalx, shared1   a[y * size + n]: called coalesced, because one thread's reads lie side by side
//     globaly, shared2   a[n * size + x]: called not coalesced, because one thread's reads lie a row apart
// where shared1 and shared2 read tiles in shared memory.
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

// The article's kernels, except for their last line: there all threads write c[0], a race. Here each has its own sum.
template <int side> __global__ void globalx(const float *a, float *c, int size)
{
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int n = 0; n < size; n++)
        sum += a[y * size + n];
    c[y * size + x] = sum;
}

template <int side> __global__ void globaly(const float *a, float *c, int size)
{
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int n = 0; n < size; n++)
        sum += a[n * size + x];
    c[y * size + x] = sum;
}

// A block loads a tile of its rows, one element per thread, and adds up from there. All threads reach the barriers.
template <int side> __global__ void shared1(const float *a, float *c, int size)
{
    __shared__ float tile[side][side];
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    float sum = 0;
    for (int n = 0; n < size; n += side) {
        int column = n + threadIdx.x;
        tile[threadIdx.y][threadIdx.x] = y < size && column < size ? a[y * size + column] : 0;
        __syncthreads(); // the tile is full before any thread reads it
        for (int i = 0; i < side; i++)
            sum += tile[threadIdx.y][i];
        __syncthreads(); // all threads have read it before it is filled again
    }
    if (x < size && y < size)
        c[y * size + x] = sum;
}

// The same with a tile of its columns.
template <int side> __global__ void shared2(const float *a, float *c, int size)
{
    __shared__ float tile[side][side];
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    float sum = 0;
    for (int n = 0; n < size; n += side) {
        int row = n + threadIdx.y;
        tile[threadIdx.y][threadIdx.x] = row < size && x < size ? a[row * size + x] : 0;
        __syncthreads(); // the tile is full before any thread reads it
        for (int i = 0; i < side; i++)
            sum += tile[i][threadIdx.x];
        __syncthreads(); // all threads have read it before it is filled again
    }
    if (x < size && y < size)
        c[y * size + x] = sum;
}

// A row's sum is that of 2 * (row - n) + 1 over all n, a column's that of 2 * (n - column) + 1.
static size_t wrong_sums(const float *c, bool of_rows, int size)
{
    size_t wrong = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            wrong += !(c[y * size + x] == size * (of_rows ? 2 * y + 2 - size : size - 2 * x));
    return wrong;
}

int main(int argc, char **argv)
{
    int size = device_counts() ? 128 : 1024;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"size", "N", "N x N threads and floats (1024; 128 where the device counts)", option_count, &size},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "Sums of rows and columns, read in the four ways of a widely read article.", options);
    if (size > largest) {
        fprintf(stderr, "%s: --size may be %d at most: floats do not hold larger sums\n", program_name(), largest);
        return 2;
    }
    struct table table = begin_table("blocks of 16x16", csv);

    const size_t count = (size_t)size * size, bytes = count * sizeof(float);
    float *a, *c, *dev_a, *dev_c;
    HANDLE_NULL(a = (float *)malloc(bytes));
    HANDLE_NULL(c = (float *)malloc(bytes));
    for (size_t k = 0; k < count; k++)
        a[k] = 2 * ((int)(k / size) - (int)(k % size)) + 1; // row and column; odd, so no element is 0
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));

    const char *const names[] = {"globalx", "globaly", "shared1", "shared2"};
    void (*const kernels[2][4])(const float *, float *, int) = {{globalx<16>, globaly<16>, shared1<16>, shared2<16>},
                                                                {globalx<32>, globaly<32>, shared1<32>, shared2<32>}};
    for (int shape = 0; shape < 2; shape++) {
        int side = shape == 0 ? 16 : 32, blocks = (size + side - 1) / side;
        if (shape == 1)
            next_table(&table, "blocks of 32x32");
        for (int k = 0; k < 4; k++) {
            HANDLE_ERROR(cudaMemset(dev_c, 0xff, bytes)); // NaNs, so that no sum of the previous kernel is left
            struct measurement cost = begin_measurement(21);
            while (one_more_run(&cost)) {
                kernels[shape][k]<<<dim3(blocks, blocks), dim3(side, side)>>>(dev_a, dev_c, size);
                HANDLE_ERROR(cudaGetLastError());
            }
            HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
            print_row(&table, names[k], cost, (double)bytes * size, checksum(c, count),
                      wrong_sums(c, k % 2 == 0, size));
        }
    }
    int status = end_table(&table);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(c);
    return status;
}
