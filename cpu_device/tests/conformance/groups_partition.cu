// SPDX-License-Identifier: MIT
// groups_partition.cu: groups by a predicate and by labels, of tiles and of coalesced groups; one thread for all.

#include <cooperative_groups.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int threads = 64, numbers = 8;

__device__ int brief(const cg::coalesced_group &group)
{
    return ((group.size() * 100 + group.thread_rank()) * 100 + group.meta_group_rank()) * 100 + group.meta_group_size();
}

__global__ void parts(int *out, int *calls)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int i = block.thread_rank(), *to = out + numbers * i;
    *to++ = brief(cg::binary_partition(tile, i % 3 == 0));
    *to++ = brief(cg::binary_partition(tile, i >= 0)); // all the same
    *to++ = brief(cg::labeled_partition(tile, i * i % 7));
    *to++ = brief(cg::labeled_partition(tile, (unsigned char)(i / 5)));
    *to++ = brief(cg::labeled_partition(tile, calls + i % 2)); // pointers
    cg::coalesced_group even = cg::binary_partition(tile, i % 2 == 0);
    *to++ = brief(cg::labeled_partition(even, i / 6));
    auto add = [&](int number) { atomicAdd(&calls[1], number); };
    auto product = [](int a, int b) { return a * b; };
    cg::invoke_one(tile, [&] { atomicAdd(&calls[0], 1); });
    cg::invoke_one(block, add, 5);
    *to++ = cg::invoke_one_broadcast(even, product, even.size(), 3);
    *to++ = cg::invoke_one_broadcast(tile, [&] { return atomicAdd(&calls[2], 1) >= 0; });
}

int main(void)
{
    static int out[threads * numbers];
    int calls[3], *dev_out, *dev_calls;
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    HANDLE_ERROR(cudaMalloc(&dev_calls, sizeof calls));
    HANDLE_ERROR(cudaMemset(dev_calls, 0, sizeof calls));
    parts<<<1, threads>>>(dev_out, dev_calls);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(calls, dev_calls, sizeof calls, cudaMemcpyDeviceToHost));
    for (int i = 0; i < threads; i += 5) {
        printf("thread %d:", i);
        for (int k = 0; k < numbers; k++)
            printf(" %d", out[i * numbers + k]);
        printf("\n");
    }
    printf("calls: %d, %d, %d\n", calls[0], calls[1], calls[2]);
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_calls));
    return 0;
}
