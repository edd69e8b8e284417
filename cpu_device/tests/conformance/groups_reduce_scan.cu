// SPDX-License-Identifier: MIT
// groups_reduce_scan.cu: reductions and scans of tiles and coalesced groups, by every function and one of our own.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int threads = 64, numbers = 15;

struct last_digit_of_product {
    __device__ int operator()(int a, int b) const
    {
        return a * b % 10;
    }
};

struct point {
    float x, y;
};

template <class Group> __device__ void put_together(const Group &group, int value, int *to, int *stored)
{
    *to++ = cg::reduce(group, value, cg::plus<int>());
    *to++ = cg::reduce(group, value, cg::less<int>());
    *to++ = cg::reduce(group, value, cg::greater<int>());
    *to++ = cg::reduce(group, value, cg::bit_and<int>());
    *to++ = cg::reduce(group, value, cg::bit_or<int>());
    *to++ = cg::reduce(group, value, cg::bit_xor<int>());
    *to++ = cg::reduce(group, value | 1, last_digit_of_product());
    *to++ = (int)(1000 * cg::reduce(group, value / 7.0f, cg::plus<float>()));
    point p = cg::reduce(group, point{(float)value, 1}, [](point a, point b) { return point{a.x + b.x, a.y + b.y}; });
    *to++ = (int)(p.x / p.y * 100);
    *to++ = cg::inclusive_scan(group, value);
    *to++ = cg::exclusive_scan(group, value);
    *to++ = cg::inclusive_scan(group, value, cg::greater<int>());
    *to++ = cg::exclusive_scan(group, value, [](int a, int b) { return a > b ? a : b; });
    *to++ = (int)(100 * cg::inclusive_scan(group, value * 0.5, cg::plus<double>()));
    cg::reduce_store_async(group, stored, value, cg::plus<int>());
    group.sync();
    *to++ = *stored;
}

template <unsigned size> __global__ void of_tiles(int *out, int *stored)
{
    auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    int i = threadIdx.x;
    put_together(tile, i * i % 31 + 1, out + numbers * i, stored + tile.meta_group_rank());
}

__global__ void of_a_branch(int *out, int *stored)
{
    int i = threadIdx.x;
    if (i % 3 != 2)
        put_together(cg::coalesced_threads(), i * i % 31 + 1, out + numbers * i, stored + i / 32);
}

static void print(const char *name, void (*kernel)(int *, int *))
{
    static int out[threads * numbers];
    int *dev_out, *stored;
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    HANDLE_ERROR(cudaMemset(dev_out, 0, sizeof out));
    HANDLE_ERROR(cudaMalloc(&stored, threads * sizeof(int)));
    kernel<<<1, threads>>>(dev_out, stored);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(stored));
    printf("%s\n", name);
    for (int thread = 1; thread < threads; thread += 13) {
        printf("  thread %d:", thread);
        for (int i = 0; i < numbers; i++)
            printf(" %d", out[thread * numbers + i]);
        printf("\n");
    }
}

int main(void)
{
    print("tiles of 4", of_tiles<4>);
    print("tiles of 16", of_tiles<16>);
    print("tiles of 32", of_tiles<32>);
    print("in a branch", of_a_branch);
    return 0;
}
