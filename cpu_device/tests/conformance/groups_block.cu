// SPDX-License-Identifier: MIT
// groups_block.cu: the block as a group, by its own type and as any group, and its barrier in every form.

#include <cooperative_groups.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int threads = 60, numbers = 16;

// For any group: each thread returns the value of the next one.
__device__ int next_value(const cg::thread_group &group, int *scratch, int value)
{
    scratch[group.thread_rank()] = value;
    group.sync();
    int next = scratch[(group.thread_rank() + 1) % group.size()];
    group.sync();
    return next;
}

__global__ void describe(int *out, int *values)
{
    __shared__ int scratch[threads];
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    int rank = block.thread_rank();
    dim3 index = block.group_index(), thread = block.thread_index(), dim = block.dim_threads();
    if (rank == 17 && index.x == 1 && index.y == 1) {
        int *to = out;
        *to++ = block.size();
        *to++ = block.num_threads();
        *to++ = index.x * 100 + index.y;
        *to++ = thread.x * 100 + thread.y * 10 + thread.z;
        *to++ = dim.x * 100 + dim.y * 10 + dim.z;
        *to++ = block.group_dim().y;
        *to++ = (int)grid.size();
        *to++ = (int)grid.num_threads();
        *to++ = (int)grid.thread_rank();
        *to++ = (int)grid.block_rank();
        *to++ = (int)grid.num_blocks();
        *to++ = grid.dim_blocks().y;
        *to++ = grid.block_index().y;
        *to++ = grid.group_dim().x;
        *to++ = (int)cg::group_size(block) * 1000 + (int)cg::thread_rank(block);
        *to++ = cg::this_thread().size();
    }
    int value = next_value(block, scratch, rank * rank); // as any group
    scratch[rank] = value;
    cg::sync(block);
    value = scratch[(rank + 1) % threads];
    cg::thread_block::arrival_token token = block.barrier_arrive();
    block.barrier_wait(cg::thread_block::arrival_token(token));
    scratch[threads - 1 - rank] = value;
    cg::thread_block::sync();
    values[grid.thread_rank()] = scratch[rank];
}

int main(void)
{
    const dim3 grid(2, 2), block(5, 4, 3);
    int out[numbers], values[4 * threads], *dev_out, *dev_values, wrong = 0;
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    HANDLE_ERROR(cudaMalloc(&dev_values, sizeof values));
    describe<<<grid, block>>>(dev_out, dev_values);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost));
    const char *const names[numbers] = {"size",        "num_threads",    "group_index",   "thread_index",
                                        "dim_threads", "group_dim",      "grid size",     "grid num_threads",
                                        "grid rank",   "block rank",     "num_blocks",    "dim_blocks",
                                        "block_index", "grid group_dim", "size and rank", "this_thread"};
    for (int i = 0; i < numbers; i++)
        printf("%s %d\n", names[i], out[i]);
    for (int i = 0; i < 4 * threads; i++) {
        int rank = (threads - 1 - i % threads + 2) % threads;
        wrong += values[i] != rank * rank;
    }
    printf("%d values wrong\n", wrong);
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_values));
    return wrong != 0;
}
