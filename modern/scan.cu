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
const int threads_per_block = 256; // 32 warps at most
const int vectors = 12;            // of four elements, that each thread adds up
const int tile_size = threads_per_block * vectors * 4;
const int most_elements = 1 << 28; // 1 GiB for each array; their numbers fit into an int

template <class State> struct scan_work {
    unsigned next_tile;
    State states[(most_elements + tile_size - 1) / tile_size];
};

using ordered = three_words<cuda::memory_order_release, cuda::memory_order_acquire>;
using unordered = three_words<cuda::memory_order_relaxed, cuda::memory_order_relaxed>;

// The prefix sums of four neighbours.
__device__ uint4 scan_four(uint4 v)
{
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    return v;
}

__device__ uint4 add_to_each(uint4 v, unsigned before)
{
    v.x += before;
    v.y += before;
    v.z += before;
    v.w += before;
    return v;
}

// A warp's part of the tile: `vectors` rows of 32 vectors, one vector of each row for a lane. v gets the lane's prefix
// sums within the part. Returns the sum of the part, to all lanes.
__device__ unsigned scan_part(const warp_of_block &warp, const uint4 *in, uint4 *v)
{
    int lane = warp.thread_rank();
    unsigned up_to[vectors]; // the sum of a row up to this lane
    for (int k = 0; k < vectors; k++)
        v[k] = __ldcs(&in[k * 32]); // a streaming load: no element is read twice

    for (int k = 0; k < vectors; k++) {
        v[k] = scan_four(v[k]);
        up_to[k] = v[k].w;
    }

    // each step for all rows before the next step: a row does not wait for the latency of another row's shuffle
    for (int distance = 1; distance < 32; distance *= 2)
        for (int k = 0; k < vectors; k++) {
            unsigned other = warp.shfl_up(up_to[k], distance);
            if (lane >= distance)
                up_to[k] += other;
        }

    unsigned sum = 0; // of the rows so far
    for (int k = 0; k < vectors; k++) {
        v[k] = add_to_each(v[k], sum + up_to[k] - v[k].w);
        sum += warp.shfl(up_to[k], 31);
    }
    return sum;
}

// By the first warp: replaces the sum of each warp by the sum of everything before that warp, in this tile and in all
// earlier ones.
template <class State> __device__ void replace_by_sums_before(const warp_of_block &warp, State *states, unsigned tile,
                                                              int warps, unsigned *sums)
{
    int lane = warp.thread_rank();
    unsigned one = lane < warps ? sums[lane] : 0;
    unsigned up_to = cg::inclusive_scan(warp, one);
    if (lane == 31)
        states[tile].publish(own_sum, up_to);

    unsigned sum_before = look_back(warp, states, tile);
    if (lane == 31)
        states[tile].publish(sum_so_far, sum_before + up_to);
    sums[lane] = sum_before + up_to - one;
}

// All bytes of work are 0 before the launch.
template <class State> __global__ void scan(const uint4 *in, uint4 *out, scan_work<State> *work)
{
    __shared__ unsigned tile;
    __shared__ unsigned before[32]; // first the sum of each warp, then what stands before it

    // a block takes its tile when it begins, so that no block waits for one that has not begun
    if (threadIdx.x == 0)
        tile = atomicAdd(&work->next_tile, 1);
    __syncthreads(); // every thread knows the tile of its block

    warp_of_block warp = cg::tiled_partition<32>(cg::this_thread_block());
    int warps = warp.meta_group_size();
    int w = warp.meta_group_rank();
    int lane = warp.thread_rank();
    unsigned first = (tile * warps + w) * vectors * 32 + lane;

    uint4 v[vectors];
    unsigned sum = scan_part(warp, in + first, v);
    if (lane == 0)
        before[w] = sum;
    __syncthreads(); // the first warp sees the sums of all warps

    if (w == 0)
        replace_by_sums_before(warp, work->states, tile, warps, before);
    __syncthreads(); // every warp sees what stands before it

    for (int k = 0; k < vectors; k++)
        __stcs(&out[first + k * 32], add_to_each(v[k], before[w]));
}

enum way { by_cub, by_one_word, by_three_words, by_three_words_relaxed };

struct job {
    int n;
    int tiles;
    unsigned *in; // this and out are padded to whole tiles
    unsigned *out;
    void *work;       // of this program, or of CUB
    size_t cub_bytes; // that CUB needs of it
};

static const size_t scan_bytes = sizeof(scan_work<ordered>); // the largest

static void launch(enum way way, struct job *job)
{
    const uint4 *in = (const uint4 *)job->in; // managed memory begins at a multiple of 16 bytes
    uint4 *out = (uint4 *)job->out;
    if (way == by_cub) {
        HANDLE_ERROR(cub::DeviceScan::InclusiveSum(job->work, job->cub_bytes, job->in, job->out, job->n));
        return;
    }

    HANDLE_ERROR(cudaMemsetAsync(job->work, 0, scan_bytes)); // it is timed, too
    if (way == by_one_word)
        scan<<<job->tiles, threads_per_block>>>(in, out, (scan_work<one_word> *)job->work);
    else if (way == by_three_words)
        scan<<<job->tiles, threads_per_block>>>(in, out, (scan_work<ordered> *)job->work);
    else
        scan<<<job->tiles, threads_per_block>>>(in, out, (scan_work<unordered> *)job->work);
    HANDLE_ERROR(cudaGetLastError());
}

// A row of the table.
static void measure(struct table *table, const char *name, enum way way, struct job *job)
{
    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost))
        launch(way, job);
    HANDLE_ERROR(cudaDeviceSynchronize()); // the host reads the sums

    unsigned right = 0;
    unsigned sum = 0; // of the results, modulo 2^32
    size_t wrong = 0;
    for (int i = 0; i < job->n; i++) {
        right += job->in[i];
        sum += job->out[i];
        if (job->out[i] != right)
            wrong++;
        job->out[i] = 0; // nothing is left for the next way
    }
    print_row(table, name, cost, 2.0 * job->n * sizeof(unsigned), sum, wrong);
}

int main(int argc, char **argv)
{
    // options
    int n = device_counts() ? 100000 : most_elements;
    int relaxed = 0;
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

    // input
    struct job job = {n, (n + tile_size - 1) / tile_size, NULL, NULL, NULL, 0};
    const size_t padded = (size_t)job.tiles * tile_size;
    HANDLE_ERROR(cub::DeviceScan::InclusiveSum(NULL, job.cub_bytes, job.in, job.out, n)); // only says what it needs
    HANDLE_ERROR(cudaMalloc(&job.work, job.cub_bytes + scan_bytes));
    HANDLE_ERROR(cudaMallocManaged((void **)&job.in, padded * sizeof(unsigned)));
    HANDLE_ERROR(cudaMallocManaged((void **)&job.out, padded * sizeof(unsigned)));
    for (size_t i = 0; i < padded; i++)
        job.in[i] = i < (size_t)n ? 1 + i % 7 : 0;

    // launch, and check each way
    measure(&table, "CUB", by_cub, &job);
    measure(&table, "one word", by_one_word, &job);
    measure(&table, "three words", relaxed ? by_three_words_relaxed : by_three_words, &job);
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(job.in));
    HANDLE_ERROR(cudaFree(job.out));
    HANDLE_ERROR(cudaFree(job.work));
    return status;
}
