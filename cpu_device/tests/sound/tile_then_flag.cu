// SPDX-License-Identifier: MIT
// tile_then_flag.cu: a tile of 64 threads fills a row and meets; one of them sets a flag, and another block, which
// waits for it, reads what all of them have written.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;
#include <cuda/atomic>

#include "../kernel_run.h"

const int threads = 128;
__device__ int row[64];
__device__ cuda::atomic<int, cuda::thread_scope_device> filled;

__global__ void hand_over(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<threads> memory;
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    const int rank = (int)tile.thread_rank();
    if (tile.meta_group_rank() != 0)
        return;
    if (blockIdx.x == 0) {
        row[rank] = in[rank];
        tile.sync();
        if (rank == 50)
            filled.store(1, cuda::memory_order_release);
    } else {
        if (rank == 3)
            while (filled.load(cuda::memory_order_acquire) == 0)
                ;
        tile.sync();
        out[rank] = row[63 - rank];
    }
}

int main()
{
    static int host[64];
    for (int i = 0; i < 64; i++)
        host[i] = i * i % 101;
    device_array<int> in(64, host), out(64, zeros);
    hand_over<<<2, threads>>>(in, out);
    return check(out, [&](int i) {
        const int right = host[63 - i];
        return right;
    });
}
