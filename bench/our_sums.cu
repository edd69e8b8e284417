// SPDX-License-Identifier: MIT
// our_sums.cu: the row sums and column sums that peers.cu sets beside CUB and cuBLAS: for matrices of any shape, on
// grids chosen for it. The idea is that of the last kernels of chapter05/row_sums.cu and column_sums.cu.
//
// Loads arrive in registers. __launch_bounds__(most_threads, 1), one block of that size to a multiprocessor, is enough
// for this: nvcc 13.0 then takes 40 registers for the rows instead of 32, and 62 for the columns instead of 45.
#include "../common/book.h"
#include "ours.h"

const int warp = 32;
const int threads_per_block = 256;         // a power of two
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

static size_t divide_up(size_t a, size_t b)
{
    return (a + b - 1) / b;
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
void our_row_sums(const float *matrix, size_t rows, size_t columns, float *sums)
{
    if (columns % 4 == 0)
        start_rows((const float4 *)matrix, rows, columns / 4, sums);
    else
        start_rows(matrix, rows, columns, sums);
}

void our_column_sums(const float *matrix, size_t rows, size_t columns, float *sums)
{
    if (columns % 4 == 0)
        start_columns((const float4 *)matrix, rows, columns / 4, sums);
    else
        start_columns(matrix, rows, columns, sums);
}
