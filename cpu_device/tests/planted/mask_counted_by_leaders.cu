// SPDX-License-Identifier: MIT
// mask_counted_by_leaders.cu: the leaders of groups with the same value add to a word of shared memory, each without
// an atomic.
// CPU exits 3
// CPU finds race-shared
// CPU says at mask_counted_by_leaders.cu:{add}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
    __shared__ int count;
    if (lane == 0)
        count = 0;
    __syncwarp();
    auto same = cg::labeled_partition(cg::coalesced_threads(), in[lane]);
    if (same.thread_rank() == 0) {
#ifdef FIXED
        atomicAdd(&count, (int)same.size());
#else
        count += (int)same.size(); // {add}
#endif
    }
    __syncwarp();
    out[lane] = count;
}

int main()
{
    device_array<int> in(threads, [](int i) { return i * i % 11; }), out(threads, zeros);
    lanes<<<1, threads>>>(in, out);
    return check_fixed(out, 32);
}
