// SPDX-License-Identifier: MIT
// tile_of_tiles.cu: a tile of 256 threads, tiles of 64 in it, and warps in these: what each level has written, the next
// reads after its own barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;
const int threads = 512;

__global__ void levels(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    __shared__ int word[threads], of_warp[threads / 32], of_tile[threads / 64];
    auto block = cg::this_thread_block(memory);
    auto large = cg::tiled_partition<256>(block);
    auto tile = cg::tiled_partition<64>(large);
    auto warp = cg::tiled_partition<32>(tile);
    const int me = threadIdx.x;
    word[me] = in[me];
    warp.sync();
    if (warp.thread_rank() == 0) {
        int sum = 0;
        for (int i = 0; i < 32; i++)
            sum += word[me + i];
        of_warp[me / 32] = sum;
    }
    tile.sync();
    if (tile.thread_rank() == 40)
        of_tile[me / 64] = of_warp[me / 64 * 2] + of_warp[me / 64 * 2 + 1];
    large.sync();
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += of_tile[me / 256 * 4 + i];
    out[me] = sum;
}

int main()
{
    static int host[threads];
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 101;
    device_array<int> in(threads, host), out(threads, zeros);
    levels<<<1, threads>>>(in, out);
    return check(out, [&](int i) {
        int right = 0;
        for (int k = i / 256 * 256; k < i / 256 * 256 + 256; k++)
            right += host[k];
        return right;
    });
}
