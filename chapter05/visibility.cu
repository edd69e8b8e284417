// SPDX-License-Identifier: MIT
// visibility.cu: who sees what a thread has written, and what must stand between the write and the read.
//
// A lane of the same warp sees it after __syncwarp(), a thread of the same block after __syncthreads(), a thread of
// another block after a fence, a sign by an atomic, and a fence. Atomics see one another. No other block sees shared
// memory: each has its own. Here each is tried many times. --unsynced leaves out what must stand between: then it is
// luck what is seen.
//
//     nvcc -o visibility chapter05/visibility.cu              for a GPU
//     cpu_device/cucc -o visibility chapter05/visibility.cu   for the CPU device
//     ./visibility --unsynced
//
// It prints a line for each, with how many reads got the new value, and then what it costs if all threads of a block
// store its result instead of one. Exit status: 0 if every read got it, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/counters.h"
#include "../common/options.h"
#include "../common/timer.h"

const int threads_per_block = 256; // a power of two, 64 or more: each half of a block has warps of its own
const int rounds = 8;              // values that each thread passes on in a launch; below 32
const int most_blocks = 65536;
const int stay = 20000; // cycles that a block stays for others to come meanwhile

struct letter {
    int question, answer; // the question is there before the launch
};

struct board {                // in global memory
    struct letter *letters;   // one a thread
    unsigned *came;           // one a thread, 0 before each launch
    unsigned long long *seen; // reads that got the new value
    unsigned *next;           // number to draw
    unsigned *inside, *most;  // blocks at once
    int run;
};

// What thread i of the grid stores: something else in every round, and in every launch.
__device__ int value(int i, int round, int run)
{
    return i * rounds + round + run;
}

// A thread stores a value and reads another's: of its warp, or of the other half of its block.
enum reach { in_warp, in_block };
template <enum reach reach, bool synced> __global__ void pass_on(struct board b)
{
    __shared__ int values[threads_per_block];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x, seen = 0;
    for (int round = 0; round < rounds; round++) {
        int other = t ^ (reach == in_warp ? 1 + round : threads_per_block / 2);
        values[t] = value(first + t, round, b.run); // {store}
        // the other has stored before this one reads
        if (synced && reach == in_warp)
            __syncwarp();
        if (synced && reach == in_block)
            __syncthreads();
        seen += values[other] == value(first + other, round, b.run); // {read}
        // all have read before any stores the next
        __syncthreads();
    }
    atomicAdd(b.seen, (unsigned long long)seen);
}

// Threads of two blocks answer each other's question. Who comes second reads the answer of the first. Nobody waits.
template <bool fenced> __global__ void meet(struct board b)
{
    int t = threadIdx.x, me = t + blockIdx.x * blockDim.x, you = t + (blockIdx.x ^ 1) * blockDim.x;
    // brings the letter into the cache of this multiprocessor, with the old answer
    int question = b.letters[you].question;
    b.letters[me].answer = question + b.run; // {answer}
    if (fenced)
        __threadfence(); // who sees that this thread came sees its answer
    bool second = atomicExch(&b.came[t + blockIdx.x / 2 * blockDim.x], 1) == 1;
    if (fenced)
        __threadfence();                                                   // what is read below is not from before
    if (second && b.letters[you].answer == b.letters[me].question + b.run) // {look}
        atomicAdd(b.seen, 1ull);
}

// Each thread draws a number, and sees that nobody else has drawn it.
__global__ void draw(struct board b)
{
    unsigned number = atomicInc(b.next, gridDim.x * blockDim.x - 1); // then from 0 again, for the next launch
    if (atomicExch(&b.came[number], 1) == 0)
        atomicAdd(b.seen, 1ull);
}

// A block leaves its number in shared memory, stays while others do the same, and finds its own.
__global__ void keep(struct board b)
{
    __shared__ unsigned owner;
    if (threadIdx.x == 0) {
        owner = blockIdx.x;
        atomicMax(b.most, atomicAdd(b.inside, 1) + 1);
        for (long long start = clock64(); clock64() - start < stay;)
            ;
    }
    // the number is there, and has been for a while, before any other thread reads it
    __syncthreads();
    if (owner == blockIdx.x)
        atomicAdd(b.seen, 1ull);
    if (threadIdx.x == 0)
        atomicSub(b.inside, 1);
}

// The result of a block, stored by one thread or by each.
template <bool each> __global__ void store(unsigned *results)
{
    __shared__ unsigned result;
    if (threadIdx.x == 0)
        result = blockIdx.x + 1;
    // the result is there before the others read it
    __syncthreads();
    if (each || threadIdx.x == 0)
        results[blockIdx.x] = result;
}

const struct trial {
    const char *reader, *between, *unsynced_between;
    void (*synced)(struct board), (*unsynced)(struct board);
    int reads; // by two threads, in a launch
} trials[] = {
    {"a lane of the same warp", "__syncwarp()", "nothing", pass_on<in_warp, true>, pass_on<in_warp, false>, 2 * rounds},
    {"a thread of another warp", "__syncthreads()", "nothing", pass_on<in_block, true>, pass_on<in_block, false>,
     2 * rounds},
    {"a thread of another block", "fence, atomic, fence", "atomic", meet<true>, meet<false>, 1},
    {"an atomic, what atomics wrote", "nothing", "nothing", draw, draw, 2},
    {"the block, its shared memory", "other blocks' writes", "other blocks' writes", keep, keep, 2},
};
const int trial_count = sizeof trials / sizeof *trials;

