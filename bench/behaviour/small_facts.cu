// SPDX-License-Identifier: MIT
// small_facts.cu: twenty short questions about what a GPU does. Each line has the question, what one would guess, and
// what came.
//
//     nvcc -O2 -arch=native -o small_facts bench/behaviour/small_facts.cu && ./small_facts
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../common/book.h"

// What one thread or one warp found, as bits.
enum {
    fact_literal,
    fact_nan,
    fact_nan_to_int,
    fact_big_to_char,
    fact_shift,
    fact_division,
    fact_remainder,
    fact_up_33,
    fact_xor_33,
    fact_xor_negative,
    fact_printf_return,
    fact_sleep_0,
    fact_sleep_1,
    fact_sleep_1000,
    fact_sleep_10_million,
    fact_barrier_of_a_warp,
    fact_barrier_of_32_warps,
    facts
};

static unsigned long long *results; // in managed memory

__global__ void arithmetic(unsigned long long *found, float zero, int thirty_two)
{
    float literal = 16777217.0f;
    found[fact_literal] = (unsigned long long)literal;
    found[fact_nan] = __float_as_uint(zero / zero);
    found[fact_nan_to_int] = (unsigned)(int)(zero / zero);
    found[fact_big_to_char] = (unsigned char)(3e9f + zero);
    found[fact_shift] = 1u << thirty_two;
    found[fact_division] = (unsigned)(7 / (int)zero);
    found[fact_remainder] = (unsigned)(7 % (int)zero);
}

__global__ void shuffles(unsigned long long *found)
{
    int up = __shfl_up_sync(0xffffffff, threadIdx.x, 33), across = __shfl_xor_sync(0xffffffff, threadIdx.x, 33);
    int negative = __shfl_xor_sync(0xffffffff, threadIdx.x, -1);
    if (threadIdx.x == 5) {
        found[fact_up_33] = up;
        found[fact_xor_33] = across;
        found[fact_xor_negative] = negative;
    }
}

__global__ void print(unsigned long long *found)
{
    printf("  by the device's printf: [%%zu %%d]: [%zu %d]\n", (size_t)1, 2);
    found[fact_printf_return] = printf("  by the device's printf: [%%d %%d]: [%d %d]\n", 1, 2);
}

__global__ void sleep(unsigned long long *found)
{
    const unsigned times[] = {0, 1, 1000, 10000000};
    for (int i = 0; i < 4; ++i) {
        long long start = clock64();
        __nanosleep(times[i]);
        found[fact_sleep_0 + i] = clock64() - start;
    }
}

__global__ void barriers(unsigned long long *found, int where)
{
    __syncthreads();
    long long start = clock64();
    for (int i = 0; i < 100; ++i)
        __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0)
        found[where] = (end - start) / 100;
}

// The lane whose value stays where 32 lanes store to one word at once: counted for each lane.
__global__ void winners(unsigned *in_shared, unsigned *in_global, unsigned *cell)
{
    __shared__ volatile unsigned word;
    word = threadIdx.x;
    __syncwarp();
    volatile unsigned *mine = cell + blockIdx.x;
    *mine = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 0) {
        atomicAdd(&in_shared[word], 1);
        atomicAdd(&in_global[*mine], 1);
    }
}

// Warps whose lanes draw their tickets in the order of the lanes.
__global__ void draw(unsigned *counter, unsigned *in_order)
{
    unsigned ticket = atomicAdd(counter, 1), first = __shfl_sync(0xffffffff, ticket, 0);
    bool all = __all_sync(0xffffffff, ticket == first + threadIdx.x % 32);
    if (threadIdx.x % 32 == 0 && all)
        atomicAdd(in_order, 1);
}

__global__ void multiprocessors(unsigned *where)
{
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    where[blockIdx.x] = number;
}

__global__ void add_small(float *unused, float *used, float *old)
{
    atomicAdd(unused, 1e-40f);
    *old = atomicAdd(used, 1e-40f) + 1;
}

__global__ void add_all(float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, 1.0f / (1 + i));
}

__global__ void add_products(const float *x, float *contracted, float *rounded, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        contracted[i] = 3.1f * x[i] + 0.7f;
        rounded[i] = __fadd_rn(__fmul_rn(3.1f, x[i]), 0.7f);
    }
}

__global__ void read_past_end(const unsigned char *bytes, unsigned *seen)
{
    *seen = bytes[100];
}

