// SPDX-License-Identifier: MIT
// stages.cu: tiles that load while others compute: plain loads against asynchronous copies in one, two and four stages.
//
// A block takes one tile of the input after another: load, wait, compute. While it waits it computes nothing, and while
// it computes it loads nothing. An asynchronous copy goes on by itself. With two tiles in shared memory, the next one
// is under way while the block computes on this one; with four, the next three are. A cuda::pipeline keeps the order:
// commit ends a stage, wait waits for the oldest. --early leaves out the wait, which is wrong.
//
//     nvcc -arch=native -o stages modern/stages.cu    for the GPU of this machine
//     cpu_device/cucc -o stages modern/stages.cu      for the CPU device
//     ./stages --csv stages.csv
//
// It prints what each way costs: with one block on each multiprocessor and with eight, with little to compute and with
// much. Exit status: 0 if all results were right.

#include <cuda/pipeline>
#include <stdio.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256;
const int tile_size = 4 * threads_per_block; // each thread loads four neighbours at once, 16 bytes
const int most_tiles = 1 << 20;              // 4 GiB; the number of elements fits into an int

// The sum of four windows of the tile, which begin at the thread's own elements and go round the end of the tile.
__device__ unsigned compute(const int *tile, int window)
{
    unsigned sum = 0;
    for (unsigned first = threadIdx.x; first < tile_size; first += threads_per_block) {
        for (int i = 0; i < window; i++)
            sum += tile[(first + i) % tile_size];
    }
    return sum;
}

// Plain loads go through registers. `ahead`: those of the next tile begin before the block computes, so they too are
// under way meanwhile, and hold four registers of each thread.
template <bool ahead> __global__ void by_loads(const int4 *in, int tiles, int window, unsigned *sums)
{
    __shared__ int4 tile[threads_per_block];
    unsigned sum = 0;
    int4 four = in[blockIdx.x * threads_per_block + threadIdx.x];
    for (int i = blockIdx.x; i < tiles; i += gridDim.x) {
        if (!ahead)
            four = in[i * threads_per_block + threadIdx.x];
        tile[threadIdx.x] = four;

        int next = i + gridDim.x;
        if (ahead && next < tiles)
            four = in[next * threads_per_block + threadIdx.x];
        __syncthreads(); // the whole tile has been copied

        sum += compute((const int *)tile, window);
        __syncthreads(); // no thread reads the tile any more
    }
    sums[blockIdx.x * threads_per_block + threadIdx.x] = sum;
}

// Each thread has its own pipeline. Round r of a block uses tile[r % stages]; `stages` copies are under way when it
// waits for the oldest.
template <int stages, bool early> __global__ void by_stages(const int4 *in, int tiles, int window, unsigned *sums)
{
    __shared__ int4 tile[stages][threads_per_block];
    auto pipe = cuda::make_pipeline();
    unsigned sum = 0;
    int round = 0;
    int begun = 0;         // stages
    int next = blockIdx.x; // the tile of the next stage to begin
    for (int i = blockIdx.x; i < tiles; i += gridDim.x) {
        while (begun < round + stages) {
            pipe.producer_acquire();
            if (next < tiles)
                cuda::memcpy_async(&tile[begun % stages][threadIdx.x], &in[next * threads_per_block + threadIdx.x],
                                   cuda::aligned_size_t<16>(16), pipe);
            pipe.producer_commit(); // one stage per round, empty after the end of the input
            begun++;
            next += gridDim.x;
        }

        if (!early)
            pipe.consumer_wait(); // this thread's part of the tile has been copied
        __syncthreads();          // and so are those of the other threads

        sum += compute((const int *)tile[round % stages], window);
        __syncthreads(); // no thread reads the tile any more, so the next copy may overwrite it

        pipe.consumer_release();
        round++;
    }
    sums[blockIdx.x * threads_per_block + threadIdx.x] = sum;
}

struct way {
    const char *name;
    void (*kernel)(const int4 *in, int tiles, int window, unsigned *sums);
};

struct job {
    int tiles;
    int *in;
    unsigned sum_of_input; // modulo 2^32, as all sums here
    unsigned *sums;        // of each thread
};

// A row of the table.
static void measure(struct table *table, const struct way *way, const struct job *job, int blocks, int window)
{
    const int4 *in = (const int4 *)job->in; // managed memory begins at a multiple of 16 bytes
    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost)) {
        way->kernel<<<blocks, threads_per_block>>>(in, job->tiles, window, job->sums);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_ERROR(cudaDeviceSynchronize()); // the host reads the sums

    unsigned sum = 0;
    for (int i = 0; i < blocks * threads_per_block; i++)
        sum += job->sums[i];
    const unsigned right = job->sum_of_input * window; // each element is in that many windows
    print_row(table, way->name, cost, (double)job->tiles * tile_size * sizeof(int), sum, sum != right);
}

// A few multiprocessors where the device counts, so that a block has several tiles.
static int multiprocessors_to_use(void)
{
    int multiprocessors = 4;
    if (!device_counts())
        HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    return multiprocessors;
}

int main(int argc, char **argv)
{
    // options
    int tiles = device_counts() ? 32 : 1 << 18;
    int early = 0;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"tiles", "N", "of 4 KiB each (262144; 32 where the device counts)", option_count, &tiles},
        {"early", NULL, "with two stages, leaves out the wait", option_flag, &early},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "Tiles that load while others compute, against plain loads.", options);
    if (tiles > most_tiles) {
        fprintf(stderr, "%s: --tiles is at most %d\n", program_name(), most_tiles);
        return 2;
    }
    struct table table = begin_table("", csv);

    // input
    const int multiprocessors = multiprocessors_to_use();
    const int most_blocks = 8 * multiprocessors;
    struct job job = {tiles, NULL, 0, NULL};
    HANDLE_ERROR(cudaMallocManaged((void **)&job.in, (size_t)tiles * tile_size * sizeof(int)));
    HANDLE_ERROR(cudaMallocManaged((void **)&job.sums, most_blocks * threads_per_block * sizeof(unsigned)));
    for (int i = 0; i < tiles * tile_size; i++) {
        job.in[i] = i % 1009;
        job.sum_of_input += job.in[i];
    }

    // launch, and check each way in each of four shapes
    const struct way ways[] = {{"plain loads", by_loads<false>},
                               {"plain loads a tile ahead", by_loads<true>},
                               {"copies in one stage", by_stages<1, false>},
                               {"copies in two stages", early ? by_stages<2, true> : by_stages<2, false>},
                               {"copies in four stages", by_stages<4, false>}};
    const int residents[] = {1, 8}; // blocks on each multiprocessor
    const int windows[] = {2, 16};
    for (int resident : residents) {
        for (int window : windows) {
            char title[40];
            sprintf(title, "%d a multiprocessor; window %d", resident, window);
            next_table(&table, title);
            const int blocks = resident * multiprocessors < tiles ? resident * multiprocessors : tiles;
            for (const struct way &way : ways)
                measure(&table, &way, &job, blocks, window);
        }
    }
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(job.in));
    HANDLE_ERROR(cudaFree(job.sums));
    return status;
}
