// SPDX-License-Identifier: MIT
// tile_halves_apart.cu: two tiles of 128 threads turn their words round, each as often as it has to, with a barrier of
// its own; then the block reads what both have done.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;
const int threads = 256;

__global__ void turn(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    __shared__ int word[threads];
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<128>(block);
    const int me = threadIdx.x, rank = (int)tile.thread_rank(), first = me - rank;
    word[me] = in[me];
    for (int round = 0; round < 4 + 3 * (int)tile.meta_group_rank(); round++) {
        tile.sync();
        const int next = word[first + (rank + 33) % 128];
        tile.sync();
        word[me] = next;
    }
    block.sync();
    out[me] = word[(me + 100) % threads];
}

int main()
{
    static int host[threads];
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 101;
    device_array<int> in(threads, host), out(threads, zeros);
    turn<<<1, threads>>>(in, out);
    return check(out, [&](int i) {
        const int from = (i + 100) % threads, first = from / 128 * 128;
        const int right = host[first + (from % 128 + 33 * (first == 0 ? 4 : 7)) % 128];
        return right;
    });
}