__global__ void tiny(void) {}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void say(const char *question, const char *guess, const char *format, unsigned long long value)
{
    char seen[64];
    snprintf(seen, sizeof seen, format, value);
    printf("%-72s | %-22s | %s\n", question, guess, seen);
}

static void about_one_thread(void)
{
    arithmetic<<<1, 1>>>(results, 0.0f, 32);
    shuffles<<<1, 32>>>(results);
    sleep<<<1, 1>>>(results);
    barriers<<<1, 32>>>(results, fact_barrier_of_a_warp);
    barriers<<<1, 1024>>>(results, fact_barrier_of_32_warps);
    print<<<1, 1>>>(results);
    HANDLE_ERROR(cudaDeviceSynchronize());
    volatile float host = 16777217.0f;
    say("16777217.0f in a kernel", "16777216", "%llu", results[fact_literal]);
    say("16777217.0f in host code", "16777216", "%llu", (unsigned long long)host);
    say("the bits of 0.0f / 0", "ffc00000 (as x86)", "%08llx", results[fact_nan]);
    say("(int)NAN", "80000000 (as x86)", "%08llx", results[fact_nan_to_int]);
    say("(unsigned char)3e9f", "0", "%llu", results[fact_big_to_char]);
    say("1u << 32", "1 (as x86)", "%llu", results[fact_shift]);
    say("7 / 0", "the kernel fails", "%08llx", results[fact_division]);
    say("7 % 0", "the kernel fails", "%08llx", results[fact_remainder]);
    say("__shfl_up_sync() by 33: lane 5 gets the value of lane", "5", "%llu", results[fact_up_33]);
    say("__shfl_xor_sync() with 33: lane 5 gets the value of lane", "5", "%llu", results[fact_xor_33]);
    say("__shfl_xor_sync() with -1: lane 5 gets the value of lane", "5", "%llu", results[fact_xor_negative]);
    say("printf() of 40 characters with 2 arguments returns", "40", "%llu", results[fact_printf_return]);
    say("__nanosleep(0), cycles", "0", "%llu", results[fact_sleep_0]);
    say("__nanosleep(1), cycles", "2", "%llu", results[fact_sleep_1]);
    say("__nanosleep(1000), cycles", "1800", "%llu", results[fact_sleep_1000]);
    say("__nanosleep(10000000), cycles", "18000000", "%llu", results[fact_sleep_10_million]);
    say("__syncthreads() of one warp, cycles", "1", "%llu", results[fact_barrier_of_a_warp]);
    say("__syncthreads() of 32 warps, cycles", "32", "%llu", results[fact_barrier_of_32_warps]);
}

static void about_a_warp(void)
{
    const int blocks = 10000;
    unsigned *counts;
    HANDLE_ERROR(cudaMallocManaged(&counts, (2 * 32 + blocks) * sizeof *counts));
    memset(counts, 0, (2 * 32 + blocks) * sizeof *counts);
    winners<<<blocks, 32>>>(counts, counts + 32, counts + 64);
    HANDLE_ERROR(cudaDeviceSynchronize());
    for (int kind = 0; kind < 2; ++kind) {
        int lanes = 0, last = 0;
        for (int lane = 0; lane < 32; ++lane)
            if (counts[32 * kind + lane] > 0) {
                ++lanes;
                last = lane;
            }
        say(kind ? "32 lanes store to one global word, 10000 times: lanes whose value stayed"
                 : "32 lanes store to one shared word, 10000 times: lanes whose value stayed",
            "any of 32", "%llu", lanes);
        say("  the highest of these lanes", "31", "%llu", last);
    }
    memset(counts, 0, 64 * sizeof *counts);
    draw<<<1000, 256>>>(counts, counts + 1);
    HANDLE_ERROR(cudaDeviceSynchronize());
    say("8000 warps draw a ticket for each lane: warps in the order of their lanes", "few", "%llu", counts[1]);
    multiprocessors<<<8, 32>>>(counts);
    HANDLE_ERROR(cudaDeviceSynchronize());
    char places[64] = "";
    for (int block = 0; block < 8; ++block)
        snprintf(places + strlen(places), sizeof places - strlen(places), "%s%u", block ? " " : "", counts[block]);
    printf("%-72s | %-22s | %s\n", "the multiprocessors of the blocks 0 to 7", "0 1 2 3 4 5 6 7", places);
    HANDLE_ERROR(cudaFree(counts));
}

