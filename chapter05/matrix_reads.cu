// SPDX-License-Identifier: MIT
// matrix_reads.cu: coalescing is about what the threads of a warp read at once, not about what a thread reads in turn.
//
// In a widely read article thread (x, y) of a grid adds up a row or a column of a matrix, n = 0, 1, 2, ...
//     globalx   a[y * size + n]   row y: called coalesced. A thread's own reads do lie side by side
//     globaly   a[n * size + x]   column x: called not coalesced. A thread's own reads lie a row apart
//     shared1, shared2            the same two, by tiles in shared memory
// But the 32 threads of a warp differ in x first. In globalx all threads of a row want the same float: a broadcast,
// which uses 4 bytes of a sector of 32. In globaly they want floats side by side: that is coalesced. The article's
// times are real all the same: what globalx does not use at once waits in the cache for its next reads. Which of the
// two is faster turns with the shape of the block, and so it cannot come from what the article says.
//
//     nvcc -o matrix_reads chapter05/matrix_reads.cu              for a GPU: measures
//     cpu_device/cucc -o matrix_reads chapter05/matrix_reads.cu   for the CPU device: counts
//     ./matrix_reads --block 16
//
// It prints a line a kernel: what the article calls it, and its time, or what its loads touch. Exit status: 0 if every
// thread's sum was right, 1 if not.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/book.h"
#include "../common/counters.h"
#include "../common/csv.h"
#include "../common/options.h"

const int largest = 5792; // size * size / 2 is at most 2^24, so that floats hold every sum exactly

// The matrix: row minus column. So the sum of column i is that of row i with the other sign.
static float element(int row, int column)
{
    return row - column;
}

static float row_sum(int row, int size)
{
    return size * row - size * (size - 1) / 2;
}

// The article's kernels, but for their last line: there all threads write c[0], a race. Here each keeps its own sum.
__global__ void globalx(const float *a, float *c, int size)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int n = 0; n < size; n++)
        sum += a[y * size + n];
    c[y * size + x] = sum;
}

__global__ void globaly(const float *a, float *c, int size)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int n = 0; n < size; n++)
        sum += a[n * size + x];
    c[y * size + x] = sum;
}

// A block loads a tile of its rows, an element a thread, and adds up from there. No thread may leave before the
// barriers.
template <int side> __global__ void shared1(const float *a, float *c, int size)
{
    __shared__ float tile[side][side];
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    float sum = 0;
    for (int n = 0; n < size; n += side) {
        int column = n + threadIdx.x;
        tile[threadIdx.y][threadIdx.x] = y < size && column < size ? a[y * size + column] : 0;
        __syncthreads(); // the tile is full before anyone reads it
        for (int i = 0; i < side; i++)
            sum += tile[threadIdx.y][i];
        __syncthreads(); // all have read it before it gets the next
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
        __syncthreads(); // the tile is full before anyone reads it
        for (int i = 0; i < side; i++)
            sum += tile[i][threadIdx.x];
        __syncthreads(); // all have read it before it gets the next
    }
    if (x < size && y < size)
        c[y * size + x] = sum;
}

typedef void (*matrix_kernel)(const float *a, float *c, int size);

const struct reading {
    const char *name, *article; // what the article says of its reads
    int sign;                   // 1: it adds up rows, -1: columns
    matrix_kernel in_16, in_32; // blocks of 16x16 threads, and of 32x32
} readings[] = {
    {"globalx", "coalesced", 1, globalx, globalx},
    {"globaly", "not coalesced", -1, globaly, globaly},
    {"shared1", "coalesced", 1, shared1<16>, shared1<32>},
    {"shared2", "coalesced", -1, shared2<16>, shared2<32>},
};

static long long right_sums(const float *c, int sign, int size)
{
    long long right = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            right += c[y * size + x] == sign * row_sum(sign > 0 ? y : x, size);
    return right;
}

// The sum of (k + 1) * c[k] over all k, modulo 2^32, for whoever does not trust this program's exact sums.
static unsigned checksum(const float *c, int size)
{
    unsigned result = 0;
    for (int k = 0; k < size * size; k++)
        result += (k + 1u) * (unsigned)(c[k] == c[k] ? (int)c[k] : 0);
    return result;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float median_ms(matrix_kernel kernel, dim3 grid, dim3 block, const float *a, float *c, int size, int repeat)
{
    float *ms;
    cudaEvent_t start, stop;
    HANDLE_NULL(ms = (float *)malloc(repeat * sizeof(float)));
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    for (int i = 0; i < repeat; i++) {
        HANDLE_ERROR(cudaEventRecord(start));
        kernel<<<grid, block>>>(a, c, size);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaEventRecord(stop));
        HANDLE_ERROR(cudaEventSynchronize(stop));
        HANDLE_ERROR(cudaEventElapsedTime(&ms[i], start, stop));
    }
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    qsort(ms, repeat, sizeof *ms, compare_floats);
    float median = ms[repeat / 2];
    free(ms);
    return median;
}

