// SPDX-License-Identifier: MIT
// peers.cu: row sums, column sums and dot products (ours.h) beside CUB and cuBLAS, on the same data.
//
//     bench/record.sh peers-h200 build/gpu/bench/peers
//     bench/plots.sh
//
// Row sums and column sums of square matrices of 2^16 to 2^30 bytes and, at the largest size, of matrices from flat to
// tall; dot products that read 2^16 to 2^31 bytes; one sum of everything. For comparison, a device-to-device copy that
// reads and writes as many bytes in all.
//
// Only the device's time is measured: a kernel blocks the stream until all launches of a sample are queued. If there is
// little data, a sample is many launches between one pair of events. Every launch of every method reads the part of a
// 2 GiB pool that was read longest ago, so none finds its data in a cache. The methods take turns, sample by sample;
// the results of the first and of the last sample are verified. It prints a table: the median time of a launch, the
// quartiles, GB/s read, and how many times as fast as the better of CUB and cuBLAS a method is.

#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "../common/book.h"
#include "../common/options.h"
#include "ours.h"

#define HANDLE_CUBLAS(call) handle_cublas((call), #call, __LINE__)

static void handle_cublas(cublasStatus_t status, const char *call, int line)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, line, call, cublasGetStatusString(status));
    exit(EXIT_FAILURE);
}

// --- the data: element i of the pool is 1 + i % 3, so any sum is known ---

static size_t pool_bytes;              // a power of two
static float *pool, *sums, *host_sums; // as many sums as rows or columns at most
static float *ones, *spare;            // ones: for cuBLAS; spare: half of the pool, where copies go

__host__ __device__ static int element(size_t i)
{
    return 1 + i % 3;
}

__global__ void fill_pool(float *data, size_t n, bool only_ones)
{
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)blockDim.x * gridDim.x)
        data[i] = only_ones ? 1 : element(i);
}

struct shape {
    size_t rows, columns; // a dot product: of rows (1) times columns pairs
};

static size_t second_half(void)
{
    return pool_bytes / 2 / sizeof(float);
}

// The sum of every step-th element from `first` on, `count` of them; the step is no multiple of 3.
static long long exact_sum(size_t first, size_t count, size_t step)
{
    long long sum = count / 3 * 6LL;
    for (size_t k = 0; k < count % 3; ++k)
        sum += element(first + k * step);
    return sum;
}

static long long exact_dot(size_t first, size_t count)
{
    long long sum = 0;
    for (size_t k = 0; k < 3; ++k) // such products there are
        sum += (long long)((count + 2 - k) / 3) * element(first + k) * element(first + k + second_half());
    return sum;
}

// --- the methods: each queues all that it takes ---

typedef void (*method_function)(const float *data, struct shape shape);

struct method {
    const char *name;
    method_function run;
};

static cublasHandle_t cublas;
static float *one_and_zero; // on the device, as cuBLAS wants them for results on the device
static void *scratch;
const size_t scratch_bytes = 16 << 20;

// A copy reads and writes as many bytes in all as the sums read.
static void copy_half(const float *data, struct shape shape)
{
    HANDLE_ERROR(
        cudaMemcpyAsync(spare, data, shape.rows * shape.columns * sizeof(float) / 2, cudaMemcpyDeviceToDevice));
}

static void copy_vector(const float *data, struct shape shape)
{
    HANDLE_ERROR(cudaMemcpyAsync(spare, data, shape.columns * sizeof(float), cudaMemcpyDeviceToDevice));
}

static void our_rows(const float *data, struct shape shape)
{
    our_row_sums(data, shape.rows, shape.columns, sums);
}

static void our_columns(const float *data, struct shape shape)
{
    our_column_sums(data, shape.rows, shape.columns, sums);
}

static void our_product(const float *data, struct shape shape)
{
    our_dot(data, data + second_half(), shape.columns, sums);
}

struct row_begin {
    size_t columns;
    __host__ __device__ size_t operator()(size_t row) const
    {
        return row * columns;
    }
};

static void cub_segmented(const float *data, struct shape shape)
{
    size_t bytes = scratch_bytes;
    auto begin = thrust::make_transform_iterator(thrust::make_counting_iterator((size_t)0), row_begin{shape.columns});
    HANDLE_ERROR(cub::DeviceSegmentedReduce::Sum(scratch, bytes, data, sums, shape.rows, begin, begin + 1));
}