static void about_sums(void)
{
    const int n = 65536, rounds = 200;
    float *values, *contracted, *rounded, *sums;
    HANDLE_ERROR(cudaMallocManaged(&values, n * sizeof *values));
    HANDLE_ERROR(cudaMallocManaged(&contracted, n * sizeof *values));
    HANDLE_ERROR(cudaMallocManaged(&rounded, n * sizeof *values));
    HANDLE_ERROR(cudaMallocManaged(&sums, (rounds + 3) * sizeof *sums));
    for (int i = 0; i < n; ++i)
        values[i] = (float)i / n;
    memset(sums, 0, (rounds + 3) * sizeof *sums);
    add_products<<<n / 256, 256>>>(values, contracted, rounded, n);
    for (int round = 0; round < rounds; ++round)
        add_all<<<n / 256, 256>>>(sums + round, n);
    add_small<<<1, 1>>>(sums + rounds, sums + rounds + 1, sums + rounds + 2);
    HANDLE_ERROR(cudaDeviceSynchronize());
    int differ = 0, distinct = 0;
    for (int i = 0; i < n; ++i)
        differ += contracted[i] != rounded[i];
    for (int i = 0; i < rounds; ++i) {
        bool is_new = true;
        for (int j = 0; j < i; ++j)
            is_new = is_new && sums[i] != sums[j];
        distinct += is_new;
    }
    unsigned bits[2];
    memcpy(bits, sums + rounds, sizeof bits);
    say("3.1f * x + 0.7f rounded once, not twice: of 65536 results differ", "0", "%llu", differ);
    say("200 sums of 65536 floats by atomicAdd(): different results", "200", "%llu", distinct);
    say("atomicAdd(&x, 1e-40f), its result unused: the bits of x", "000116c2 (1e-40)", "%08llx", bits[0]);
    say("atomicAdd(&x, 1e-40f), its result used: the bits of x", "000116c2 (1e-40)", "%08llx", bits[1]);
    HANDLE_ERROR(cudaFree(values));
    HANDLE_ERROR(cudaFree(contracted));
    HANDLE_ERROR(cudaFree(rounded));
    HANDLE_ERROR(cudaFree(sums));
}

static void about_calls(void)
{
    unsigned char *bytes;
    HANDLE_ERROR(cudaMalloc(&bytes, 100));
    read_past_end<<<1, 1>>>(bytes, (unsigned *)results);
    say("a kernel reads one byte past the end of 100: the error", "700", "%llu", cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(bytes));
    int host_array[4] = {0};
    say("cudaMemcpyToSymbol() of an array of the host: the error", "0 or 1", "%llu",
        cudaMemcpyToSymbol(host_array, results, sizeof host_array));
    cudaGetLastError();
    size_t size = 32 << 20;
    void *pageable = calloc(1, size), *device;
    HANDLE_ERROR(cudaMalloc(&device, size));
    HANDLE_ERROR(cudaMemcpy(device, pageable, size, cudaMemcpyHostToDevice));
    double start = now();
    HANDLE_ERROR(cudaMemcpyAsync(device, pageable, size, cudaMemcpyHostToDevice));
    double returned = now();
    HANDLE_ERROR(cudaDeviceSynchronize());
    say("cudaMemcpyAsync() of 32 MB from pageable memory returns after, us", "the whole copy", "%llu",
        (unsigned long long)((returned - start) * 1000));
    say("  and the copy has ended after, us", "the same", "%llu", (unsigned long long)((now() - start) * 1000));
    HANDLE_ERROR(cudaFree(device));
    free(pageable);
    int before, after;
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&before, tiny, 32, 0));
    HANDLE_ERROR(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&after, tiny, 32, 0));
    say("blocks a multiprocessor of a kernel without shared memory", "32", "%llu", before);
    say("  the same after cudaDeviceSetCacheConfig(cudaFuncCachePreferL1)", "32", "%llu", after);
}

int main(void)
{
    HANDLE_ERROR(cudaMallocManaged(&results, facts * sizeof *results));
    printf("%-72s | %-22s | %s\n", "question", "a good guess", "seen");
    about_one_thread();
    about_a_warp();
    about_sums();
    about_calls();
    HANDLE_ERROR(cudaFree(results));
    return 0;
}
