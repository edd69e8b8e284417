// SPDX-License-Identifier: MIT
// groups_block_sync_in_branch.cu: a function waits for its group, the block, but only half of the block calls it.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 32 threads wait in sync() of the thread_block at groups_block_sync_in_branch.cu:{inner}: 0-31
// CPU says 32 threads wait in __syncthreads() at groups_block_sync_in_branch.cu:{outer}: 32-63
// memcheck exits 0
// racecheck exits 0
// initcheck exits 0
// synccheck, at times: Barrier error detected. Divergent thread(s) in block.
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 64;

__device__ void mirror(const cg::thread_group &group, int *line)
{
    int last = group.size() - 1, rank = group.thread_rank(), value = line[last - rank];
    group.sync(); // {inner}
    line[rank] = value;
}

__global__ void mirror_first_half(int *out)
{
    __shared__ int line[threads];
    cg::thread_block block = cg::this_thread_block();
    int i = block.thread_rank();
    line[i] = i;
    __syncthreads();
#ifdef FIXED
    cg::thread_group half = cg::tiled_partition(block, threads / 2);
#else
    cg::thread_group half = block;
#endif
    if (i < threads / 2)
        mirror(half, line);
    __syncthreads(); // {outer}
    out[i] = line[i];
}

int main()
{
    device_array<int> out(threads);
    mirror_first_half<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i < threads / 2 ? threads / 2 - 1 - i : i; });
}