static void cub_reduce(const float *data, struct shape shape)
{
    size_t bytes = scratch_bytes;
    HANDLE_ERROR(cub::DeviceReduce::Sum(scratch, bytes, data, sums, shape.rows * shape.columns));
}

struct product {
    __device__ float operator()(const thrust::tuple<float, float> &pair) const
    {
        return thrust::get<0>(pair) * thrust::get<1>(pair);
    }
};

static void cub_transform_reduce(const float *data, struct shape shape)
{
    size_t bytes = scratch_bytes;
    auto pairs = thrust::make_zip_iterator(data, data + second_half());
    HANDLE_ERROR(cub::DeviceReduce::TransformReduce(scratch, bytes, pairs, sums, shape.columns,
                                                    cuda::std::plus<float>(), product(), 0.0f));
}

// To cuBLAS, whose matrices lie column by column, ours is the transposed one.
static void cublas_gemv(cublasOperation_t operation, const float *data, struct shape shape)
{
    int rows = (int)shape.rows, columns = (int)shape.columns;
    HANDLE_CUBLAS(cublasSgemv(cublas, operation, columns, rows, &one_and_zero[0], data, columns, ones, 1,
                              &one_and_zero[1], sums, 1));
}

static void cublas_sgemv_rows(const float *data, struct shape shape)
{
    cublas_gemv(CUBLAS_OP_T, data, shape);
}

static void cublas_sgemv_columns(const float *data, struct shape shape)
{
    cublas_gemv(CUBLAS_OP_N, data, shape);
}

static void cublas_sdot(const float *data, struct shape shape)
{
    HANDLE_CUBLAS(cublasSdot(cublas, (int)shape.columns, data, 1, data + second_half(), 1, sums));
}

enum kind { ROWS, COLUMNS, DOT, TOTAL };
enum { most_methods = 4 };

// In each ours first, then the peers, and a copy at the end.
static const struct {
    const char *name;
    struct method methods[most_methods + 1];
} kinds[] = {
    {"rows",
     {{"ours", our_rows},
      {"cub_segmented", cub_segmented},
      {"cublas_sgemv_t", cublas_sgemv_rows},
      {"copy", copy_half}}},
    {"columns", {{"ours", our_columns}, {"cublas_sgemv_n", cublas_sgemv_columns}, {"copy", copy_half}}},
    {"dot",
     {{"ours", our_product},
      {"cub_transform", cub_transform_reduce},
      {"cublas_sdot", cublas_sdot},
      {"copy", copy_vector}}},
    {"total", {{"ours", our_rows}, {"cub_reduce", cub_reduce}, {"copy", copy_half}}},
};

// --- measuring ---

static int repeat = 31;
static cudaEvent_t start, stop;

// Sums of whole numbers up to 2^24 are exact; beyond, the terms being positive, 4096 roundings on a term's way may add
// up to 4096 * 2^-24.
static bool near(float sum, long long exact)
{
    double error = fabs(sum - (double)exact);
    return exact <= 1 << 24 ? error == 0 : error <= exact * (4096 * (FLT_EPSILON / 2)); // false for a NaN
}

static size_t result_count(enum kind kind, struct shape shape)
{
    return kind == ROWS ? shape.rows : kind == COLUMNS ? shape.columns : 1;
}

