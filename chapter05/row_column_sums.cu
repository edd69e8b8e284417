// SPDX-License-Identifier: MIT
// row_column_sums.cu: the sums of a matrix's rows and of its columns, from a slow kernel to the limit of the memory.
//
// Every kernel here reads each element once, so each could be as fast as the memory. What keeps them from it is, one
// after the other: the 32 addresses that a warp asks for at once, for memory moves in sectors of 32 bytes; threads that
// want different words of one bank of shared memory; and too few loads on the way while others wait for theirs.
//
//     nvcc -O2 -arch=native -o row_column_sums chapter05/row_column_sums.cu   for a GPU
//     cpu_device/cucc -o row_column_sums chapter05/row_column_sums.cu         for the CPU device
//     ./row_column_sums --rows 1000 --columns 3000
//
// It prints a line for each kernel: on a GPU the time, on the CPU device what it counted, and whether all sums are
// right. Exit status: 0 if they are.

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/counters.h" // what the kernels do to memory, where the device counts it
#include "../common/options.h"
#include "../common/summed_matrix.h" // its elements, and the closed form of its sums
#include "../common/table.h"
#include "../common/timer.h"

const int warp = 32;
const int threads_per_block = 256; // a power of two, for the halving

static size_t divide_up(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

// --- row sums ---

// One thread a row: the 32 elements that a warp reads at once lie in 32 rows, and in 32 sectors.
__global__ void rows_by_threads(const float *matrix, size_t rows, size_t columns, float *sums)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (size_t column = 0; column < columns; column++)
        sum += matrix[row * columns + column];
    sums[row] = sum;
}

