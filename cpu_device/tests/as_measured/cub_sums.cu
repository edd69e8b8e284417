// SPDX-License-Identifier: MIT
// cub_sums: what CUB's sums and scans of floating-point numbers give, bit by bit, for a warp, a block and the device.
// The order of the additions shows in the last bits. Compiled with: -arch=sm_90 -std=c++17
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/cub.cuh>

const int kinds = 3;

template <class T> __host__ __device__ T value_of(int kind, int i)
{
    switch (kind) {
    case 0: return (T)(0.1 * (i % 1000 + 1));
    case 1: return (T)((i % 4099 * 7919 % 1009 - 500) / 37.0);
    default: return (T)(i % 5 == 0 ? 1e6 : 1.0 / (i % 77 + 3));
    }
}

template <class T, int width> __global__ void of_warp(T *out, int kind)
{
    __shared__ typename cub::WarpReduce<T, width>::TempStorage for_sum[32 / width];
    __shared__ typename cub::WarpScan<T, width>::TempStorage for_scan[32 / width];
    const int i = threadIdx.x;
    const T x = value_of<T>(kind, i), sum = cub::WarpReduce<T, width>(for_sum[i / width]).Sum(x);
    T inclusive, exclusive, total;
    cub::WarpScan<T, width>(for_scan[i / width]).Scan(x, inclusive, exclusive, (T)0, cuda::std::plus<>());
    __syncwarp();
    cub::WarpScan<T, width>(for_scan[i / width]).InclusiveSum(x, exclusive, total);
    out[i] = i % width == 0 ? sum : 0;
    out[32 + i] = inclusive;
    out[64 + i] = total;
}

template <class T, int threads, cub::BlockReduceAlgorithm algorithm> __global__ void of_block(T *out, int kind)
{
    typedef cub::BlockReduce<T, threads, algorithm> reduce;
    __shared__ typename reduce::TempStorage storage;
    T items[4];
    for (int k = 0; k < 4; ++k)
        items[k] = value_of<T>(kind, 4 * threadIdx.x + k);
    const T one = reduce(storage).Sum(items[0]);
    __syncthreads();
    const T part = reduce(storage).Sum(items[0], threads - 7);
    __syncthreads();
    const T four = reduce(storage).Sum(items);
    if (threadIdx.x == 0) {
        out[0] = one;
        out[1] = part;
        out[2] = four;
    }
}

template <class T, int threads, cub::BlockScanAlgorithm algorithm> __global__ void scan_of_block(T *out, int kind)
{
    typedef cub::BlockScan<T, threads, algorithm> scan;
    __shared__ typename scan::TempStorage storage;
    T items[2], total;
    for (int k = 0; k < 2; ++k)
        items[k] = value_of<T>(kind, 2 * threadIdx.x + k);
    scan(storage).InclusiveSum(items, items, total);
    for (int k = 0; k < 2; ++k)
        out[2 * threadIdx.x + k] = items[k];
    __syncthreads();
    T sum;
    scan(storage).ExclusiveSum(value_of<T>(kind, threadIdx.x), sum, total);
    out[2 * threads + threadIdx.x] = sum;
    if (threadIdx.x == 0)
        out[3 * threads] = total;
}

static void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "cub_sums: %s\n", cudaGetErrorString(error));
        exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
    }
}

template <class T> static void show(const char *name, int kind, const T *results, int i)
{
    unsigned long long bits = 0;
    memcpy(&bits, results + i, sizeof(T));
    printf("%s kind %d [%d] = %llx\n", name, kind, i, bits);
}

template <class T> static void run(const char *name, void (*kernel)(T *, int), int threads, int count, int step)
{
    T *out, *results = (T *)calloc(count, sizeof(T));
    must(cudaMalloc(&out, count * sizeof(T)));
    for (int kind = 0; kind < kinds; ++kind) {
        must(cudaMemset(out, 0, count * sizeof(T)));
        kernel<<<1, threads>>>(out, kind);
        must(cudaMemcpy(results, out, count * sizeof(T), cudaMemcpyDeviceToHost));
        for (int i = 0; i < count; i += step)
            show(name, kind, results, i);
    }
    must(cudaFree(out));
    free(results);
}