static void verify(enum kind kind, const struct method *method, struct shape shape, size_t first)
{
    HANDLE_ERROR(cudaMemcpy(host_sums, sums, result_count(kind, shape) * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < result_count(kind, shape); ++i) {
        long long exact = kind == DOT       ? exact_dot(first, shape.columns)
                          : kind == COLUMNS ? exact_sum(first + i, shape.rows, shape.columns)
                                            : exact_sum(first + i * shape.columns, shape.columns, 1);
        if (near(host_sums[i], exact))
            continue;
        fprintf(stderr, "%s: %s by %s, %zu x %zu: sum %zu is %.9g, not %lld\n", program_name(), kinds[kind].name,
                method->name, shape.rows, shape.columns, i, host_sums[i], exact);
        exit(EXIT_FAILURE);
    }
}

__global__ void hold(long long cycles)
{
    long long end = clock64() + cycles;
    while (clock64() < end)
        ;
}

// Reads more than any L2 holds. What the method before left there is gone, and what a copy wrote is written back: each
// method finds the same cache, full of lines that it does not read.
__global__ void read_through(const float4 *from, size_t count, float *never)
{
    float sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum += from[i].x;
    if (sum == -1)
        *never = sum;
}

// Where the next launch reads: `bytes` of the pool; for a dot product half of them in each half of the pool.
static size_t next_place(enum kind kind, size_t bytes)
{
    static size_t next;
    return next++ % (pool_bytes / bytes) * (kind == DOT ? bytes / 2 : bytes) / sizeof(float);
}

// Microseconds of one launch, from a sample of `launches`; once more, if the stream was not held long enough.
static double sample(enum kind kind, const struct method *method, struct shape shape, size_t bytes, int launches,
                     bool verified)
{
    static long long hold_cycles = 100000;
    for (;;) {
        size_t place = 0;
        if (verified) // NaNs: no sum is left from before
            HANDLE_ERROR(cudaMemset(sums, 0xff, result_count(kind, shape) * sizeof(float)));
        hold<<<1, 1>>>(hold_cycles);
        HANDLE_ERROR(cudaGetLastError());
        read_through<<<1024, 256>>>((const float4 *)spare, min(pool_bytes / 2, (size_t)1 << 28) / sizeof(float4), sums);
        HANDLE_ERROR(cudaGetLastError());
        method->run(pool + next_place(kind, bytes), shape); // so that its instructions are in their caches
        HANDLE_ERROR(cudaEventRecord(start));
        for (int i = 0; i < launches; ++i) {
            place = next_place(kind, bytes);
            method->run(pool + place, shape);
        }
        HANDLE_ERROR(cudaEventRecord(stop));
        bool held = cudaEventQuery(start) == cudaErrorNotReady;
        cudaGetLastError(); // that was no error
        HANDLE_ERROR(cudaEventSynchronize(stop));
        if (verified && strcmp(method->name, "copy") != 0)
            verify(kind, method, shape, place);
        float milliseconds;
        HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, start, stop));
        if (held)
            return milliseconds * 1e3 / launches;
        hold_cycles *= 2;
    }
}

static int ascending(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

// Prints a line for each method; returns how many times as fast ours is as the best peer.
static double compare(enum kind kind, struct shape shape)
{
    const struct method *methods = kinds[kind].methods;
    size_t bytes = shape.rows * shape.columns * sizeof(float) * (kind == DOT ? 2 : 1);
    int count = 0, launches = (int)(((size_t)1 << 28) / bytes);
    launches = launches < 1 ? 1 : launches > 64 ? 64 : launches;
    double *times[most_methods], best_peer = INFINITY;
    for (; methods[count].name != NULL; ++count)
        HANDLE_NULL(times[count] = (double *)malloc((repeat + 1) * sizeof(double)));

    for (int i = 0; i <= repeat; ++i) // the last one, [repeat], is run first, to warm up
        for (int turn = 0; turn < count; ++turn) {
            int m = (turn + i) % count;
            times[m][(repeat + i) % (repeat + 1)] =
                sample(kind, &methods[m], shape, bytes, launches, i == 0 || i == repeat);
        }
    for (int m = 0; m < count; ++m) {
        qsort(times[m], repeat, sizeof(double), ascending);
        if (m > 0 && m < count - 1)
            best_peer = fmin(best_peer, times[m][repeat / 2]);
    }
    double ours = best_peer / times[0][repeat / 2];
    int log_bytes = 0;
    while ((size_t)1 << log_bytes < bytes)
        ++log_bytes;
    for (int m = 0; m < count; ++m) {
        double median = times[m][repeat / 2];
        printf("%-8s %9zu %9zu %5d  %-15s %10.3f %10.3f %10.3f %8.1f %7.3f\n", kinds[kind].name, shape.rows,
               shape.columns, log_bytes, methods[m].name, median, times[m][repeat / 4], times[m][repeat * 3 / 4],
               bytes * 1e-3 / median, best_peer / median);
        free(times[m]);
    }
    fflush(stdout);
    return ours;
}

// --- what a run needs: the pool, ones, results, cuBLAS ---

static void set_up(int pool_log)
{
    size_t free_bytes, all_bytes;
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &all_bytes));
    pool_bytes = (size_t)1 << pool_log;
    while (pool_bytes > free_bytes / 2)
        pool_bytes /= 2;
    const size_t most_results = second_half() / 64; // rows or columns of the tallest or flattest matrix
    HANDLE_ERROR(cudaMalloc((void **)&pool, pool_bytes));
    HANDLE_ERROR(cudaMalloc((void **)&spare, pool_bytes / 2));
    HANDLE_ERROR(cudaMalloc((void **)&sums, most_results * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&ones, most_results * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&one_and_zero, 2 * sizeof(float)));
    HANDLE_ERROR(cudaMalloc(&scratch, scratch_bytes));
    HANDLE_NULL(host_sums = (float *)malloc(most_results * sizeof(float)));
    HANDLE_ERROR(cudaMemset(one_and_zero, 0, 2 * sizeof(float)));
    HANDLE_ERROR(cudaMemset(spare, 0, pool_bytes / 2));
    fill_pool<<<1024, 256>>>(pool, pool_bytes / sizeof(float), false);
    HANDLE_ERROR(cudaGetLastError());
    fill_pool<<<1024, 256>>>(ones, most_results, true);
    HANDLE_ERROR(cudaGetLastError());
    fill_pool<<<1, 1>>>(one_and_zero, 1, true);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_CUBLAS(cublasCreate(&cublas));
    HANDLE_CUBLAS(cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE));
}

