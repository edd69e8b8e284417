// SPDX-License-Identifier: MIT
// groups_tiles.cu: tiles of every size, of blocks and of tiles, of a size known when it is compiled or when it runs;
// their shuffles and votes.

#include <cooperative_groups.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int threads = 80, numbers = 17; // two warps and a half

struct pair {
    double a;
    int b[3];
};

template <unsigned int size> __global__ void use_tiles(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<size> tile = cg::tiled_partition<size>(block);
    int rank = block.thread_rank(), *to = out + numbers * rank, predicate = 0;
    *to++ = tile.size();
    *to++ = tile.thread_rank();
    *to++ = tile.meta_group_rank();
    *to++ = tile.meta_group_size();
    *to++ = tile.shfl(rank, 0);
    *to++ = tile.shfl(rank, size - 1);
    *to++ = tile.shfl_up(rank, 1);
    *to++ = tile.shfl_down(rank, 3);
    *to++ = tile.shfl_xor(rank, size / 2);
    *to++ = tile.any(rank == 3);
    *to++ = tile.all(rank < 40);
    *to++ = tile.ballot(rank % 3 == 0);
    *to++ = tile.match_any(rank / 3);
    *to++ = tile.match_all(rank / 16, predicate);
    *to++ = predicate;
    pair mine = {rank * 0.5, {rank, 2 * rank, 3 * rank}};
    pair of_last = tile.shfl(mine, size - 1);
    *to++ = (int)(2 * of_last.a) + of_last.b[2];
    tile.sync();
    cg::sync(tile);
    *to++ = (int)cg::tiled_partition<1>(block).meta_group_size();
}

__device__ int sum(cg::thread_group group, int *scratch, int value)
{
    int rank = group.thread_rank();
    for (int i = group.size() / 2; i > 0; i /= 2) {
        scratch[rank] = value;
        group.sync();
        if (rank < i)
            value += scratch[rank + i];
        group.sync();
    }
    return value;
}

__global__ void tiles_of_tiles(int *out)
{
    __shared__ int scratch[threads];
    cg::thread_block block = cg::this_thread_block();
    auto tile32 = cg::tiled_partition<32>(block);
    auto tile8 = cg::tiled_partition<8>(tile32);
    auto tile2 = cg::tiled_partition<2>(tile8);
    cg::thread_group group16 = cg::tiled_partition(block, 16);
    cg::thread_group group4 = cg::tiled_partition(group16, 4);
    int rank = block.thread_rank(), *to = out + numbers * rank;
    *to++ = tile8.meta_group_rank() * 100 + tile8.meta_group_size();
    *to++ = tile2.meta_group_rank() * 100 + tile2.meta_group_size();
    *to++ = tile2.shfl(rank, 1);
    *to++ = (int)group16.size() * 100 + (int)group16.thread_rank();
    *to++ = (int)group4.size() * 100 + (int)group4.thread_rank();
    *to++ = sum(group16, scratch + rank / 16 * 16, rank);
    block.sync();
    *to++ = sum(group4, scratch + rank / 4 * 4, rank);
    block.sync();
    *to++ = sum(block, scratch, rank < 64 ? rank : 0) / 100; // of 80: halves of 40, 20, 10, 5, 2, 1
    for (; to < out + numbers * (rank + 1); to++)
        *to = 0;
}

static void print(const char *name, void (*kernel)(int *), bool whole_warps)
{
    static int out[threads * numbers];
    int *dev_out;
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    kernel<<<1, whole_warps ? 64 : threads>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(
        cudaMemcpy(out, dev_out, (whole_warps ? 64 : threads) * numbers * sizeof(int), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_out));
    printf("%s\n", name);
    const int shown[] = {0, 1, 5, 31, 47, 63};
    for (int thread : shown) {
        printf("  thread %d:", thread);
        for (int i = 0; i < numbers; i++)
            printf(" %d", out[thread * numbers + i]);
        printf("\n");
    }
}

int main(void)
{
    print("tiles of 1", use_tiles<1>, true);
    print("tiles of 2", use_tiles<2>, true);
    print("tiles of 4", use_tiles<4>, true);
    print("tiles of 8", use_tiles<8>, true);
    print("tiles of 16", use_tiles<16>, false);
    print("tiles of 32", use_tiles<32>, true);
    print("tiles of tiles", tiles_of_tiles, false);
    return 0;
}