// The table on the screen, and the same as CSV, with a checksum more. A GPU has times to show, the CPU device counts.
const struct table {
    const char *timed_head, *timed_row, *counted_head, *counted_row;
} tables[] = {{"kernel   the article    block    last sum         ms\n", //
               "%-8s %-14s %2dx%-2d %11.0f %10.3f\n",
               "kernel   the article    block    last sum     loads  sectors/request  bytes used  bank conflict\n",
               "%-8s %-14s %2dx%-2d %11.0f %9llu %16.2f %10.1f%% %14s\n"},
              {"kernel,article,block_width,block_height,last_sum,ms,checksum\n", //
               "%s,%s,%d,%d,%.0f,%.4f,%u\n",
               "kernel,article,block_width,block_height,last_sum,loads,sectors_per_request,bytes_used_percent,"
               "conflict_degree,checksum\n",
               "%s,%s,%d,%d,%.0f,%llu,%.4f,%.4f,%s,%u\n"}};

int main(int argc, char **argv)
{
    int size = 0, only_side = 0, repeat = 21;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"size", "N", "N x N threads, and as many floats (1024; 128 on the CPU device)", option_count, &size},
        {"block", "N", "blocks of N x N threads, 16 or 32 (both)", option_count, &only_side},
        {"repeat", "N", "the time is the median of N launches (21)", option_count, &repeat},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "Sums of rows and columns, read in the four ways of a widely read article.", options);
    if (only_side != 0 && only_side != 16 && only_side != 32) {
        fprintf(stderr, "%s: --block needs 16 or 32, not '%d'\n", program_name(), only_side);
        return 2;
    }
    if (size > largest) {
        fprintf(stderr, "%s: --size needs at most %d, since floats do not hold larger sums exactly\n", program_name(),
                largest);
        return 2;
    }
    FILE *files[2] = {stdout, open_csv(csv)};
    int counted = device_counts();
    if (size == 0)
        size = counted ? 128 : 1024;

    size_t bytes = (size_t)size * size * sizeof(float);
    float *a, *c, *dev_a, *dev_c;
    HANDLE_NULL(a = (float *)malloc(bytes));
    HANDLE_NULL(c = (float *)malloc(bytes));
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            a[row * size + column] = element(row, column);
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));

    printf("%d x %d threads; each adds up a row or a column of %d x %d floats\n", size, size, size, size);
    if (counted)
        printf("No times: those of the CPU device would teach the wrong thing about a GPU. It counts.\n");
    printf("\n");
    for (int i = 0; i < 2 && files[i] != NULL; i++)
        fprintf(files[i], "%s", counted ? tables[i].counted_head : tables[i].timed_head);

    long long wrong = 0;
    char finding[200] = "";
    for (int side = 16; side <= 32; side += 16) {
        if (only_side != 0 && only_side != side)
            continue;
        int blocks = (size + side - 1) / side;
        dim3 grid(blocks, blocks), block(side, side);
        double ms[4], used[4];
        for (int k = 0; k < 4; k++) {
            struct reading r = readings[k];
            matrix_kernel kernel = side == 16 ? r.in_16 : r.in_32;
            // NaNs, so that no sum is left from the kernel before
            HANDLE_ERROR(cudaMemset(dev_c, 0xff, bytes));
            counters_begin();
            kernel<<<grid, block>>>(dev_a, dev_c, size);
            HANDLE_ERROR(cudaGetLastError());
            struct memory_counts counts = counters_end();
            HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
            wrong += (long long)size * size - right_sums(c, r.sign, size);

            float last_sum = c[size * size - 1];
            unsigned sums = checksum(c, size);
            struct access_counts loads = counts.global_loads;
            used[k] = 100 * share_used(loads);
            char conflict[40] = "-";
            if (counts.shared_loads.requests != 0)
                snprintf(conflict, sizeof conflict, "%.2f",
                         fmax(conflict_degree(counts.shared_loads), conflict_degree(counts.shared_stores)));
            ms[k] = counted ? 0 : median_ms(kernel, grid, block, dev_a, dev_c, size, repeat);
            for (int i = 0; i < 2 && files[i] != NULL; i++)
                if (counted)
                    fprintf(files[i], tables[i].counted_row, r.name, r.article, side, side, last_sum, loads.requests,
                            sectors_per_request(loads), used[k], conflict, sums);
                else
                    fprintf(files[i], tables[i].timed_row, r.name, r.article, side, side, last_sum, ms[k], sums);
        }
        size_t end = strlen(finding);
        if (counted)
            snprintf(finding, sizeof finding,
                     "a warp's loads use %.1f%% of what globalx moves, and %.1f%% of what globaly moves", used[0],
                     used[1]);
        else
            snprintf(finding + end, sizeof finding - end, "%s%.2f with blocks of %dx%d",
                     end == 0 ? "times of globaly for one of globalx: " : ", ", ms[1] / ms[0], side, side);
    }
    if (wrong != 0)
        printf("\nNO: %lld sums are wrong.\n", wrong);
    else
        printf("\nEvery sum is right; %s.\n", finding);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(c);
    return close_csv(files[1], csv) && wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
