// SPDX-License-Identifier: MIT
// tile_warp_has_left.cu: the second warp of each tile of 64 returns before the tile's barrier, and the first waits
// for it.
// CPU exits 1
// CPU finds divergent-tile
// CPU says 128 threads wait in a call for a tile of more than 32 threads at tile_warp_has_left.cu:{sync}
// CPU says 128 threads have exited
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
    const int me = threadIdx.x, first = me / 64 * 64;
    word[me] = in[me];
#ifndef FIXED
    if (tile.thread_rank() >= 32)
        return;
#endif
    tile.sync(); // {sync}
    out[me] = word[first + (me + 33) % 64];
}

int main()
{
    int host[threads];
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 101;
    device_array<int> in(threads, host), out(threads, zeros);
    neighbours<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) { return host[i / 64 * 64 + (i + 33) % 64]; });
}
