// SPDX-License-Identifier: MIT
// groups_coalesced_part_waits.cu: a group of the threads in a branch waits, but only some of them reach the barrier.
// CPU exits 1
// CPU finds divergent-warp
// CPU says threads wait in sync() of a tile or group at groups_coalesced_part_waits.cu:{inner}
// CPU says threads wait in __syncwarp() at groups_coalesced_part_waits.cu:{outer}
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 32;

__global__ void move_hits(const int *in, int *out)
{
    __shared__ int hits[threads];
    int i = threadIdx.x;
    hits[i] = -1;
    __syncwarp();
    if (in[i] % 2 == 0) {
        cg::coalesced_group even = cg::coalesced_threads();
        bool hit = in[i] % 3 == 0;
#ifdef FIXED
        cg::coalesced_group group = cg::binary_partition(even, hit);
#else
        cg::coalesced_group group = even;
#endif
        if (hit) {
            hits[group.thread_rank()] = in[i];
            group.sync(); // {inner}
            out[i] = hits[group.size() - 1 - group.thread_rank()];
        }
    }
    __syncwarp(); // {outer}
    if (i == 0)
        out[1] = hits[0];
}

int main()
{
    device_array<int> in(threads, [](int i) { return i; }), out(threads, zeros);
    move_hits<<<1, threads>>>(in, out);
    return finish(out) || (is_fixed && (out.on_host[6] != 24 || out.on_host[1] != 0));
}
