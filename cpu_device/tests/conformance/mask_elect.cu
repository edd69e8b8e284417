// SPDX-License-Identifier: MIT
// mask_elect.cu: elections, votes, matches and reductions by some lanes of a warp: which lane is elected, and what each
// part of the warp gets.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;
const int most = 16;
__device__ int results[32][most];

__device__ int elect(unsigned mask, unsigned *lane)
{
    int elected;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync %0|p, %2;\n\tselp.s32 %1, 1, 0, p;\n\t}"
                 : "=r"(*lane), "=r"(elected)
                 : "r"(mask));
    return elected;
}

// Lanes 0 to 4, the others below 20, and the rest, each with a mask of its own.
__global__ void parts()
{
    const int lane = threadIdx.x;
    unsigned leader;
    int *mine = results[lane], i = 0, all;
    unsigned mask = lane < 5 ? 0x1fu : lane < 20 ? 0xfffe0u : 0xfff00000u;
    if (lane < 5) {
        mine[i++] = elect(mask, &leader);
    } else if (lane < 20) {
        mine[i++] = elect(mask, &leader);
    } else {
        mine[i++] = elect(mask, &leader);
    }
    mine[i++] = (int)leader;
    if (lane < 20 && lane >= 5) {
        mine[i++] = (int)__ballot_sync(mask, lane % 3 == 0);
        mine[i++] = __any_sync(mask, lane == 3) + 2 * __any_sync(mask, lane == 7);
        mine[i++] = __all_sync(mask, lane > 4) + 2 * __all_sync(mask, lane > 5);
        mine[i++] = (int)__match_any_sync(mask, lane / 4);
        mine[i++] = (int)__match_all_sync(mask, 7, &all) + all;
        mine[i++] = __reduce_add_sync(mask, lane);
        mine[i++] = __reduce_max_sync(mask, -lane);
        mine[i++] = (int)__reduce_or_sync(mask, 1u << lane);
        mine[i++] = __shfl_sync(mask, lane * lane, 19);
    }
}

// Groups of lanes that hold the same value: each counts once.
__global__ void aggregate(int *bins, int *order)
{
    const int value = threadIdx.x * threadIdx.x % 5;
    if (threadIdx.x % 7 != 0) {
        auto same = cg::labeled_partition(cg::coalesced_threads(), value);
        int first = 0;
        if (same.thread_rank() == 0)
            first = atomicAdd(&bins[value], (int)same.size());
        order[threadIdx.x] = same.shfl(first, 0) + (int)same.thread_rank();
    }
}

int main()
{
    static int host[32][most];
    parts<<<1, 32>>>();
    cudaError_t error = cudaMemcpyFromSymbol(host, results, sizeof host);
    printf("%s\n", cudaGetErrorString(error));
    for (int lane = 0; lane < 32; ++lane) {
        printf("%d:", lane);
        for (int i = 0; i < 11; ++i)
            printf(" %d", host[lane][i]);
        printf("\n");
    }
    int *bins, *order;
    if (cudaMallocManaged(&bins, 5 * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&order, 32 * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < 32; ++i)
        bins[i % 5] = 0, order[i] = -1;
    aggregate<<<1, 32>>>(bins, order);
    error = cudaDeviceSynchronize();
    printf("%s, %d %d %d %d %d:", cudaGetErrorString(error), bins[0], bins[1], bins[2], bins[3], bins[4]);
    for (int i = 0; i < 32; ++i)
        printf(" %d", order[i]);
    printf("\n");
    cudaFree(bins);
    cudaFree(order);
}
