// SPDX-License-Identifier: MIT
// groups_large_tile.cu: a tile of 64 threads, larger than a warp.
// CPU exits 1
// CPU says error: the CPU device has no tiles of more than 32 threads
#include <cooperative_groups.h>

__global__ void k()
{
    auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
    tile.sync();
}
