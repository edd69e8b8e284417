// SPDX-License-Identifier: MIT
// row_sums.cu: the sums of a matrix's rows, from the first kernel that comes to mind to the limit of memory bandwidth.
//
// Every kernel reads each element once, so each could be as fast as memory. Three things prevent that, one by one:
// the threads of a warp read addresses far apart, and memory moves whole sectors of 32 bytes; they want different words
// of the same bank of shared memory; and too few loads are in flight while threads wait.
//
//     nvcc -O2 -o row_sums chapter05/row_sums.cu             for a GPU: measures
//     cpu_device/cucc -o row_sums chapter05/row_sums.cu      for the CPU device: counts
//
// It prints a line for each kernel: its time, or what its loads touch. Exit status: 0 if all sums are right.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"
#include "../common/summed_matrix.h" // its elements, and the closed form of its sums

const int warp = 32;
const int threads_per_block = 256; // a power of two, for the tree reduction; whole warps
const int warps_per_block = threads_per_block / warp;

// Indices of elements are of the type size_t: 16384 x 16384 elements are 2^28, and their bytes exceed an int. The
// matrix is const and __restrict__: while a kernel runs, nothing else writes to it, so its loads may come early.

// One thread per row: the 32 elements that a warp reads at once lie in 32 rows, and in 32 sectors.
__global__ void by_threads(const float *__restrict__ matrix, size_t rows, size_t columns, float *sums)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;

    float sum = 0;
    for (size_t column = 0; column < columns; column++)
        sum += matrix[row * columns + column];
    sums[row] = sum;
}

// A block of 32 warps copies 32 rows into a tile, each warp 32 neighbours of one row; then a warp reads a column of the
// tile, so that a thread still adds up one row. Atomics combine the sums of a row's 32 threads.
//
// Word (row, column) of the tile is tile[row * width + column]. Words 32 apart share a bank of shared memory: in a tile
// 32 wide the words of a column all lie in one bank, in a tile 33 wide in 32 banks.
__device__ __forceinline__ void add_tiles(const float *__restrict__ matrix, size_t rows, size_t columns, float *sums,
                                          float *tile, const int width)
{
    size_t first_row = (size_t)blockIdx.x * warp;
    int x = threadIdx.x % warp;
    int y = threadIdx.x / warp;
    float sum = 0;
    for (size_t first = 0; first < columns; first += warp) {
        bool inside = first_row + y < rows && first + x < columns;
        tile[y * width + x] = inside ? matrix[(first_row + y) * columns + first + x] : 0;
        __syncthreads(); // the tile is full before any thread reads it

        sum += tile[x * width + y];
        __syncthreads(); // all threads have read the tile before it is filled again
    }
    if (first_row + x < rows)
        atomicAdd(&sums[first_row + x], sum);
}

__global__ void by_tiles_32_wide(const float *__restrict__ matrix, size_t rows, size_t columns, float *sums)
{
    __shared__ float tile[32 * 32];
    add_tiles(matrix, rows, columns, sums, tile, 32);
}

__global__ void by_tiles_33_wide(const float *__restrict__ matrix, size_t rows, size_t columns, float *sums)
{
    __shared__ float tile[32 * 33];
    add_tiles(matrix, rows, columns, sums, tile, 33);
}

// One block per row, with the reduction of dot.cu: more threads, and so more loads in flight.
__global__ void by_blocks(const float *__restrict__ matrix, size_t, size_t columns, float *sums)
{
    __shared__ float cache[threads_per_block];
    float sum = 0;
    for (size_t column = threadIdx.x; column < columns; column += blockDim.x)
        sum += matrix[blockIdx.x * columns + column];
    cache[threadIdx.x] = sum;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (unsigned i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];

        // this round is done before the next one reads
        __syncthreads();
    }

    if (threadIdx.x == 0)
        sums[blockIdx.x] = cache[0];
}

