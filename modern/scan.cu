// SPDX-License-Identifier: MIT
// scan.cu: all prefix sums in one pass, beside CUB's: each block looks back at the blocks before it.
//
// Element i of the result is the sum of in[0] to in[i]. A block adds up its own tile, and needs the sum of all tiles
// before it. Three launches do that easily, but they read the array twice. In one launch, a block that waited for the
// one before it would stand in a queue of all blocks; look_back.h says how it need not. The blocks tell each other
// their sums in one word, or in three that need release and acquire; --relaxed leaves these out.
//
//     nvcc -arch=native -o scan modern/scan.cu    for the GPU of this machine
//     cpu_device/cucc -o scan modern/scan.cu      for the CPU device
//     ./scan --relaxed
//
// It prints what each way costs. Exit status: 0 if all results were right.

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cub/device/device_scan.cuh>
#include <stdio.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"
#include "look_back.h"

namespace cg = cooperative_groups;
const int threads_per_block = 256, vectors = 8; // of four elements, that each thread adds up
const int tile_size = threads_per_block * vectors * 4;
const int most_elements = 1 << 28; // 1 GiB for each array

template <class State> struct scan_work {
    unsigned next_tile;
    State states[(most_elements + tile_size - 1) / tile_size];
};

using ordered = three_words<cuda::memory_order_release, cuda::memory_order_acquire>;
using unordered = three_words<cuda::memory_order_relaxed, cuda::memory_order_relaxed>;

// All bytes of work are 0 before the launch.
template <class State> __global__ void scan(const uint4 *in, uint4 *out, scan_work<State> *work)
{
    __shared__ unsigned tile, before[32]; // first the sum of each warp, then what stands before it
    if (threadIdx.x == 0)
        tile = atomicAdd(&work->next_tile, 1); // in the order in which blocks begin, so that none waits for a later one
    __syncthreads();                           // every thread knows the tile of its block
    warp_of_block warp = cg::tiled_partition<32>(cg::this_thread_block());
    int lane = warp.thread_rank(), w = warp.meta_group_rank();
    in += (tile * warp.meta_group_size() + w) * vectors * 32 + lane;
    out += (tile * warp.meta_group_size() + w) * vectors * 32 + lane;
    uint4 v[vectors];
    for (int k = 0; k < vectors; k++)
        v[k] = in[k * 32];
    unsigned sum = 0; // of the warp
    for (int k = 0; k < vectors; k++) {
        unsigned four = v[k].x + v[k].y + v[k].z + v[k].w, up_to = cg::inclusive_scan(warp, four);
        v[k].x += sum + up_to - four, v[k].y += v[k].x, v[k].z += v[k].y, v[k].w += v[k].z;
        sum += warp.shfl(up_to, 31);
    }
    if (lane == 0)
        before[w] = sum;
    __syncthreads(); // the first warp sees the sums of all warps
    if (w == 0) {
        unsigned one = lane < (int)warp.meta_group_size() ? before[lane] : 0, up_to = cg::inclusive_scan(warp, one);
        if (lane == 31)
            work->states[tile].publish(own_sum, up_to);
        unsigned sum_before = look_back(warp, work->states, tile);
        if (lane == 31)
            work->states[tile].publish(sum_so_far, sum_before + up_to);
        before[lane] = sum_before + up_to - one;
    }
    __syncthreads(); // every warp sees what stands before it
    for (int k = 0; k < vectors; k++) {
        v[k].x += before[w], v[k].y += before[w], v[k].z += before[w], v[k].w += before[w];
        out[k * 32] = v[k];
    }
}

int main(int argc, char **argv)
{
    int n = device_counts() ? 100000 : most_elements, relaxed = 0;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"elements", "N", "to add up (268435456; 100000 where the device counts)", option_count, &n},
        {"relaxed", NULL, "leaves out release and acquire", option_flag, &relaxed},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "All prefix sums in one pass, beside CUB's.", options);
    if (n > most_elements) {
        fprintf(stderr, "%s: --elements is at most %d\n", program_name(), most_elements);
        return 2;
    }
    struct table table = begin_table("prefix sums", csv);
    int tiles = (n + tile_size - 1) / tile_size; // the arrays are padded to whole tiles
    unsigned *in = NULL, *out = NULL;
    void *work; // of this program, or of CUB
    size_t bytes, most_work = sizeof(scan_work<ordered>);
    HANDLE_ERROR(cub::DeviceScan::InclusiveSum(NULL, bytes, in, out, n));
    HANDLE_ERROR(cudaMalloc(&work, bytes + most_work));
    HANDLE_ERROR(cudaMallocManaged((void **)&in, (size_t)tiles * tile_size * sizeof *in));
    HANDLE_ERROR(cudaMallocManaged((void **)&out, (size_t)tiles * tile_size * sizeof *out));
    for (int i = 0; i < tiles * tile_size; i++)
        in[i] = i < n ? 1 + i % 7 : 0;
    const char *const names[] = {"CUB", "one word", "three words"};
    for (int way = 0; way < 3; way++) {
        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            if (way == 0) {
                HANDLE_ERROR(cub::DeviceScan::InclusiveSum(work, bytes, in, out, n));
                continue;
            }
            HANDLE_ERROR(cudaMemsetAsync(work, 0, most_work));
            if (way == 1)
                scan<<<tiles, threads_per_block>>>((uint4 *)in, (uint4 *)out, (scan_work<one_word> *)work);
            else if (relaxed)
                scan<<<tiles, threads_per_block>>>((uint4 *)in, (uint4 *)out, (scan_work<unordered> *)work);
            else
                scan<<<tiles, threads_per_block>>>((uint4 *)in, (uint4 *)out, (scan_work<ordered> *)work);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaDeviceSynchronize());
        unsigned sum = 0, checksum = 0;
        size_t wrong = 0;
        for (int i = 0; i < n; i++, out[i - 1] = 0) { // nothing is left for the next way
            wrong += out[i] != (sum += 1 + i % 7);
            checksum += out[i];
        }
        print_row(&table, names[way], cost, 2.0 * n * sizeof *in, checksum, wrong);
    }
    int status = end_table(&table);
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    HANDLE_ERROR(cudaFree(work));
    return status;
}