// Prints how often the readers saw what was written; returns whether they always did.
static bool run_trial(const struct trial *trial, bool unsynced, struct board b, int blocks, int runs)
{
    unsigned long long seen, reads = (unsigned long long)runs * blocks * threads_per_block / 2 * trial->reads;
    HANDLE_ERROR(cudaMemset(b.seen, 0, sizeof seen));
    for (b.run = 1; b.run <= runs; b.run++) {
        HANDLE_ERROR(cudaMemset(b.came, 0, (size_t)blocks * threads_per_block * sizeof *b.came));
        (unsynced ? trial->unsynced : trial->synced)<<<blocks, threads_per_block>>>(b);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_ERROR(cudaMemcpy(&seen, b.seen, sizeof seen, cudaMemcpyDeviceToHost));
    printf("%-30s %-21s %llu of %llu\n", trial->reader, unsynced ? trial->unsynced_between : trial->between, seen,
           reads);
    return seen == reads;
}

// Prints what a kernel that stores results costs; returns whether all of them are right.
static bool run_store(const char *who, void (*kernel)(unsigned *), unsigned *dev_results, int blocks)
{
    unsigned *results;
    size_t bytes = blocks * sizeof *results;
    HANDLE_NULL(results = (unsigned *)malloc(bytes));
    HANDLE_ERROR(cudaMemset(dev_results, 0, bytes));
    bool counted = counters_begin();
    kernel<<<blocks, threads_per_block>>>(dev_results);
    HANDLE_ERROR(cudaGetLastError());
    struct access_counts stores = counters_end().global_stores;
    HANDLE_ERROR(cudaMemcpy(results, dev_results, bytes, cudaMemcpyDeviceToHost));
    int right = 0;
    for (int i = 0; i < blocks; i++)
        right += results[i] == i + 1u;
    free(results);

    printf("%s: %d of %d right, ", who, right, blocks);
    if (counted) {
        printf("%g store requests a block\n", (double)stores.requests / blocks);
    } else {
        struct timer timer = begin_timer(100);
        while (one_more_run(&timer))
            kernel<<<blocks, threads_per_block>>>(dev_results);
        printf("%.1f us a launch\n", 1e3 * end_timer(&timer));
    }
    return right == blocks;
}

int main(int argc, char **argv)
{
    int blocks = 0, runs = 10, unsynced = 0;
    const struct option_spec options[] = {
        {"blocks", "N", "an even number of blocks of 256 threads (16384; 64 on the CPU device)", option_count, &blocks},
        {"runs", "N", "launches each kernel N times (10)", option_count, &runs},
        {"unsynced", NULL, "leaves out what must stand between", option_flag, &unsynced},
        {}};
    parse_options(argc, argv, "Who sees what a thread has written, and what must stand between.", options);
    if (blocks > most_blocks || blocks % 2 != 0) {
        fprintf(stderr, "%s: --blocks needs an even number, at most %d\n", program_name(), most_blocks);
        return 2;
    }
    if (blocks == 0)
        blocks = device_counts() ? 64 : 16384;

    int threads = blocks * threads_per_block;
    struct letter *letters;
    struct board b;
    HANDLE_NULL(letters = (struct letter *)malloc(threads * sizeof *letters));
    for (int i = 0; i < threads; i++)
        letters[i] = {3 * i, 0};
    HANDLE_ERROR(cudaMalloc((void **)&b.letters, threads * sizeof *b.letters));
    HANDLE_ERROR(cudaMalloc((void **)&b.came, threads * sizeof *b.came));
    HANDLE_ERROR(cudaMalloc((void **)&b.seen, sizeof *b.seen));
    HANDLE_ERROR(cudaMalloc((void **)&b.next, 3 * sizeof *b.next));
    b.inside = b.next + 1;
    b.most = b.next + 2;
    HANDLE_ERROR(cudaMemcpy(b.letters, letters, threads * sizeof *letters, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(b.next, 0, 3 * sizeof *b.next));

    printf("%-30s %-21s saw the new value\n", "who reads", "between write and read");
    int always = 0;
    for (int i = 0; i < trial_count; i++)
        always += run_trial(&trials[i], unsynced, b, blocks, runs);
    unsigned most;
    HANDLE_ERROR(cudaMemcpy(&most, b.most, sizeof most, cudaMemcpyDeviceToHost));
    printf("Up to %u blocks were there at once, each with its shared memory.\n\n", most);

    bool stored = run_store("one thread of a block stores its result", store<false>, b.came, blocks);
    stored &= run_store("all its 256 threads do", store<true>, b.came, blocks);
    printf("\n%s: %d of %d kinds of readers saw all that was written.\n", always == trial_count ? "Yes" : "NO", always,
           trial_count);

    HANDLE_ERROR(cudaFree(b.letters));
    HANDLE_ERROR(cudaFree(b.came));
    HANDLE_ERROR(cudaFree(b.seen));
    HANDLE_ERROR(cudaFree(b.next));
    free(letters);
    return always == trial_count && stored ? EXIT_SUCCESS : EXIT_FAILURE;
}