static void launch_rows_by_threads(const float *matrix, size_t rows, size_t columns, float *sums)
{
    rows_by_threads<<<divide_up(rows, threads_per_block), threads_per_block>>>(matrix, rows, columns, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// Still each thread for one row, now 32 of them to a row: 32 warps, which are the block, read its 32 rows, each 32
// neighbours of one row at once, into a tile of shared memory; then each reads a column of the tile, one element of
// every row. Words that are 32 apart share a bank of shared memory: in a tile 32 wide the words of a column all lie in
// the same bank; in one 33 wide, in 32 banks. What the 32 threads of a row have added up meets in atomics.
template <int width> __global__ void rows_by_tiles(const float *matrix, size_t rows, size_t columns, float *sums)
{
    __shared__ float tile[warp][width];
    size_t first_row = (size_t)blockIdx.x * warp;
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (size_t first = 0; first < columns; first += warp) {
        bool inside = first_row + y < rows && first + x < columns;
        tile[y][x] = inside ? matrix[(first_row + y) * columns + first + x] : 0;
        // the tile is full before anyone reads it
        __syncthreads();
        sum += tile[x][y];
        // everyone has read the tile before it is filled again
        __syncthreads();
    }
    if (first_row + x < rows)
        atomicAdd(&sums[first_row + x], sum);
}

template <int width> static void launch_rows_by_tiles(const float *matrix, size_t rows, size_t columns, float *sums)
{
    HANDLE_ERROR(cudaMemsetAsync(sums, 0, rows * sizeof(float)));
    rows_by_tiles<width><<<divide_up(rows, warp), dim3(warp, warp)>>>(matrix, rows, columns, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// One block a row, with the reduction of dot.cu: more threads, and so more loads on the way.
__global__ void rows_by_blocks(const float *matrix, size_t rows, size_t columns, float *sums)
{
    __shared__ float cache[threads_per_block];
    for (size_t row = blockIdx.x; row < rows; row += gridDim.x) {
        float temp = 0;
        for (size_t column = threadIdx.x; column < columns; column += blockDim.x)
            temp += matrix[row * columns + column];
        cache[threadIdx.x] = temp;
        // every sum is in the cache before any thread reads another's
        __syncthreads();

        for (unsigned i = blockDim.x / 2; i != 0; i /= 2) {
            if (threadIdx.x < i)
                cache[threadIdx.x] += cache[threadIdx.x + i];
            // this halving is done before the next reads, or the next row writes
            __syncthreads();
        }
        if (threadIdx.x == 0)
            sums[row] = cache[0];
    }
}

static void launch_rows_by_blocks(const float *matrix, size_t rows, size_t columns, float *sums)
{
    unsigned blocks = min(rows, (size_t)INT_MAX);
    rows_by_blocks<<<blocks, threads_per_block>>>(matrix, rows, columns, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// --- column sums ---

// One thread a column: the 32 elements that a warp reads at once are neighbours, in 4 sectors.
__global__ void columns_by_threads(const float *matrix, size_t rows, size_t columns, float *sums)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    size_t end = rows * (blockIdx.y + 1) / gridDim.y;
    float sum = 0;
    for (size_t row = rows * blockIdx.y / gridDim.y; row < end; row++)
        sum += matrix[row * columns + column];
    if (gridDim.y == 1)
        sums[column] = sum;
    else
        atomicAdd(&sums[column], sum);
}

static void launch_columns_by_threads(const float *matrix, size_t rows, size_t columns, float *sums)
{
    columns_by_threads<<<divide_up(columns, threads_per_block), threads_per_block>>>(matrix, rows, columns, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// The same kernel on a grid that is taller: each block takes about 64 rows.
static void launch_columns_split(const float *matrix, size_t rows, size_t columns, float *sums)
{
    size_t parts = divide_up(rows, 64);
    dim3 blocks(divide_up(columns, threads_per_block), parts < 65535 ? parts : 65535);
    HANDLE_ERROR(cudaMemsetAsync(sums, 0, columns * sizeof(float)));
    columns_by_threads<<<blocks, threads_per_block>>>(matrix, rows, columns, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// --- the last kernels: as many bytes on the way as the memory needs to be busy all the time ---
//
// Loads arrive in registers. __launch_bounds__(most_threads, 1), one block of that size to a multiprocessor, is enough
// for this: nvcc 13.0 then takes 40 registers for the rows instead of 32, and 62 for the columns instead of 45.

const int row_loads = 4, column_loads = 8; // of a thread, on the way at once: powers of two
const unsigned most_threads = 1024;        // of a block: a power of two
const size_t bytes_to_split = 512 * 1024;  // of a row, or of a strip of columns, that is worth several blocks

__device__ inline float plus(float a, float b)
{
    return a + b;
}

__device__ inline float4 plus(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__device__ inline float sum_of(float a)
{
    return a;
}

__device__ inline float sum_of(float4 a)
{
    return (a.x + a.y) + (a.z + a.w);
}

// Adds up from[first], from[first + step], ... before from[end]. `loads` of them are on the way before the first is
// used; then half as many for what is left, and so on.
template <int loads, typename Vector>
__device__ Vector sum_every(const Vector *from, size_t first, size_t end, size_t step)
{
    Vector sum = {};
    for (; first + (loads - 1) * step < end; first += loads * step) {
        Vector loaded[loads];
#pragma unroll
        for (int k = 0; k < loads; k++)
            loaded[k] = from[first + k * step];
#pragma unroll
        for (int k = 0; k < loads; k++)
            sum = plus(sum, loaded[k]);
    }
    if constexpr (loads > 1)
        sum = plus(sum, sum_every<loads / 2>(from, first, end, step));
    return sum;
}

// The sum over 2, 4, 8, 16 or 32 neighbouring lanes, from register to register.
__device__ inline float sum_over_lanes(float sum, unsigned lanes)
{
    for (unsigned i = lanes / 2; i != 0; i /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, i);
    return sum;
}

// A row of the block's threads takes a row of the matrix, or, with others in y of the grid, a part of it. `count` is
// that of a row's vectors. With more than one warp a row, there is but one row of threads.
template <typename Vector> __global__ void __launch_bounds__(most_threads, 1)
    rows_by_vectors(const Vector *matrix, size_t rows, size_t count, float *sums)
{
    __shared__ float warp_sums[warp];
    size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    unsigned thread = blockIdx.y * blockDim.x + threadIdx.x;

    float sum = 0;
    if (row < rows)
        sum = sum_of(sum_every<row_loads>(matrix + row * count, thread, count, gridDim.y * blockDim.x));
    sum = sum_over_lanes(sum, blockDim.x < warp ? blockDim.x : warp);
    if (blockDim.x > warp) {
        if (threadIdx.x % warp == 0)
            warp_sums[threadIdx.x / warp] = sum;
        // every warp's sum is there before the first warp reads them
        __syncthreads();
        if (threadIdx.x < warp)
            sum = sum_over_lanes(threadIdx.x < blockDim.x / warp ? warp_sums[threadIdx.x] : 0, warp);
    }
    if (threadIdx.x == 0 && row < rows) {
        if (gridDim.y == 1)
            sums[row] = sum;
        else
            atomicAdd(&sums[row], sum);
    }
}

// A column of the block's threads takes a column of vectors, or, with others in y of the grid, some rows of it.
template <typename Vector> __global__ void __launch_bounds__(most_threads, 1)
    columns_by_vectors(const Vector *matrix, size_t rows, size_t count, float *sums)
{
    __shared__ Vector cache[most_threads];
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;

    Vector sum = {};
    if (column < count)
        sum = sum_every<column_loads>(matrix + column, row * count, rows * count, gridDim.y * blockDim.y * count);
    cache[thread] = sum;
    // the sums of all rows of threads are in the cache before any thread reads another's
    __syncthreads();
    for (unsigned i = blockDim.y / 2; i != 0; i /= 2) {
        if (threadIdx.y < i)
            cache[thread] = plus(cache[thread], cache[thread + i * blockDim.x]);
        // this halving is done before the next reads
        __syncthreads();
    }
    // neighbouring threads take neighbouring sums, whatever is in a vector
    const unsigned width = sizeof(Vector) / sizeof(float);
    size_t first = (size_t)blockIdx.x * blockDim.x * width;
    for (unsigned k = thread; k < blockDim.x * width && first + k < count * width; k += blockDim.x * blockDim.y) {
        float value = ((float *)cache)[k];
        if (gridDim.y == 1)
            sums[first + k] = value;
        else
            atomicAdd(&sums[first + k], value);
    }
}

// The smallest power of two that is `n` or more, but no more than `most`.
static unsigned power_of_two(size_t n, unsigned most)
{
    unsigned power = 1;
    while (power < n && power < most)
        power *= 2;
    return power;
}

static size_t multiprocessors(void)
{
    int count;
    HANDLE_ERROR(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

// The choice of a grid. A row gets threads enough that each has about four loads: some lanes of a warp, or up to a
// block. Where rows are fewer than the blocks that the device runs at once, the block is larger. Where they are fewer
// than its multiprocessors, and long, they get several blocks, whose sums meet in atomics. These cost a second launch,
// for the zeros to begin with, so only long rows are worth it.
template <typename Vector> static void start_rows(const Vector *matrix, size_t rows, size_t count, float *sums)
{
    bool few = rows < 8 * multiprocessors();
    bool split = rows < multiprocessors() && count * sizeof(Vector) >= bytes_to_split;
    unsigned across = power_of_two(divide_up(count, row_loads), few ? most_threads : threads_per_block);
    unsigned along = across > warp ? 1 : threads_per_block / across;
    dim3 grid(divide_up(rows, along), split ? divide_up(2 * multiprocessors(), rows) : 1);
    if (split)
        HANDLE_ERROR(cudaMemsetAsync(sums, 0, rows * sizeof(float)));
    rows_by_vectors<<<grid, dim3(across, along)>>>(matrix, rows, count, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// Here a block is a strip of columns, 512 bytes wide, and large unless there are many. Where that makes too few blocks,
// the strips become narrower, down to 64 bytes; where they are too few even so, and long, each gets several blocks, and
// atomics, as above.
template <typename Vector> static void start_columns(const Vector *matrix, size_t rows, size_t count, float *sums)
{
    const unsigned wide = 512 / sizeof(Vector), narrow = 64 / sizeof(Vector);
    const size_t enough_strips = divide_up(multiprocessors() * 3, 4);
    unsigned across = power_of_two(count, wide);
    unsigned threads = divide_up(count, across) < 8 * multiprocessors() ? most_threads : threads_per_block;
    while (across > narrow && divide_up(count, across) < enough_strips)
        across /= 2;
    size_t parts = 1;
    if (divide_up(count, across) < enough_strips && rows * across * sizeof(Vector) >= bytes_to_split) {
        across = power_of_two(count, wide / 2);
        threads = most_threads / 2;
        parts = divide_up(4 * multiprocessors(), divide_up(count, across));
    }
    unsigned along = power_of_two(divide_up(rows, column_loads), threads / across);
    parts = min(parts, min(divide_up(rows, along * column_loads), (size_t)65535));
    if (parts > 1)
        HANDLE_ERROR(cudaMemsetAsync(sums, 0, count * sizeof(Vector)));
    columns_by_vectors<<<dim3(divide_up(count, across), parts), dim3(across, along)>>>(matrix, rows, count, sums);
    HANDLE_ERROR(cudaGetLastError());
}

// 16-byte loads need rows that begin at multiples of 16 bytes. Where they do not, loads are of 4.
static void launch_rows_by_vectors(const float *matrix, size_t rows, size_t columns, float *sums)
{
    if (columns % 4 == 0)
        start_rows((const float4 *)matrix, rows, columns / 4, sums);
    else
        start_rows(matrix, rows, columns, sums);
}

static void launch_columns_by_vectors(const float *matrix, size_t rows, size_t columns, float *sums)
{
    if (columns % 4 == 0)
        start_columns((const float4 *)matrix, rows, columns / 4, sums);
    else
        start_columns(matrix, rows, columns, sums);
}

// --- the ladders ---

// `launch` queues all that it takes. Both pointers are such as cudaMalloc returns, at multiples of 16 bytes and more.
struct rung {
    const char *name;
    void (*launch)(const float *matrix, size_t rows, size_t columns, float *sums);
};

static const struct rung row_rungs[] = {{"one thread a row", launch_rows_by_threads},
                                        {"through a tile 32 wide", launch_rows_by_tiles<warp>},
                                        {"through a tile 33 wide", launch_rows_by_tiles<warp + 1>},
                                        {"one block a row", launch_rows_by_blocks},
                                        {"16-byte loads and shuffles", launch_rows_by_vectors}};
static const struct rung column_rungs[] = {{"one thread a column", launch_columns_by_threads},
                                           {"rows split over blocks", launch_columns_split},
                                           {"16-byte loads", launch_columns_by_vectors}};
const int row_rung_count = sizeof row_rungs / sizeof *row_rungs;
const int column_rung_count = sizeof column_rungs / sizeof *column_rungs;

struct problem {
    size_t rows, columns;
    float *dev_matrix, *dev_sums, *sums;
    struct summed_matrix exact;
};

__global__ void fill(float *elements, size_t rows, size_t columns, struct summed_matrix matrix)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x; k < rows * columns; k += threads)
        elements[k] = matrix_element(matrix, k / columns, k % columns);
}

// How many of a kernel's sums are not the exact ones; says which was the first.
static size_t wrong_sums(const struct problem *p, const struct rung *rung, bool of_rows)
{
    size_t right = 0, count = of_rows ? p->rows : p->columns;
    for (size_t k = 0; k < count; k++) {
        float sum = p->sums[k], exact = of_rows ? exact_row_sum(p->exact, k) : exact_column_sum(p->exact, k);
        if (sum == exact) // a NaN is not
            right++;
        else if (right == k) // all before were
            fprintf(stderr, "%s: %s: sum %zu is %.9g, not %.9g\n", program_name(), rung->name, k, sum, exact);
    }
    return count - right;
}

// The sum of (k + 1) * sums[k] over all k, modulo 2^32, for whoever does not trust this program's exact sums.
static unsigned checksum(const struct problem *p, bool of_rows)
{
    unsigned result = 0;
    for (size_t k = 0; k < (of_rows ? p->rows : p->columns); k++)
        result += (unsigned)(k + 1) * (unsigned)(p->sums[k] >= 0 ? p->sums[k] : 0);
    return result;
}

// The table: milliseconds where there is a clock, counts where the device counts. The checksum is for the CSV alone.
const char *const timed[] = {"milliseconds", "GB/s", "share of a copy", "wrong sums", "checksum", NULL};
const char *const counted[] = {"sectors/request", "moved/used", "load conflicts", "store conflicts", "wrong sums",
                               "checksum",        NULL};
const int timed_shown = 4, counted_shown = 5; // to the wrong sums

// Reads half of the matrix, writes the other half: as many bytes as a kernel here reads.
static double copy_time(const struct problem *p, int repeat)
{
    size_t half = p->rows * p->columns / 2;
    HANDLE_ERROR(cudaMemset(p->dev_matrix, 0, p->rows * p->columns * sizeof(float)));
    struct timer timer = begin_timer(repeat);
    while (one_more_run(&timer))
        HANDLE_ERROR(
            cudaMemcpyAsync(p->dev_matrix + half, p->dev_matrix, half * sizeof(float), cudaMemcpyDeviceToDevice));
    return end_timer(&timer);
}

// Runs a kernel, verifies its sums, and times it where the device does not count.
static struct table_line measure(const struct problem *p, const struct rung *rung, bool of_rows, int repeat,
                                 double copy_milliseconds)
{
    size_t bytes = (of_rows ? p->rows : p->columns) * sizeof(float);
    HANDLE_ERROR(cudaMemset(p->dev_sums, 0xff, bytes)); // NaNs, so that no sum is left from the kernel before
    bool counts = counters_begin();
    rung->launch(p->dev_matrix, p->rows, p->columns, p->dev_sums);
    struct memory_counts memory = counters_end();
    HANDLE_ERROR(cudaMemcpy(p->sums, p->dev_sums, bytes, cudaMemcpyDeviceToHost));

    struct table_line line = {of_rows ? "row sums" : "column sums", rung->name, {}};
    double *figure = line.figures;
    if (counts) {
        *figure++ = sectors_per_request(memory.global_loads);
        *figure++ = 1 / share_used(memory.global_loads);
        *figure++ = conflict_degree(memory.shared_loads);
        *figure++ = conflict_degree(memory.shared_stores);
    } else {
        struct timer timer = begin_timer(repeat);
        while (one_more_run(&timer))
            rung->launch(p->dev_matrix, p->rows, p->columns, p->dev_sums);
        double milliseconds = end_timer(&timer);
        *figure++ = milliseconds;
        *figure++ = p->rows * p->columns * sizeof(float) / milliseconds / 1e6;
        *figure++ = copy_milliseconds / milliseconds;
    }
    *figure++ = wrong_sums(p, rung, of_rows);
    *figure++ = checksum(p, of_rows);
    return line;
}

// A square of 16 times the second-level cache, so that it comes from memory each time, in a third of what is free.
static size_t default_elements(size_t free_memory)
{
    cudaDeviceProp device;
    HANDLE_ERROR(cudaGetDeviceProperties(&device, 0));
    size_t elements = 512 * 512;
    while (elements * sizeof(float) < (size_t)16 * device.l2CacheSize &&
           4 * elements * sizeof(float) <= free_memory / 3)
        elements *= 4;
    return elements;
}

int main(int argc, char **argv)
{
    struct problem p = {};
    int repeat = 20;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"rows", "N", "of the matrix (a square that no GPU's cache holds; of 512 on the CPU device)", option_size,
         &p.rows},
        {"columns", "N", "of the matrix", option_size, &p.columns},
        {"repeat", "N", "on a GPU, takes the median of N runs (20)", option_count, &repeat},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The sums of a matrix's rows and columns, from slow to the limit of the memory.",
                  options);

    size_t free_memory, all_memory;
    HANDLE_ERROR(cudaMemGetInfo(&free_memory, &all_memory));
    size_t elements = default_elements(free_memory);
    if (p.rows == 0)
        p.rows = p.columns == 0 ? (size_t)sqrt(elements) : divide_up(elements, p.columns);
    if (p.columns == 0)
        p.columns = divide_up(elements, p.rows);
    size_t most_sums = max(p.rows, p.columns);
    double needed = sizeof(float) * ((double)p.rows * p.columns + most_sums); // more, perhaps, than a size_t holds
    if (needed > free_memory) {
        fprintf(stderr, "%s: %zu x %zu elements and their sums take %.1f GB; the device has %.1f GB free\n",
                program_name(), p.rows, p.columns, needed / 1e9, free_memory / 1e9);
        return 2;
    }
    FILE *file = open_csv(csv);
    HANDLE_ERROR(cudaMalloc((void **)&p.dev_matrix, p.rows * p.columns * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&p.dev_sums, most_sums * sizeof(float)));
    HANDLE_NULL(p.sums = (float *)malloc(most_sums * sizeof(float)));

    bool counts = device_counts();
    double copy_milliseconds = counts ? NAN : copy_time(&p, repeat);
    p.exact = make_summed_matrix(p.rows, p.columns);
    fill<<<16 * multiprocessors(), threads_per_block>>>(p.dev_matrix, p.rows, p.columns, p.exact);
    HANDLE_ERROR(cudaGetLastError());

    const char *const *headings = counts ? counted : timed;
    const int shown = counts ? counted_shown : timed_shown;
    struct table_line lines[row_rung_count + column_rung_count];
    int count = 0, right = 0;
    for (int i = 0; i < row_rung_count; i++)
        lines[count++] = measure(&p, &row_rungs[i], true, repeat, copy_milliseconds);
    for (int i = 0; i < column_rung_count; i++)
        lines[count++] = measure(&p, &column_rungs[i], false, repeat, copy_milliseconds);
    for (int i = 0; i < count; i++)
        right += lines[i].figures[shown - 1] == 0;

    printf("%zu rows, %zu columns\n", p.rows, p.columns);
    print_table(lines, count, headings, shown);
    printf("\n%s\n",
           counts ? "Times are not shown: a CPU's would teach the wrong thing."
                  : "Sectors and bank conflicts: build/cpu/row_column_sums counts them, Nsight Compute measures them.");
    printf("%s: %d of %d kernels have every sum right.\n", right == count ? "Yes" : "NO", right, count);

    HANDLE_ERROR(cudaFree(p.dev_matrix));
    HANDLE_ERROR(cudaFree(p.dev_sums));
    free(p.sums);
    if (file != NULL)
        write_table(file, lines, count, headings);
    return close_csv(file, csv) && right == count ? EXIT_SUCCESS : EXIT_FAILURE;
}
