// SPDX-License-Identifier: MIT
// groups_tile_sync_in_branch.cu: half of each tile waits for all of it, in a branch that the others do not take.
// CPU exits 1
// CPU finds divergent-warp
// CPU says threads wait in sync() of a tile or group at groups_tile_sync_in_branch.cu:{tile}
// CPU says threads wait in sync() of the thread_block at groups_tile_sync_in_branch.cu:{block}
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 32;

__global__ void fold(int *out)
{
    __shared__ int line[threads];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int i = block.thread_rank(), rank = tile.thread_rank();
    line[i] = i;
#ifdef FIXED
    tile.sync();
    if (rank < 8)
        line[i] += line[i + 8];
#else
    if (rank < 8) {
        tile.sync(); // {tile}
        line[i] += line[i + 8];
    }
#endif
    block.sync(); // {block}
    out[i] = line[i];
}

int main()
{
    device_array<int> out(threads);
    fold<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i % 16 < 8 ? 2 * i + 8 : i; });
}
