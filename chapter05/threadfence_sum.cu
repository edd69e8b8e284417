// SPDX-License-Identifier: MIT
// threadfence_sum.cu: a sum in one launch: the block that is the last to finish adds up what all have left.
//
// No barrier spans the grid. So each block stores its part, then counts itself, and the one that counts last adds up
// the parts. Are they all there, then? Only if each is seen before its count is. A fence between the two makes it so,
// and the last block needs one between the count and its reads. --no-fence leaves both out: wrong, and never
// caught in 20000 runs.
//
//     nvcc -o threadfence_sum chapter05/threadfence_sum.cu              for a GPU
//     cpu_device/cucc -o threadfence_sum chapter05/threadfence_sum.cu   for the CPU device
//     ./threadfence_sum --no-fence --runs 20000
//
// It prints the sum of the first run, or of the last wrong one, and how often it was right. --compare also times it
// against parts that are copied to the host and added up there. Exit status: 0 if the sum was right every time.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/options.h"
#include "../common/watchdog.h" // a clock

const int N = 1 << 20;             // elements
const int threads_per_block = 256; // a power of two, for the halving
const int most_blocks = 65536;

// The elements are 0, 1, ..., 6, 0, 1, .... Any sum of them is a whole number below 2^24, which a float holds exactly:
// in whatever order they are added, the result is this one.
const float exact_sum = N / 7 * 21 + N % 7 * (N % 7 - 1) / 2;

// The sum over the threads of a block; each of them gets it.
__device__ float sum_of_block(float mine, float *cache)
{
    int cacheIndex = threadIdx.x;
    cache[cacheIndex] = mine;
    // every number is in the cache before any thread reads another's
    __syncthreads();

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        // this halving is done before the next one, or the return, reads it
        __syncthreads();
    }
    return cache[0];
}

// The block's part: a thread takes the elements tid, tid + (threads in the grid), ....
__device__ float part_of_block(const float *a, float *cache)
{
    float mine = 0;
    for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < N; tid += blockDim.x * gridDim.x)
        mine += a[tid];
    return sum_of_block(mine, cache);
}

// One launch for all of it. The threads of the last block share the parts out among them.
template <bool fences> __global__ void sum(const float *a, float *parts, unsigned *count, float *total)
{
    __shared__ float cache[threads_per_block];
    __shared__ bool last;
    int blocks = gridDim.x;

    float part = part_of_block(a, cache);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = part; // {store}
        if (fences)
            __threadfence(); // who sees the count sees the part
        // counts to blocks - 1, and then starts anew from 0, for the next launch
        last = atomicInc(count, blocks - 1) == gridDim.x - 1;
        if (fences)
            __threadfence(); // what is read below is not from before the count
    }
    // every thread knows if this is the last block, and has read the cache, which is written again
    __syncthreads();
    if (!last)
        return;

    float mine = 0;
    for (int i = threadIdx.x; i < blocks; i += blockDim.x)
        mine += parts[i]; // {read}
    float all = sum_of_block(mine, cache);
    if (threadIdx.x == 0)
        *total = all;
}

// The other way, for --compare: the CPU adds up the parts, when the kernel has ended. That needs no fence.
__global__ void sum_parts(const float *a, float *parts)
{
    __shared__ float cache[threads_per_block];
    float part = part_of_block(a, cache);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = part;
}

enum way { fenced, unfenced, on_cpu };

struct buffers {
    float *a, *parts, *total; // on the device, as is the count
    unsigned *count;
    float *parts_on_host;
};

