// SPDX-License-Identifier: MIT
// tile_read_on.cu: a tile of 64 turns its words round in place: the barrier between the loads and the stores is
// missing.
// CPU exits 3
// CPU finds race-shared
// CPU says reads at tile_read_on.cu:{load}
// racecheck exits 3
// racecheck prints Error: Race reported between
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
    tile.sync();
    const int next = word[first + (me + 33) % 64]; // {load}
#ifdef FIXED
    tile.sync();
#endif
    word[me] = next; // {store}
    tile.sync();
    out[me] = word[first + 63 - me % 64];
}

int main()
{
    int host[threads];
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 101;
    device_array<int> in(threads, host), out(threads, zeros);
    neighbours<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) { return host[i / 64 * 64 + (63 - i % 64 + 33) % 64]; });
}
