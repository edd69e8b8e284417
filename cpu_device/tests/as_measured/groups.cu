// SPDX-License-Identifier: MIT
// groups: cooperative groups' reduce() and scans, bit by bit. The order in which floating-point numbers are added shows
// in the last bits.
// Compiled with: -arch=sm_90 -std=c++17
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cg = cooperative_groups;

const int threads = 64, values = 3; // kinds of values for each thread

template <class T> __device__ T value_of(int kind, int i)
{
    switch (kind) {
    case 0: return (T)(0.1 * (i + 1));
    case 1: return (T)((i * 7919 % 1009 - 500) / 37.0);
    default: return (T)(i % 5 == 0 ? 1e7 : 1.0 / (i + 3));
    }
}

template <class T> struct minimum {
    __device__ T operator()(T x, T y) const
    {
        return x < y ? x : y;
    }
};
// Not one of cooperative groups' own operations, so that it cannot be done by an instruction.
template <class T> struct sum_and_half {
    __device__ T operator()(T x, T y) const
    {
        return x + y / 2;
    }
};

template <class T, class Group> __device__ void all_of(const Group &group, T *out, int kind)
{
    const T x = value_of<T>(kind, threadIdx.x);
    out[0 * threads] = cg::reduce(group, x, cg::plus<T>());
    out[1 * threads] = cg::reduce(group, x, cg::less<T>());
    out[2 * threads] = cg::reduce(group, x, cg::greater<T>());
    out[3 * threads] = cg::reduce(group, x, sum_and_half<T>());
    out[4 * threads] = cg::inclusive_scan(group, x, cg::plus<T>());
    out[5 * threads] = cg::exclusive_scan(group, x, cg::plus<T>());
    out[6 * threads] = cg::inclusive_scan(group, x, minimum<T>());
}
const int operations = 7;
static const char *const names[operations] = {"sum",           "smallest",      "largest",        "sum_and_half",
                                              "inclusive_sum", "exclusive_sum", "smallest_so_far"};

template <class T, int size> __global__ void tiles(T *out, int kind)
{
    all_of(cg::tiled_partition<size>(cg::this_thread_block()), out + threadIdx.x, kind);
}

// Lanes that stand together by chance: those whose number is no multiple of 3.
template <class T, int> __global__ void coalesced(T *out, int kind)
{
    if (threadIdx.x % 3 != 0)
        all_of(cg::coalesced_threads(), out + threadIdx.x, kind);
}

template <class T, int> __global__ void labels(T *out, int kind)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    all_of(cg::labeled_partition(warp, (int)threadIdx.x % 3), out + threadIdx.x, kind);
}

static void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "groups: %s\n", cudaGetErrorString(error));
        exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
    }
}

template <class T> static void run(const char *name, void (*kernel)(T *, int))
{
    T *out;
    static T results[operations * threads];
    must(cudaMalloc(&out, sizeof results));
    for (int kind = 0; kind < values; ++kind) {
        must(cudaMemset(out, 0, sizeof results));
        kernel<<<1, threads>>>(out, kind);
        must(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost));
        for (int operation = 0; operation < operations; ++operation)
            for (int thread = 0; thread < threads; thread += 3) {
                unsigned long long bits = 0;
                memcpy(&bits, &results[operation * threads + thread], sizeof(T));
                printf("%s %s kind %d thread %d = %llx\n", name, names[operation], kind, thread, bits);
            }
    }
    must(cudaFree(out));
}

int main()
{
    run("float_32", tiles<float, 32>);
    run("float_16", tiles<float, 16>);
    run("float_8", tiles<float, 8>);
    run("float_4", tiles<float, 4>);
    run("float_2", tiles<float, 2>);
    run("float_1", tiles<float, 1>);
    run("float_coalesced", coalesced<float, 0>);
    run("float_labels", labels<float, 0>);
    run("double_32", tiles<double, 32>);
    run("double_coalesced", coalesced<double, 0>);
    run("int_32", tiles<int, 32>);
    run("int_coalesced", coalesced<int, 0>);
    return 0;
}
