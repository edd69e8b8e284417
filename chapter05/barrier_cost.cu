// SPDX-License-Identifier: MIT
// barrier_cost.cu: what a barrier costs, and what an instruction costs, by the number of warps that share an SM.
//
// One block, so one SM, of 1 to 32 warps counts the cycles of three things: a barrier to which all come at once; an
// exchange, in which each thread leaves a value in shared memory, waits, and takes its neighbour's; and a multiply-add
// that needs the result of the one before it. Notes that are still read say "at least four cycles" of the barrier, and
// four of an instruction, since 8 cores need four for the 32 threads of a warp.
//
//     nvcc -O2 -arch=native -o barrier_cost chapter05/barrier_cost.cu   needs a GPU: on a CPU the times mean nothing
//     ./barrier_cost --csv -
//
// It prints medians of 15 runs. Every thread must end with the values that it should have. Exit status: 0 if so,
// else 1.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/book.h"
#include "../common/counters.h"
#include "../common/csv.h"
#include "../common/median.h"
#include "../common/options.h"

const int most_warps = 32, threads_per_warp = 32;
const int rounds = 4096; // even; floats count so far exactly
const int most_runs = 1000;

struct result {
    long long cycles; // of all rounds
    int wrong;        // threads whose value is not what it should be
};

__device__ struct result result;

__global__ void barriers(float)
{
    __syncthreads(); // all warps have begun
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < rounds; i++)
        __syncthreads(); // protects nothing: it is what is measured
    if (threadIdx.x == 0)
        result.cycles = clock64() - begin;
}

// In each round a thread takes the value of the next thread, and adds 1 to it.
__global__ void exchanges(float)
{
    __shared__ int values[2][most_warps * threads_per_warp];
    int threads = blockDim.x, thread = threadIdx.x, value = thread;
    __syncthreads(); // all warps have begun
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < rounds; i++) {
        values[i % 2][thread] = value;
        __syncthreads(); // the values are there, and those of the round before, which the next one overwrites, are read
        value = values[i % 2][(thread + 1) % threads] + 1;
    }
    long long end = clock64();
    if (thread == 0)
        result.cycles = end - begin;
    if (value != (thread + rounds) % threads + rounds)
        atomicAdd(&result.wrong, 1);
}

// `one` is 1, which the compiler must not know.
__global__ void multiply_adds(float one)
{
    float value = 0;
    __syncthreads(); // all warps have begun
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < rounds; i++)
        value = value * one + one;
    __syncthreads(); // all warps have ended
    if (threadIdx.x == 0)
        result.cycles = clock64() - begin;
    if (value != rounds)
        atomicAdd(&result.wrong, 1);
}

static int runs = 15, wrong = 0;

// The cycles of one round, with so many warps.
static double measure(void (*kernel)(float), int warps)
{
    double cycles[most_runs];
    for (int run = 0; run < runs; run++) {
        struct result got = {};
        HANDLE_ERROR(cudaMemcpyToSymbol(result, &got, sizeof got));
        kernel<<<1, warps * threads_per_warp>>>(1);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpyFromSymbol(&got, result, sizeof got)); // waits for the kernel
        cycles[run] = (double)got.cycles / rounds;
        wrong += got.wrong;
    }
    return median(cycles, runs);
}

int main(int argc, char **argv)
{
    const char *csv = NULL;
    int most = most_warps;
    const struct option_spec options[] = {
        {"repeat", "N", "takes the median of N runs (15)", option_count, &runs},
        {"warps", "N", "takes blocks of N warps at most (32)", option_count, &most},
        {"csv", "FILE", "writes the table to FILE too; -: prints it", option_text, &csv},
        {}};
    parse_options(argc, argv, "What a barrier and an instruction cost, by the number of warps.", options);
    if (runs > most_runs) {
        fprintf(stderr, "%s: --repeat may be %d at most\n", program_name(), most_runs);
        return 2;
    }
    if (most > most_warps) {
        fprintf(stderr, "%s: --warps may be %d at most: a block has no more\n", program_name(), most_warps);
        return 2;
    }
    if (device_counts()) {
        fprintf(stderr, "%s: this needs a GPU: on a CPU the times mean nothing\n", program_name());
        return 77;
    }
    FILE *file = open_csv(csv);

    cudaDeviceProp gpu;
    HANDLE_ERROR(cudaGetDeviceProperties(&gpu, 0));
    printf("%s: cycles, in one block\n", gpu.name);
    printf("%5s %8s %9s %13s   %s\n", "warps", "barrier", "exchange", "multiply-add",
           "multiply-adds of the SM in a cycle");
    char rows[400] = "warps,barrier,exchange,multiply_add,multiply_adds_per_cycle\n";
    double barrier[most_warps + 1], per_cycle = 0;
    int largest = 1;
    for (int warps = 1; warps <= most; warps *= 2) {
        largest = warps;
        barrier[warps] = measure(barriers, warps);
        double exchange = measure(exchanges, warps), multiply_add = measure(multiply_adds, warps);
        per_cycle = warps * threads_per_warp / multiply_add;
        printf("%5d %8.1f %9.1f %13.2f   %.1f\n", warps, barrier[warps], exchange, multiply_add, per_cycle);
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "%d,%.2f,%.2f,%.3f,%.2f\n", warps, barrier[warps],
                 exchange, multiply_add, per_cycle);
    }
    if (file != NULL)
        fprintf(file, "%s", rows);
    if (wrong != 0)
        printf("WRONG: %d threads ended with other values than they should.\n", wrong);
    printf("A barrier costs %.0f cycles with 1 warp and %.0f with %d; a cycle is worth %.0f multiply-adds.\n",
           barrier[1], barrier[largest], largest, per_cycle);
    return close_csv(file, csv) && wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
