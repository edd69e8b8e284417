// SPDX-License-Identifier: MIT
// our_sums.cu: the row sums and column sums that peers.cu compares with CUB and cuBLAS: for matrices of any shape, on
// grids that suit the shape. The ideas are those of the last kernels of chapter05/row_sums.cu and column_sums.cu.
//
// Loads arrive in registers. __launch_bounds__(most_threads, 1), one such block per multiprocessor, allows enough for 8
// loads of 16 bytes: nvcc 13.0 then takes 56 registers for the rows instead of 38, and 64 for the columns instead
// of 45.
#include "../common/book.h"
#include "ours.h"

const int warp = 32;

// Threads per block: a power of two. 1024 threads have 64 registers each, and 16 loads of 16 bytes need more.
template <int loads> constexpr unsigned most_threads = loads > 8 ? 512 : 1024;

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

// A streaming load asks the caches to give its line up first: it is not read again.
template <bool streaming, typename Vector> __device__ Vector load(const Vector *from)
{
    if constexpr (streaming)
        return __ldcs(from);
    else
        return *from;
}

// Adds up from[first], from[first + step], ... before from[end]. `loads` of them are in flight before the first is
// used; then half as many for what is left, and so on.
template <int loads, bool streaming, typename Vector>
__device__ Vector sum_every(const Vector *from, size_t first, size_t end, size_t step)
{
    Vector sum = {};
    for (; first + (loads - 1) * step < end; first += loads * step) {
        Vector loaded[loads];
#pragma unroll
        for (int k = 0; k < loads; k++)
            loaded[k] = load<streaming>(from + first + k * step);
#pragma unroll
        for (int k = 0; k < loads; k++)
            sum = plus(sum, loaded[k]);
    }
    if constexpr (loads > 1)
        sum = plus(sum, sum_every<loads / 2, streaming>(from, first, end, step));
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
template <typename Vector, int loads, bool streaming> __global__ void __launch_bounds__(most_threads<loads>, 1)
    rows_by_vectors(const Vector *matrix, size_t rows, size_t count, float *sums)
{
    __shared__ float warp_sums[warp];
    size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    unsigned thread = blockIdx.y * blockDim.x + threadIdx.x;

    float sum = 0;
    if (row < rows)
        sum = sum_of(sum_every<loads, streaming>(matrix + row * count, thread, count, gridDim.y * blockDim.x));
    sum = sum_over_lanes(sum, blockDim.x < warp ? blockDim.x : warp);
    if (blockDim.x > warp) {
        if (threadIdx.x % warp == 0)
            warp_sums[threadIdx.x / warp] = sum;
        __syncthreads(); // every warp's sum is there before the first warp reads them
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
template <typename Vector, int loads, bool streaming> __global__ void __launch_bounds__(most_threads<loads>, 1)
    columns_by_vectors(const Vector *matrix, size_t rows, size_t count, float *sums)
{
    __shared__ Vector cache[most_threads<loads>];
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y, step = (size_t)gridDim.y * blockDim.y;
    unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;

    Vector sum = {};
    if (column < count)
        sum = sum_every<loads, streaming>(matrix + column, row * count, rows * count, step * count);
    cache[thread] = sum;
    __syncthreads(); // the sums of all rows of threads are in the cache before any thread reads another's
    for (unsigned i = blockDim.y / 2; i != 0; i /= 2) {
        if (threadIdx.y < i)
            cache[thread] = plus(cache[thread], cache[thread + i * blockDim.x]);
        __syncthreads(); // this round is done before the next reads
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

// --- the choice of a grid ---

const int threads_per_block = 256;        // a power of two
const int loads_per_thread = 8;           // a power of two
const unsigned fewest_lanes = 8;          // of a row: 128 bytes in one load, a cache line
const size_t bytes_to_split = 512 * 1024; // of a row, or of a strip of columns, that is worth several blocks
const size_t bytes_to_even_out = 4 << 20; // of a strip of columns, that is worth many blocks, whatever the others are

// 16-byte loads need rows that begin at multiples of 16 bytes. Where they do not, loads are of 4.
static size_t vector_bytes(size_t columns)
{
    return columns % 4 == 0 ? sizeof(float4) : sizeof(float);
}

// A row gets threads enough that each has about eight loads: some lanes of a warp, or up to a block. Where rows are
// fewer than the blocks that the device runs at once, the block is larger. Where they are fewer than its
// multiprocessors, and long, they get several blocks, whose sums meet in atomics. These cost a second launch, for the
// zeros to begin with, so only long rows are worth it.
struct sums_plan plan_row_sums(size_t rows, size_t columns)
{
    size_t count = columns * sizeof(float) / vector_bytes(columns);
    bool few = rows < 8 * multiprocessors();
    bool split = rows < multiprocessors() && columns * sizeof(float) >= bytes_to_split;
    struct sums_plan plan = {};
    plan.loads = loads_per_thread;
    plan.across =
        power_of_two(divide_up(count, loads_per_thread), few ? most_threads<loads_per_thread> : threads_per_block);
    plan.across = max(plan.across, fewest_lanes);
    plan.along = plan.across > warp ? 1 : threads_per_block / plan.across;
    plan.parts = split ? divide_up(2 * multiprocessors(), rows) : 1;
    plan.streaming = true; // what is read is not read again
    return plan;
}

// Here a block is a strip of columns, 512 bytes wide, and large unless there are many. Where that makes too few blocks,
// the strips become narrower, down to 64 bytes; where they are too few even so, and long, each gets several blocks, and
// atomics, as above. Few strips that are very long get many: their last blocks end at nearly the same time.
struct sums_plan plan_column_sums(size_t rows, size_t columns)
{
    const size_t bytes = vector_bytes(columns), count = columns * sizeof(float) / bytes;
    const unsigned wide = 512 / bytes, narrow = 64 / bytes, most = most_threads<loads_per_thread>;
    const size_t enough_strips = divide_up(multiprocessors() * 3, 4);
    unsigned across = power_of_two(count, wide);
    unsigned threads = divide_up(count, across) < 8 * multiprocessors() ? most : threads_per_block;
    while (across > narrow && divide_up(count, across) < enough_strips)
        across /= 2;
    size_t parts = 1;
    bool too_few = divide_up(count, across) < enough_strips && rows * across * bytes >= bytes_to_split;
    bool very_long = threads == most && rows * wide / 2 * bytes >= bytes_to_even_out;
    if (too_few || very_long) {
        across = power_of_two(count, wide / 2);
        threads = most / 2;
        parts = max(divide_up(4 * multiprocessors(), divide_up(count, across)), very_long ? (size_t)64 : 0);
    }
    struct sums_plan plan = {};
    plan.across = across;
    plan.along = power_of_two(divide_up(rows, loads_per_thread), threads / across);
    plan.parts = min(parts, min(divide_up(rows, plan.along * loads_per_thread), (size_t)65535));
    plan.loads = loads_per_thread;
    plan.streaming = true;
    return plan;
}

// --- the launches ---

template <typename Vector, int loads, bool streaming>
static void launch_rows(struct sums_plan plan, const Vector *matrix, size_t rows, size_t count, float *sums)
{
    dim3 grid(divide_up(rows, plan.along), plan.parts), block(plan.across, plan.along);
    rows_by_vectors<Vector, loads, streaming><<<grid, block>>>(matrix, rows, count, sums);
    HANDLE_ERROR(cudaGetLastError());
}

template <typename Vector, int loads, bool streaming>
static void launch_columns(struct sums_plan plan, const Vector *matrix, size_t rows, size_t count, float *sums)
{
    dim3 grid(divide_up(count, plan.across), plan.parts), block(plan.across, plan.along);
    columns_by_vectors<Vector, loads, streaming><<<grid, block>>>(matrix, rows, count, sums);
    HANDLE_ERROR(cudaGetLastError());
}

template <typename Vector, int loads, bool streaming>
static void launch(bool of_rows, struct sums_plan plan, const Vector *matrix, size_t rows, size_t count, float *sums)
{
    if (of_rows)
        launch_rows<Vector, loads, streaming>(plan, matrix, rows, count, sums);
    else
        launch_columns<Vector, loads, streaming>(plan, matrix, rows, count, sums);
}

template <typename Vector> static void launch_plan(bool of_rows, struct sums_plan plan, const float *matrix,
                                                   size_t rows, size_t columns, float *sums)
{
    auto kernels = plan.loads == 4   ? plan.streaming ? launch<Vector, 4, true> : launch<Vector, 4, false>
                     : plan.loads == 8 ? plan.streaming ? launch<Vector, 8, true> : launch<Vector, 8, false>
                     : plan.streaming ? launch<Vector, 16, true>
                                     : launch<Vector, 16, false>;
    if (plan.parts > 1) // for the atomics to add to
        HANDLE_ERROR(cudaMemsetAsync(sums, 0, (of_rows ? rows : columns) * sizeof(float)));
    kernels(of_rows, plan, (const Vector *)matrix, rows, columns * sizeof(float) / sizeof(Vector), sums);
}

void row_sums_by(struct sums_plan plan, const float *matrix, size_t rows, size_t columns, float *sums)
{
    (columns % 4 == 0 ? launch_plan<float4> : launch_plan<float>)(true, plan, matrix, rows, columns, sums);
}

void column_sums_by(struct sums_plan plan, const float *matrix, size_t rows, size_t columns, float *sums)
{
    (columns % 4 == 0 ? launch_plan<float4> : launch_plan<float>)(false, plan, matrix, rows, columns, sums);
}

void our_row_sums(const float *matrix, size_t rows, size_t columns, float *sums)
{
    row_sums_by(plan_row_sums(rows, columns), matrix, rows, columns, sums);
}

void our_column_sums(const float *matrix, size_t rows, size_t columns, float *sums)
{
    column_sums_by(plan_column_sums(rows, columns), matrix, rows, columns, sums);
}