// One warp per row, with loads of 16 bytes, several of which are in flight at once. No shared memory: the sums of the
// lanes pass from register to register.
__global__ void by_warps(const float *__restrict__ matrix, size_t rows, size_t columns, float *sums)
{
    size_t row = (size_t)blockIdx.x * warps_per_block + threadIdx.x / warp;
    if (row >= rows)
        return; // the whole warp

    // A float4 must begin at a multiple of 16 bytes. cudaMalloc() begins there, and the number of columns is a multiple
    // of 4, so each row does as well.
    const float4 *vectors = (const float4 *)(matrix + row * columns);
    float sum = 0;
#pragma unroll 8
    for (size_t k = threadIdx.x % warp; k < columns / 4; k += warp) {
        float4 v = vectors[k];
        sum += (v.x + v.y) + (v.z + v.w);
    }

    for (int i = warp / 2; i != 0; i /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, i);
    if (threadIdx.x % warp == 0)
        sums[row] = sum;
}

static size_t count_wrong(const float *sums, size_t rows, size_t columns)
{
    size_t wrong = 0;
    for (size_t row = 0; row < rows; row++) {
        if (!(sums[row] == exact_row_sum(row, columns))) // a NaN is not equal to anything
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
        {"columns", "N", "of the matrix, rounded up to fours (16384, 512)", option_size, &columns},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "The sums of a matrix's rows, from slow to the limit of the memory.", options);
    if (rows > largest_side || columns > largest_side) {
        fprintf(stderr, "%s: there may be %d rows and columns at most\n", program_name(), largest_side);
        return 2;
    }
    columns = (columns + 3) / 4 * 4; // for 16-byte loads
    struct table table = begin_table("row sums", csv);

    // input
    float *sums = (float *)malloc(rows * sizeof(float));
    HANDLE_NULL(sums);

    const size_t elements = rows * columns;
    const size_t bytes = elements * sizeof(float);
    float *matrix;
    float *dev_sums;
    HANDLE_ERROR(cudaMalloc((void **)&matrix, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, rows * sizeof(float)));
    fill_matrix<<<1024, threads_per_block>>>(matrix, rows, columns);
    HANDLE_ERROR(cudaGetLastError());

    // launch, and check each kernel; every number of blocks is rounded up
    const unsigned rows_of_threads = (rows + threads_per_block - 1) / threads_per_block;
    const unsigned rows_of_tiles = (rows + warp - 1) / warp;
    const unsigned rows_of_warps = (rows + warps_per_block - 1) / warps_per_block;
    const struct rung {
        const char *name;
        void (*kernel)(const float *matrix, size_t rows, size_t columns, float *sums);
        unsigned blocks;
        unsigned threads;
    } rungs[] = {{"one thread a row", by_threads, rows_of_threads, threads_per_block},
                 {"through a tile 32 wide", by_tiles_32_wide, rows_of_tiles, warp * warp},
                 {"through a tile 33 wide", by_tiles_33_wide, rows_of_tiles, warp * warp},
                 {"one block a row", by_blocks, (unsigned)rows, threads_per_block},
                 {"one warp a row by 16 bytes", by_warps, rows_of_warps, threads_per_block}};
    for (int r = 0; r < 5; r++) {
        const struct rung *rung = &rungs[r];
        struct measurement cost = begin_measurement(20);
        while (one_more_run(&cost)) {
            HANDLE_ERROR(
                cudaMemsetAsync(dev_sums, 0, rows * sizeof(float))); // for the atomics to add to; it is timed, too
            rung->kernel<<<rung->blocks, rung->threads>>>(matrix, rows, columns, dev_sums);
            HANDLE_ERROR(cudaGetLastError());
        }

        HANDLE_ERROR(cudaMemcpy(sums, dev_sums, rows * sizeof(float), cudaMemcpyDeviceToHost));
        print_row(&table, rung->name, cost, bytes, checksum(sums, rows), count_wrong(sums, rows, columns));
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
