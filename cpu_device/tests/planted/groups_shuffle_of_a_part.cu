// SPDX-License-Identifier: MIT
// groups_shuffle_of_a_part.cu: only the threads of a tile that have an element take part in its shuffles.
// CPU exits 1
// CPU finds divergent-warp
// CPU says threads wait in sync() of the thread_block at groups_shuffle_of_a_part.cu:{block}
// CPU says 4 threads wait in a shuffle at groups_shuffle_of_a_part.cu:{shuffle}: 16-19
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int n = 20, threads = 32;

__global__ void sum_by_tiles(const int *in, int *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int i = block.thread_rank(), sum = 0;
#ifdef FIXED
    sum = cg::reduce(tile, i < n ? in[i] : 0, cg::plus<int>());
#else
    if (i < n)
        sum = cg::reduce(tile, in[i], cg::plus<int>()); // {shuffle}
#endif
    block.sync(); // {block}
    if (tile.thread_rank() == 0)
        out[tile.meta_group_rank()] = sum;
}

int main()
{
    device_array<int> in(n, [](int i) { return i + 1; }), out(2);
    sum_by_tiles<<<1, threads>>>(in, out);
    return finish(out) || (is_fixed && (out.on_host[0] != 136 || out.on_host[1] != 74));
}
