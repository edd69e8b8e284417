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

const int threads = 256, warps = threads / 32; // of a block

enum way { block_barrier, whole_barrier, split_barrier, read_before_wait, ways };
static const char *const names[ways] = {"__syncthreads()", "arrive_and_wait()", "arrive() work wait()",
                                        "read before wait()"};

// The work: so many steps of a generator of random numbers.
__host__ __device__ unsigned scramble(unsigned number, int steps)
{
    for (int i = 0; i < steps; i++)
        number = number * 1664525u + 1013904223u;
    return number;
}

// How many of 2 * steps a warp does before it stores: half of them, or from none in the first warp to all in the last.
__host__ __device__ int steps_before(int thread, int steps, bool uneven)
{
    return uneven ? 2 * steps * (thread / 32) / (warps - 1) : steps;
}

// A thread stores a number, and writes out the sum of the opposite thread's number and of one of its own.
template <enum way way> __global__ void exchange(unsigned *out, int steps, bool uneven)
{
    __shared__ unsigned stored[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> all_stored;
    const int t = threadIdx.x, opposite = threads - 1 - t;
    const unsigned number = blockIdx.x * threads + t;
    const int before = steps_before(t, steps, uneven), after = 2 * steps - before;
    if (t == 0)
        init(&all_stored, threads);
    __syncthreads(); // the initialized barrier is visible to all threads

    stored[t] = scramble(number, before);
    unsigned own, others = 0;
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
        all_stored.wait(std::move(token)); // all have
    }
    if (way != read_before_wait)
        others = stored[opposite];
    out[number] = own + others;
}

static unsigned expected(unsigned number, int steps, bool uneven)
{
    const int t = number % threads, opposite = threads - 1 - t;
    const int before = steps_before(t, steps, uneven), its = steps_before(opposite, steps, uneven);
    return scramble(~number, 2 * steps - before) + scramble(number - t + opposite, its);
}

int main(int argc, char **argv)
{
    int blocks = device_counts() ? 16 : 2048, steps = device_counts() ? 14 : 700, alone = 0, early = 0;
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

    const size_t bytes = (size_t)blocks * threads * sizeof(unsigned);

    // more than half of a multiprocessor's shared memory: a second block does not fit
    int shared_of_multiprocessor;
    HANDLE_ERROR(cudaDeviceGetAttribute(&shared_of_multiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0));
    const int shared = alone ? shared_of_multiprocessor / 2 + 1024 : 0;

    unsigned *out, *host;
    HANDLE_NULL(host = (unsigned *)malloc(bytes));
    HANDLE_ERROR(cudaMalloc((void **)&out, bytes));
    void (*const kernels[ways])(unsigned *, int, bool) = {exchange<block_barrier>, exchange<whole_barrier>,
                                                          exchange<split_barrier>, exchange<read_before_wait>};
    for (int uneven = 0; uneven <= 1; uneven++) {
        if (uneven)
            next_table(&table, "uneven work");
        for (int way = 0; way < (early ? ways : ways - 1); way++) {
            HANDLE_ERROR(cudaFuncSetAttribute(kernels[way], cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
            HANDLE_ERROR(cudaMemset(out, 0, bytes));
            struct measurement cost = begin_measurement(30);
            while (one_more_run(&cost)) {
                kernels[way]<<<blocks, threads, shared>>>(out, steps, uneven);
                HANDLE_ERROR(cudaGetLastError());
            }
            HANDLE_ERROR(cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost));
            size_t wrong = 0, sum = 0;
            for (unsigned i = 0; i < (unsigned)blocks * threads; i++) {
                wrong += host[i] != expected(i, steps, uneven);
                sum += host[i];
            }
            print_row(&table, names[way], cost, bytes, (double)(sum % (1u << 31)), wrong);
        }
    }
    int status = end_table(&table);
    HANDLE_ERROR(cudaFree(out));
    free(host);
    return status;
}
