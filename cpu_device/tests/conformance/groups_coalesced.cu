// SPDX-License-Identifier: MIT
// groups_coalesced.cu: the threads that came to a branch together, as a group: ranks, shuffles, votes, tiles.

#include <cooperative_groups.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int threads = 64, numbers = 18;

__device__ void describe(const cg::coalesced_group &group, int value, int *to)
{
    int same = 0;
    *to++ = group.size();
    *to++ = group.num_threads();
    *to++ = group.thread_rank();
    *to++ = group.meta_group_rank();
    *to++ = group.meta_group_size();
    *to++ = group.shfl(value, 0);
    *to++ = group.shfl(value, group.size() - 1);
    *to++ = group.shfl_up(value, 1);
    *to++ = group.shfl_down(value, 2);
    *to++ = group.any(value == 6);
    *to++ = group.all(value % 3 == 0);
    *to++ = group.ballot(value % 4 == 0);
    *to++ = group.match_any(value / 10);
    *to++ = group.match_all(value / 100, same);
    *to++ = same;
    *to++ = (int)(10 * group.shfl(value * 0.5, 1));
    cg::coalesced_group tile = cg::tiled_partition(group, 4);
    *to++ = tile.size() * 10000 + tile.thread_rank() * 1000 + tile.meta_group_rank() * 100 + tile.meta_group_size();
    cg::thread_group any = group;
    any.sync();
    *to++ = (int)any.size() * 100 + (int)any.thread_rank();
}

__global__ void branch(int *out)
{
    int i = threadIdx.x, *to = out + numbers * i;
    if (i % 3 == 0)
        describe(cg::coalesced_threads(), i, to);
    else
        for (int k = 0; k < numbers; k++)
            to[k] = 0;
}

__global__ void whole(int *out)
{
    describe(cg::coalesced_threads(), threadIdx.x, out + numbers * threadIdx.x);
}

static void print(const char *name, void (*kernel)(int *))
{
    static int out[threads * numbers];
    int *dev_out;
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    kernel<<<1, threads>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_out));
    printf("%s\n", name);
    const int shown[] = {0, 3, 21, 27, 30, 33, 48, 63};
    for (int thread : shown) {
        printf("  thread %d:", thread);
        for (int i = 0; i < numbers; i++)
            printf(" %d", out[thread * numbers + i]);
        printf("\n");
    }
}

int main(void)
{
    print("in a branch", branch);
    print("whole warps", whole);
    return 0;
}
