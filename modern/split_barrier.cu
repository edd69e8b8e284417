// SPDX-License-Identifier: MIT
// split_barrier.cu: a barrier in two halves, arrive and wait, and what a thread does between them.
//
// As in the chapter's shared_bitmap, each thread stores a number in shared memory, and reads the one that the thread at
// the opposite place of its block has stored. It also has work that needs no other thread. With __syncthreads() that
// work comes after the barrier. A cuda::barrier lets a thread say that it has stored (arrive), do its own work, and
// then wait for the others. The work before and after the barrier is the same for all warps, or differs by warp.
//
//     nvcc -arch=native -o split_barrier modern/split_barrier.cu    for the GPU of this machine
//     cpu_device/cucc -o split_barrier modern/split_barrier.cu      for the CPU device
//     ./split_barrier --alone
//
// It prints what a launch costs with each barrier. Exit status: 0 if all results are right.

#include <cuda/barrier>
#include <math.h>
#include <stdio.h>
#include <utility>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // for nvcc: init() initializes the barrier

const int threads = 256; // of a block
const int warps = threads / 32;

// The work: so many steps of a generator of random numbers.
__host__ __device__ unsigned scramble(unsigned number, int steps)
{
    for (int i = 0; i < steps; i++)
        number = number * 1664525u + 1013904223u;
    return number;
}

// Steps of a warp before it stores, of 2 * steps: half of them, or from none in the first warp to all in the last.
__host__ __device__ int steps_before(int thread, int steps, bool uneven)
{
    return uneven ? 2 * steps * (thread / 32) / (warps - 1) : steps;
}

enum way { block_barrier, whole_barrier, split_barrier, read_before_wait, ways };

static const char *const names[ways] = {"__syncthreads()", "arrive_and_wait()", "arrive() work wait()",
                                        "read before wait()"};

// A thread stores a number, and writes out the sum of the opposite thread's number and of one of its own.
template <enum way way> __global__ void exchange(unsigned *out, int steps, bool uneven)
{
    __shared__ unsigned stored[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> all_stored;
    const int t = threadIdx.x;
    const int opposite = threads - 1 - t;
    const unsigned number = blockIdx.x * threads + t;
    const int before = steps_before(t, steps, uneven);
    const int after = 2 * steps - before;

    if (t == 0)
        init(&all_stored, threads);
    __syncthreads(); // the initialized barrier is visible to all threads

    stored[t] = scramble(number, before);
    unsigned own;
    unsigned others = 0;
    if (way == block_barrier) {
        __syncthreads(); // all have stored
        own = scramble(~number, after);
    } else if (way == whole_barrier) {
        all_stored.arrive_and_wait(); // the same
        own = scramble(~number, after);
    } else {
        auto token = all_stored.arrive(); // this thread has stored
        own = scramble(~number, after);
        if (way == read_before_wait)
            others = stored[opposite];
        all_stored.wait(std::move(token)); // all have stored
    }
    if (way != read_before_wait)
        others = stored[opposite];
    out[number] = own + others;
}

typedef void (*kernel)(unsigned *out, int steps, bool uneven);

static const kernel kernels[ways] = {exchange<block_barrier>, exchange<whole_barrier>, exchange<split_barrier>,
                                     exchange<read_before_wait>};

static unsigned expected(unsigned number, int steps, bool uneven)
{
    const int t = number % threads;
    const int opposite = threads - 1 - t;
    const unsigned opposite_number = number - t + opposite;
    return scramble(~number, 2 * steps - steps_before(t, steps, uneven)) +
           scramble(opposite_number, steps_before(opposite, steps, uneven));
}

struct job {
    int blocks;
    int steps;
    bool uneven;
    int shared; // bytes of dynamic shared memory, which no thread uses
    unsigned *out;
    unsigned *host;
};

// A row of the table.
static void measure(struct table *table, int way, const struct job *job)
{
    const size_t numbers = (size_t)job->blocks * threads;
    const size_t bytes = numbers * sizeof(unsigned);
    HANDLE_ERROR(cudaFuncSetAttribute(kernels[way], cudaFuncAttributeMaxDynamicSharedMemorySize, job->shared));
    HANDLE_ERROR(cudaMemset(job->out, 0, bytes)); // nothing is left from the way before

    struct measurement cost = begin_measurement(30);
    while (one_more_run(&cost)) {
        kernels[way]<<<job->blocks, threads, job->shared>>>(job->out, job->steps, job->uneven);
        HANDLE_ERROR(cudaGetLastError());
    }

    // the copy waits for the kernels
    HANDLE_ERROR(cudaMemcpy(job->host, job->out, bytes, cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    size_t sum = 0;
    for (size_t i = 0; i < numbers; i++) {
        sum += job->host[i];
        if (job->host[i] != expected(i, job->steps, job->uneven))
            wrong++;
    }
    print_row(table, names[way], cost, bytes, (double)(sum % (1u << 31)), wrong);
}

// More than half of a multiprocessor's shared memory, so that a second block does not fit.
static int more_than_half(void)
{
    int bytes;
    HANDLE_ERROR(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0));
    return bytes / 2 + 1024;
}

int main(int argc, char **argv)
{
    // options
    int blocks = device_counts() ? 16 : 2048;
    int steps = device_counts() ? 14 : 700;
    int alone = 0;
    int early = 0;
    const char *csv = NULL;
    const struct option_spec options[] = {
        {"blocks", "N", "of 256 threads (2048; 16 where the device counts)", option_count, &blocks},
        {"steps", "N", "of work on each side of the barrier (700; 14 where the device counts)", option_count, &steps},
        {"alone", NULL, "gives each multiprocessor one block at a time", option_flag, &alone},
        {"early", NULL, "also reads before the wait", option_flag, &early},
        {"csv", "FILE", "writes the table to FILE too", option_text, &csv},
        {}};
    parse_options(argc, argv, "A barrier in two halves, and what a thread does between them.", options);
    if (blocks > 1 << 20 || steps > 1 << 20) {
        fprintf(stderr, "%s: --blocks and --steps are at most %d\n", program_name(), 1 << 20);
        return 2;
    }
    struct table table = begin_table("even work", csv);

    // input: the numbers come from the kernel; here is room for its output
    const size_t bytes = (size_t)blocks * threads * sizeof(unsigned);
    struct job job = {blocks, steps, false, alone ? more_than_half() : 0, NULL, NULL};
    job.host = (unsigned *)malloc(bytes);
    HANDLE_NULL(job.host);
    HANDLE_ERROR(cudaMalloc((void **)&job.out, bytes));

    // launch, and check each way
    const int end = early ? ways : read_before_wait;
    for (int way = 0; way < end; way++)
        measure(&table, way, &job);
    next_table(&table, "uneven work");
    job.uneven = true;
    for (int way = 0; way < end; way++)
        measure(&table, way, &job);
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaFree(job.out));
    free(job.host);
    return status;
}
