// SPDX-License-Identifier: MIT
// groups_memcpy_async.cu: copies to shared memory by a block and by tiles, of bytes and of elements, waited for all at
// once or but for the last.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int threads = 64, n = 500;

struct odd {
    signed char of[3];
};

__global__ void copies(const int *in, int *out)
{
    extern __shared__ int dynamic[];
    __shared__ int all[n];
    __shared__ odd odds[40];
    cg::thread_block block = cg::this_thread_block();
    int rank = block.thread_rank();
    cg::memcpy_async(block, all, in, sizeof(int) * n);
    cg::memcpy_async(block, dynamic, 50, in + 1, 70); // no more than there is room for
    cg::memcpy_async(block, odds, (const odd *)in, 40 * sizeof(odd));
    cg::wait_prior<1>(block);
    int sum = 0;
    for (int i = rank; i < n; i += threads)
        sum += all[n - 1 - i];
    out[rank] = sum;
    out[threads + rank] = dynamic[rank % 50];
    cg::wait(block);
    out[2 * threads + rank] = odds[rank % 40].of[rank % 3];

    auto tile = cg::tiled_partition<8>(block);
    int *part = all + tile.meta_group_rank() * 20;
    cg::memcpy_async(tile, part, in + tile.meta_group_rank(), 20 * sizeof(int));
    cg::wait(tile);
    out[3 * threads + rank] = part[19 - tile.thread_rank()];
}

int main(void)
{
    static int in[n], out[4 * threads];
    int *dev_in, *dev_out;
    for (int i = 0; i < n; i++)
        in[i] = i * i;
    HANDLE_ERROR(cudaMalloc(&dev_in, sizeof in));
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    HANDLE_ERROR(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    copies<<<1, threads, 50 * sizeof(int)>>>(dev_in, dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int rank = 0; rank < threads; rank += 7)
        printf("thread %d: %d %d %d %d\n", rank, out[rank], out[threads + rank], out[2 * threads + rank],
               out[3 * threads + rank]);
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