static void tear_down(void)
{
    HANDLE_CUBLAS(cublasDestroy(cublas));
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    for (void *memory : {(void *)pool, (void *)spare, (void *)sums, (void *)ones, (void *)one_and_zero, scratch})
        HANDLE_ERROR(cudaFree(memory));
    free(host_sums);
}

// Square matrices, and then those of the largest size from flat to tall.
static void for_each_matrix(void (*visit)(enum kind kind, struct shape shape))
{
    const size_t most = second_half(); // elements of a matrix
    for (size_t side = 128; side * side <= most; side *= 2)
        for (enum kind kind : {ROWS, COLUMNS})
            visit(kind, {side, side});
    for (size_t rows = 64; rows <= most / 64; rows *= 4)
        for (enum kind kind : {ROWS, COLUMNS})
            if (rows != most / rows) // that is the last square
                visit(kind, {rows, most / rows});
}

static double lowest = INFINITY;
static int below, cases;

int main(int argc, char **argv)
{
    int pool_log = 31;
    const struct option_spec options[] = {
        {"repeat", "N", "samples of each method (31)", option_count, &repeat},
        {"pool", "N", "of 2^N bytes (31, or what fits); matrices are at most half as large", option_count, &pool_log},
        {}};
    parse_options(argc, argv, "Row sums, column sums and dot products beside CUB and cuBLAS.", options);

    if (pool_log < 20 || pool_log > 32) {
        fprintf(stderr, "%s: --pool needs 20 to 32, not %d\n", program_name(), pool_log);
        return 2;
    }
    cudaDeviceProp device;
    int cublas_version;
    HANDLE_ERROR(cudaGetDeviceProperties(&device, 0));
    set_up(pool_log);
    HANDLE_CUBLAS(cublasGetVersion(cublas, &cublas_version));

    printf("# %s, L2 cache of %.1f MB, CUB %d.%d.%d, cuBLAS %d.%d.%d\n", device.name, device.l2CacheSize * 1e-6,
           CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, cublas_version / 10000,
           cublas_version / 100 % 100, cublas_version % 100);
    printf(
        "# median and quartiles of %d samples, us a launch on the device; data is read from memory, not from L2: each\n"
        "# launch takes the part of %.0f MB that was read longest ago; ratio: to the best of CUB and cuBLAS, as "
        "speeds\n",
        repeat, pool_bytes * 1e-6);
    printf("# %-6s %9s %9s %5s  %-15s %10s %10s %10s %8s %7s\n", "what", "rows", "columns", "log2B", "method", "us",
           "q1", "q3", "GB/s", "ratio");

    auto note = [](enum kind kind, struct shape shape) {
        double ratio = compare(kind, shape);
        ++cases;
        below += !(ratio >= 0.90);
        lowest = fmin(lowest, ratio);
    };
    for_each_matrix(note);
    for (size_t n = 8192; n <= second_half(); n *= 2)
        note(DOT, {1, n});
    note(TOTAL, {1, second_half()});
    printf("# ours is the slower by more than a tenth in %d of %d cases; the lowest ratio is %.3f\n", below, cases,
           lowest);

    tear_down();
    return EXIT_SUCCESS;
}