// A sum, from the launch until the host has it.
static float run_sum(enum way way, int blocks, const struct buffers *b)
{
    switch (way) {
    case fenced: sum<true><<<blocks, threads_per_block>>>(b->a, b->parts, b->count, b->total); break;
    case unfenced: sum<false><<<blocks, threads_per_block>>>(b->a, b->parts, b->count, b->total); break;
    case on_cpu: sum_parts<<<blocks, threads_per_block>>>(b->a, b->parts);
    }
    HANDLE_ERROR(cudaGetLastError());

    // the copies wait for the kernel
    float c = 0;
    if (way == on_cpu) {
        HANDLE_ERROR(cudaMemcpy(b->parts_on_host, b->parts, blocks * sizeof(float), cudaMemcpyDeviceToHost));
        for (int i = 0; i < blocks; i++)
            c += b->parts_on_host[i];
    } else {
        HANDLE_ERROR(cudaMemcpy(&c, b->total, sizeof(float), cudaMemcpyDeviceToHost));
    }
    return c;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Microseconds a sum, the median of so many; NaN if one was wrong.
static double time_of(enum way way, int blocks, int runs, const struct buffers *b)
{
    double *times;
    int right = 0;
    HANDLE_NULL(times = (double *)malloc(runs * sizeof(double)));
    for (int run = -runs / 10 - 1; run < runs; run++) { // those before 0 warm up
        double start = watchdog_clock();
        right += run_sum(way, blocks, b) == exact_sum;
        if (run >= 0)
            times[run] = 1e6 * (watchdog_clock() - start);
    }
    qsort(times, runs, sizeof(double), ascending);
    double median = right == runs + runs / 10 + 1 ? times[runs / 2] : NAN;
    free(times);
    return median;
}

// Returns whether all sums were right.
static int compare(int blocks, int runs, const struct buffers *b)
{
    int bus_width;
    HANDLE_ERROR(cudaDeviceGetAttribute(&bus_width, cudaDevAttrGlobalMemoryBusWidth, 0));
    double last = time_of(fenced, blocks, runs, b), cpu = time_of(on_cpu, blocks, runs, b);
    if (bus_width == 0)
        printf("Times are not shown: the memory of this device is the host's own, and they are about the way to it.\n");
    else
        printf("The last block adds up: %.1f us. The CPU does: %.1f us. Medians of %d.\n", last, cpu, runs);
    return last == last && cpu == cpu; // no NaN
}

int main(int argc, char **argv)
{
    int blocks = 1024, runs = 1, no_fence = 0, comparing = 0;
    const struct option_spec options[] = {
        {"blocks", "N", "blocks of 256 threads (1024)", option_count, &blocks},
        {"runs", "N", "launches it N times (1)", option_count, &runs},
        {"no-fence", NULL, "leaves the fences out", option_flag, &no_fence},
        {"compare", NULL, "times it against additions on the CPU", option_flag, &comparing},
        {}};
    parse_options(argc, argv, "A sum in one launch: the last block adds up the parts of all.", options);
    if (blocks > most_blocks) {
        fprintf(stderr, "%s: --blocks is at most %d\n", program_name(), most_blocks);
        return 2;
    }

    float *a;
    struct buffers b;
    HANDLE_NULL(a = (float *)malloc(N * sizeof(float)));
    HANDLE_NULL(b.parts_on_host = (float *)malloc(blocks * sizeof(float)));
    for (int i = 0; i < N; i++)
        a[i] = i % 7;
    HANDLE_ERROR(cudaMalloc((void **)&b.a, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&b.parts, blocks * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&b.total, sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&b.count, sizeof(unsigned)));
    HANDLE_ERROR(cudaMemcpy(b.a, a, N * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(b.count, 0, sizeof(unsigned)));

    float shown = 0;
    int right = 0;
    for (int run = 0; run < runs; run++) {
        // NaNs, so that no part is left from the run before
        HANDLE_ERROR(cudaMemset(b.parts, 0xff, blocks * sizeof(float)));
        HANDLE_ERROR(cudaMemset(b.total, 0xff, sizeof(float)));
        float result = run_sum(no_fence ? unfenced : fenced, blocks, &b);
        right += result == exact_sum;
        if (run == 0 || result != exact_sum)
            shown = result;
    }
    printf("Does GPU value %.9g = %.9g?\n", shown, exact_sum);
    printf("Right in %d of %d runs, %d blocks: %s.\n", right, runs, blocks,
           right != runs ? "the last block read parts that were not there yet"
           : no_fence    ? "no part came late this time, which proves nothing of the next"
                         : "every part that is counted is there");
    int compared = !comparing || compare(blocks, runs, &b);

    HANDLE_ERROR(cudaFree(b.a));
    HANDLE_ERROR(cudaFree(b.parts));
    HANDLE_ERROR(cudaFree(b.total));
    HANDLE_ERROR(cudaFree(b.count));
    free(a);
    free(b.parts_on_host);
    return right == runs && compared ? EXIT_SUCCESS : EXIT_FAILURE;
}
