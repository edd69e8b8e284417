// SPDX-License-Identifier: MIT
// tile_sum_by_one_warp.cu: only one warp of a tile of 64 calls reduce(), which waits for both.
// CPU exits 1
// CPU finds divergent-tile
// CPU says wait in a call for a tile of more than 32 threads at tile_sum_by_one_warp.cu:{reduce}
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
// fixed-racecheck exits 3
// fixed-racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 256;

__global__ void neighbours(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    __shared__ int word[threads];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    const int me = threadIdx.x;
    word[me] = in[me];
    int sum = 0;
#ifdef FIXED
    sum = cg::reduce(tile, word[me], cg::plus<int>());
#else
    if (tile.thread_rank() < 32)
        sum = cg::reduce(tile, word[me], cg::plus<int>()); // {reduce}
#endif
    tile.sync();
    out[me] = tile.thread_rank() < 32 ? sum : 0;
}

int main()
{
    int host[threads];
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 101;
    device_array<int> in(threads, host), out(threads, zeros);
    neighbours<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) {
        int sum = 0;
        for (int k = i / 64 * 64; k < i / 64 * 64 + 64; k++)
            sum += host[k];
        return i % 64 < 32 ? sum : 0;
    });
}