template <int threads> static void run_blocks()
{
    char name[60];
#define RUN(T, algorithm)                                                                                              \
    snprintf(name, sizeof name, "%s_%d_%s", #T, threads, #algorithm);                                                  \
    run(name, of_block<T, threads, cub::algorithm>, threads, 3, 1);
#define SCAN(T, algorithm)                                                                                             \
    snprintf(name, sizeof name, "%s_%d_%s", #T, threads, #algorithm);                                                  \
    run(name, scan_of_block<T, threads, cub::algorithm>, threads, 3 * threads + 1, threads > 96 ? 29 : 7);
    RUN(float, BLOCK_REDUCE_WARP_REDUCTIONS)
    RUN(float, BLOCK_REDUCE_RAKING)
    RUN(float, BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY)
    RUN(double, BLOCK_REDUCE_WARP_REDUCTIONS)
    SCAN(float, BLOCK_SCAN_WARP_SCANS)
    SCAN(float, BLOCK_SCAN_RAKING)
    SCAN(float, BLOCK_SCAN_RAKING_MEMOIZE)
    SCAN(double, BLOCK_SCAN_WARP_SCANS)
}

// Calls one of CUB's functions for the device, with the memory that it asks for.
template <class Call> static void with_storage(Call call)
{
    void *storage = nullptr;
    size_t bytes = 0;
    must(call(storage, bytes));
    must(cudaMalloc(&storage, bytes + 1));
    must(call(storage, bytes));
    must(cudaFree(storage));
}

template <class T> static void of_device(const char *type)
{
    const int most = 1000003;
    T *host = (T *)malloc(most * sizeof(T)), *in, *out;
    must(cudaMalloc(&in, most * sizeof(T)));
    must(cudaMalloc(&out, most * sizeof(T)));
    for (int kind = 0; kind < kinds; ++kind) {
        for (int i = 0; i < most; ++i)
            host[i] = value_of<T>(kind, i);
        must(cudaMemcpy(in, host, most * sizeof(T), cudaMemcpyHostToDevice));
        for (int n : {1, 31, 32, 33, 255, 256, 1000, 1024, 4096, 5000, 16384, 65536, 100000, 262144, 500000, 1000003}) {
            T sum;
            char name[60];
            with_storage([&](void *s, size_t &bytes) { return cub::DeviceReduce::Sum(s, bytes, in, out, n); });
            must(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
            snprintf(name, sizeof name, "%s_device_sum_of_%d", type, n);
            show(name, kind, &sum, 0);
        }
        with_storage([&](void *s, size_t &bytes) { return cub::DeviceScan::InclusiveSum(s, bytes, in, out, 20000); });
        must(cudaMemcpy(host, out, 20000 * sizeof(T), cudaMemcpyDeviceToHost));
        char name[60];
        snprintf(name, sizeof name, "%s_device_scan", type);
        for (int i = 0; i < 3000; i += 97) // later tiles look back, in an order that changes
            show(name, kind, host, i);
    }
    must(cudaFree(in));
    must(cudaFree(out));
    free(host);
}

int main()
{
    run("float_warp_32", of_warp<float, 32>, 32, 96, 1);
    run("float_warp_16", of_warp<float, 16>, 32, 96, 1);
    run("float_warp_8", of_warp<float, 8>, 32, 96, 1);
    run("double_warp_32", of_warp<double, 32>, 32, 96, 1);
    run_blocks<32>();
    run_blocks<64>();
    run_blocks<96>();
    run_blocks<128>();
    run_blocks<256>();
    run_blocks<1024>();
    of_device<float>("float");
    of_device<double>("double");
    return 0;
}
