// SPDX-License-Identifier: MIT
// barrier_cost.cu: what a barrier costs, and what an instruction costs, by the number of warps that share an SM.
//
// One block, so one SM, of 1 to 32 warps counts the cycles of three things: a barrier that all reach at once; an
// exchange, in which each thread stores a value in shared memory, waits, and reads its neighbour's; and a multiply-add
// that needs the result of the previous one. Notes that are still read say that a barrier takes "at least four cycles",
// and an instruction four, since 8 cores need four for the 32 threads of a warp.
//
//     build/gpu/bench/barrier_cost   times
//     build/cpu/bench/barrier_cost   no times: it only verifies
//
// It prints medians of 15 runs, with commas between the columns. Exit status: 0 if every thread ends with the right
// values, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int most_warps = 32, threads_per_warp = 32;
const int rounds = 4112; // 16 times an odd number, so that values of wrong neighbours show; floats count so far exactly
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

static int runs, wrong; // 0 runs: not given

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
    int most = most_warps;
    const struct option_spec options[] = {
        {"repeat", "N", "takes the median of N runs (15; 1 on the CPU device)", option_count, &runs},
        {"warps", "N", "takes blocks of N warps at most (32)", option_count, &most},
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
    const bool timed = !device_counts();
    runs = runs != 0 ? runs : timed ? 15 : 1;

    cudaDeviceProp gpu;
    HANDLE_ERROR(cudaGetDeviceProperties(&gpu, 0));
    printf(timed ? "%s: cycles, in one block\n" : "%s. No times: a CPU's would teach the wrong thing about a GPU.\n",
           gpu.name);
    printf("%s, %8s, %9s, %13s, %s\n", "warps", "barrier", "exchange", "multiply-add",
           "multiply-adds of the SM in a cycle");
    double barrier[most_warps + 1], per_cycle = 0;
    int largest = 1;
    for (int warps = 1; warps <= most; warps *= 2) {
        largest = warps;
        barrier[warps] = measure(barriers, warps);
        double exchange = measure(exchanges, warps), multiply_add = measure(multiply_adds, warps);
        per_cycle = warps * threads_per_warp / multiply_add;
        if (timed)
            printf("%d,%*s %8.2f, %9.2f, %13.3f, %.2f\n", warps, warps < 10 ? 4 : 3, "", barrier[warps], exchange,
                   multiply_add, per_cycle);
        else
            printf("%d,%*s %8s, %9s, %13s, -\n", warps, warps < 10 ? 4 : 3, "", "-", "-", "-");
    }
    if (wrong != 0)
        printf("WRONG: %d threads ended with other values than they should.\n", wrong);
    else if (timed)
        printf("Verified: a barrier costs %.0f cycles with 1 warp and %.0f with %d; a cycle is worth %.0f "
               "multiply-adds.\n",
               barrier[1], barrier[largest], largest, per_cycle);
    else
        printf("Verified: every thread has its neighbour's values, and its own sum, with 1 to %d warps.\n", largest);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
