// SPDX-License-Identifier: MIT
// memory_reads.cu: registers, shared, constant, local, texture and global memory: how long one read takes, and how much
// all SMs together can read.
//
// Latency: one warp follows a chain in which each value is the place of the next, so its reads come one after another.
// Bandwidth: a block of 1024 threads on every SM reads as fast as it can; counted are the bytes that the threads get.
//
//     build/gpu/bench/memory_reads   times
//     build/cpu/bench/memory_reads   no times: it only verifies
//
// It prints a table, medians of 15 runs, with commas between the columns; bench/plots/memory_reads.gp draws it. Exit
// status: 0 if every chain ends where a closed form says and every sum of what was read is right, so that the compiler
// cannot have left a read out; 1 if not.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"
#include "read_orders.h" // the chain, the sums, and their closed forms

const unsigned threads_per_block = 1024;              // the most that there may be: one block keeps an SM busy
const int fma_chains = 8;                             // that a thread computes side by side
const unsigned small_words = 4096, const_words = 256; // what the first caches of textures and constants can hold
const int most_loads = 1 << 20;                       // of a thread: the floats that count them are exact up to 2^24
const int most_runs = 1000;
const int cold_sweep = 8; // times the bytes of a chain that no cache holds

struct memory {
    char *global, *small, *other; // other: what is written to displace all else from the L2
    size_t other_bytes;
    cudaTextureObject_t words, quads; // the small one, read by one word and by four
};

struct result {
    unsigned node[32];         // where each lane has ended
    unsigned sum;              // of what all threads have read
    unsigned long long cycles; // of the warp, or of all blocks together
};

__device__ struct result result;
__constant__ unsigned constants[const_words];

// --- latency: each lane of a warp goes from place to place; step() is the read ---

template <class Place, class Step> __device__ void follow(struct walk w, Place base, Step step)
{
    Place at = base + threadIdx.x * w.apart * w.stride;
    for (unsigned i = 0; i < w.warm; i++)
        at = step(at);
    long long begin = clock64();
#pragma unroll 16
    for (unsigned i = 0; i < w.steps; i++)
        at = step(at);
    if (threadIdx.x == 0)
        result.cycles = clock64() - begin;
    result.node[threadIdx.x] = (unsigned)((at - base) / w.stride) & (w.nodes - 1);
}

// Nothing is read but registers: the next place is computed, and each instruction waits for the one before it.
__global__ void chase_registers(struct walk w, struct memory)
{
    follow(w, 0u, [=](unsigned at) { return at * w.multiplier + w.increment; });
}

__global__ void chase_shared(struct walk w, struct memory)
{
    __shared__ unsigned chain[small_words];
    for (unsigned i = threadIdx.x; i < w.nodes; i += blockDim.x)
        chain[i * w.stride / 4] = next_place(i, w);
    __syncthreads(); // the whole chain is there before any thread follows it
    follow(w, 0u, [&](unsigned at) { return *(const unsigned *)((const char *)chain + at); });
}

__global__ void chase_constant(struct walk w, struct memory)
{
    follow(w, 0u, [](unsigned at) { return *(const unsigned *)((const char *)constants + at); });
}

// An array with an index that the compiler does not know cannot be in registers: it is in local memory, which is global
// memory of which each thread has its own part.
__global__ void chase_local(struct walk w, struct memory)
{
    unsigned chain[16];
    for (unsigned i = 0; i < w.nodes; i++)
        chain[i * w.stride / 4] = next_place(i, w);
    follow(w, 0u, [&](unsigned at) { return *(const unsigned *)((const char *)chain + at); });
}

__global__ void chase_texture(struct walk w, struct memory m)
{
    follow(w, 0u, [=](unsigned at) { return tex1Dfetch<unsigned>(m.words, (int)at); });
}

// ca: the load may hit in the L1. A place is an address here.
__global__ void chase_ca(struct walk w, struct memory m)
{
    follow(w, (unsigned long long)m.global,
           [](unsigned long long at) { return __ldca((const unsigned long long *)at); });
}

// cg: it goes past the L1 to the L2.
__global__ void chase_cg(struct walk w, struct memory m)
{
    follow(w, (unsigned long long)m.global,
           [](unsigned long long at) { return __ldcg((const unsigned long long *)at); });
}

__global__ void lay_chain(struct walk w, unsigned long long chain)
{
    for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < w.nodes; i += blockDim.x * gridDim.x)
        *(unsigned long long *)(chain + i * w.stride) = chain + next_place(i, w);
}

// --- bandwidth: every thread adds up what it reads; load() is the read ---

template <class Load> __device__ void read_all(struct sweep s, Load load)
{
    unsigned thread = s.whole_grid ? threadIdx.x + blockIdx.x * blockDim.x : threadIdx.x;
    unsigned threads = s.whole_grid ? gridDim.x * blockDim.x : blockDim.x;
    unsigned at = thread / s.together * s.gap, stride = threads / s.together * s.gap, sum = 0;
    __syncthreads(); // the data are there, and the threads begin together
    long long begin = clock64();
#pragma unroll 8
    for (unsigned i = 0; i < s.loads; i++, at += stride)
        sum += load(at & (s.elements - 1));
    __syncthreads(); // all threads of the block have ended
    if (threadIdx.x == 0)
        atomicAdd(&result.cycles, clock64() - begin);
    atomicAdd(&result.sum, sum);
}

__device__ unsigned sum_of(unsigned v)
{
    return v;
}

__device__ unsigned sum_of(uint4 v)
{
    return v.x + v.y + v.z + v.w;
}

// Each multiply-add reads three registers. The chains count, so their sum is known.
__global__ void read_registers(struct sweep s, struct memory)
{
    float chains[fma_chains] = {}, sum = 0, one = s.gap; // 1, which the compiler does not know
    read_all(s, [&](unsigned) {
        for (int k = 0; k < fma_chains; k++)
            chains[k] = chains[k] * one + one;
        return 0u;
    });
    for (int k = 0; k < fma_chains; k++)
        sum += chains[k];
    atomicAdd(&result.sum, (unsigned)sum);
}

template <class Element> __global__ void read_shared(struct sweep s, struct memory)
{
    __shared__ uint4 data[small_words / 4];
    for (unsigned i = threadIdx.x; i < small_words; i += blockDim.x)
        ((unsigned *)data)[i] = i;
    read_all(s, [&](unsigned at) { return sum_of(((const Element *)data)[at]); });
}

__global__ void read_constant(struct sweep s, struct memory)
{
    read_all(s, [](unsigned at) { return constants[at]; });
}

__global__ void read_local(struct sweep s, struct memory)
{
    unsigned data[16];
    for (unsigned i = 0; i < s.elements; i++)
        data[i] = i;
    read_all(s, [&](unsigned at) { return data[at]; });
}

__global__ void read_texture(struct sweep s, struct memory m)
{
    read_all(s, [=](unsigned at) { return sum_of(tex1Dfetch<uint4>(m.quads, (int)at)); });
}

__global__ void read_ca(struct sweep s, struct memory m)
{
    read_all(s, [=](unsigned at) { return sum_of(__ldca((const uint4 *)m.global + at)); });
}

__global__ void read_cg(struct sweep s, struct memory m)
{
    read_all(s, [=](unsigned at) { return sum_of(__ldcg((const uint4 *)m.global + at)); });
}

__global__ void lay_numbers(unsigned *data, size_t count)
{
    for (size_t i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += blockDim.x * gridDim.x)
        data[i] = i;
}

// --- the measurements ---

struct row {
    const char *name;
    void (*chase)(struct walk, struct memory);
    void (*read)(struct sweep, struct memory);
    unsigned bytes;                // of the chain, and of the data
    unsigned stride, apart;        // of the chain, in bytes and in nodes
    unsigned words, gap, together; // of a load; of the data, in loads; threads that read the same
    double latency = 0, per_cycle = 0, gigabytes = 0;
    int wrong = 0; // ends and sums
};

static int runs, loads; // 0: not given
static bool timed;      // a CPU's times would teach the wrong thing

static void check(struct row *row, const char *what, unsigned is, unsigned right)
{
    if (is != right && row->wrong++ == 0)
        fprintf(stderr, "%s: %s: %s is %u, not %u\n", program_name(), row->name, what, is, right);
}

// The words for constant memory and the textures.
static void put(struct memory m, const unsigned *words)
{
    HANDLE_ERROR(cudaMemcpyToSymbol(constants, words, sizeof constants));
    HANDLE_ERROR(cudaMemcpy(m.small, words, small_words * sizeof *words, cudaMemcpyHostToDevice));
}

static void measure_latency(struct row *row, struct memory m)
{
    unsigned nodes = row->bytes / row->stride;
    struct walk w = {nodes, row->stride, row->apart, nodes, 4096};
    if (row->chase == chase_texture)
        w.stride /= sizeof(unsigned);       // where a place is an index
    bool cold = row->bytes > m.other_bytes; // the caches cannot hold it, and shall not hold some of it
    if (cold)
        w.warm = 0;
    unsigned places[small_words];
    for (unsigned i = 0; i < small_words; i++)
        places[i] = next_place(i, w);
    put(m, places);
    if (row->chase == chase_ca || row->chase == chase_cg)
        lay_chain<<<1024, threads_per_block>>>(w, (unsigned long long)m.global);
    HANDLE_ERROR(cudaGetLastError());

    double cycles[most_runs];
    for (int run = 0; run < runs; run++) {
        struct result got;
        if (cold)
            HANDLE_ERROR(cudaMemset(m.other, 0, m.other_bytes));
        row->chase<<<1, 32>>>(w, m);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpyFromSymbol(&got, result, sizeof got)); // waits for the kernel
        for (unsigned lane = 0; lane < 32; lane++)
            check(row, "the end of a chain", got.node[lane], last_node(lane, w));
        cycles[run] = (double)got.cycles / w.steps;
    }
    row->latency = median(cycles, runs);
}

static void measure_bandwidth(struct row *row, struct memory m, unsigned blocks)
{
    // From one time round to the next the L2 keeps some of what does not fit: so the more goes round, the less that
    // counts.
    size_t bytes = (size_t)row->bytes * (row->bytes > m.other_bytes && row->read == read_cg ? cold_sweep : 1);
    struct sweep s = {
        (unsigned)(bytes / 4 / row->words), row->words, row->gap, row->together, (unsigned)loads, row->read == read_cg};
    unsigned sum = sweep_sum(s, blocks, threads_per_block), numbers[small_words];
    if (row->read == read_registers)
        sum = blocks * threads_per_block * loads * fma_chains;
    for (unsigned i = 0; i < small_words; i++)
        numbers[i] = i;
    put(m, numbers);
    if (row->read == read_ca || row->read == read_cg)
        lay_numbers<<<1024, threads_per_block>>>((unsigned *)m.global, bytes / 4);
    HANDLE_ERROR(cudaGetLastError());

    cudaEvent_t begin, end;
    HANDLE_ERROR(cudaEventCreate(&begin));
    HANDLE_ERROR(cudaEventCreate(&end));
    double cycles[most_runs], ms[most_runs];
    for (int run = 0; run < runs; run++) {
        struct result got = {};
        float time = 0;
        HANDLE_ERROR(cudaMemcpyToSymbol(result, &got, sizeof got));
        HANDLE_ERROR(cudaEventRecord(begin));
        row->read<<<blocks, threads_per_block>>>(s, m);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaEventRecord(end));
        HANDLE_ERROR(cudaMemcpyFromSymbol(&got, result, sizeof got)); // waits for the kernel
        if (timed)
            HANDLE_ERROR(cudaEventElapsedTime(&time, begin, end));
        check(row, "the sum", got.sum, sum);
        cycles[run] = (double)got.cycles / blocks;
        ms[run] = time;
    }
    double of_block = 4.0 * row->words * loads * threads_per_block; // bytes
    row->per_cycle = of_block / median(cycles, runs);
    row->gigabytes = of_block * blocks / median(ms, runs) * 1e-6;
    HANDLE_ERROR(cudaEventDestroy(begin));
    HANDLE_ERROR(cudaEventDestroy(end));
}

static cudaTextureObject_t texture_of(void *data, struct cudaChannelFormatDesc element)
{
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = element;
    resource.res.linear.sizeInBytes = small_words * sizeof(unsigned);
    struct cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    return texture;
}

int main(int argc, char **argv)
{
    const struct option_spec options[] = {
        {"repeat", "N", "takes the median of N runs (15; 1 on the CPU device)", option_count, &runs},
        {"loads", "N", "bandwidth: N loads of each thread (8192; 32 on the CPU device)", option_count, &loads},
        {}};
    parse_options(argc, argv, "How long a read of each memory of a GPU takes, and how much all SMs read.", options);
    if (runs > most_runs || loads > most_loads) {
        fprintf(stderr, "%s: --repeat may be %d and --loads %d at most\n", program_name(), most_runs, most_loads);
        return 2;
    }
    timed = !device_counts();
    runs = runs != 0 ? runs : timed ? 15 : 1;
    loads = loads != 0 ? loads : timed ? 8192 : 32;

    cudaDeviceProp gpu;
    HANDLE_ERROR(cudaGetDeviceProperties(&gpu, 0));
    unsigned near = 1 << 12; // bytes: at most 1/16 of the L2; 16 times as many are more than half of it
    while (32 * near < (unsigned)gpu.l2CacheSize)
        near *= 2;
    const unsigned small = small_words * 4, far = 16 * near, beyond = 256 * near, line = 128;
    struct memory m = {};
    m.other_bytes = 4 * far;
    HANDLE_ERROR(cudaMalloc((void **)&m.global, (size_t)cold_sweep * beyond));
    HANDLE_ERROR(cudaMalloc((void **)&m.other, m.other_bytes));
    HANDLE_ERROR(cudaMalloc((void **)&m.small, small));
    m.words = texture_of(m.small, cudaCreateChannelDesc<unsigned>());
    m.quads = texture_of(m.small, cudaCreateChannelDesc<uint4>());

    struct row rows[] = {{"registers", chase_registers, read_registers, beyond, 1, 0, 3 * fma_chains, 1, 1},
                         {"shared", chase_shared, read_shared<uint4>, small, 4, 1, 4, 1, 1},
                         {"shared (32-way conflict)", chase_shared, read_shared<unsigned>, small, line, 1, 1, 32, 1},
                         {"constant (one address)", chase_constant, read_constant, 1024, 4, 0, 1, 1, 32},
                         {"constant (32 addresses)", chase_constant, read_constant, 1024, 4, 1, 1, 1, 1},
                         {"local", chase_local, read_local, 64, 4, 0, 1, 1, threads_per_block},
                         {"texture (L1 hit)", chase_texture, read_texture, small, 4, 0, 4, 1, 1},
                         {"global (L1 hit)", chase_ca, read_ca, small, line, 0, 4, 1, 1},
                         {"global (L2 hit)", chase_cg, read_cg, near, line, 0, 4, 1, 1},
                         {"global (most of the L2)", chase_cg, read_cg, far, line, 0, 4, 1, 1},
                         {"global (no hit)", chase_cg, read_cg, beyond, line, 0, 4, 1, 1}};

    if (timed)
        printf("%s, %d SMs, L2 of %d MB\n", gpu.name, gpu.multiProcessorCount, gpu.l2CacheSize >> 20);
    else
        printf("%s. No times: a CPU's would teach the wrong thing about a GPU.\n", gpu.name);
    printf("%-26s %9s, %8s, %12s, %8s\n", "memory,", "bytes", "cycles", "B/cycle/SM", "GB/s");
    int wrong = 0;
    for (struct row &row : rows) {
        measure_latency(&row, m);
        measure_bandwidth(&row, m, gpu.multiProcessorCount);
        printf("%s,%*s %9u, ", row.name, 25 - (int)strlen(row.name), "", row.bytes);
        if (timed)
            printf("%8.2f, %12.2f, %8.1f\n", row.latency, row.per_cycle, row.gigabytes);
        else
            printf("%8s, %12s, %8s\n", "-", "-", "-");
        wrong += row.wrong;
    }
    const struct row &slowest = rows[sizeof rows / sizeof *rows - 1];
    printf(wrong == 0 ? "Verified: " : "WRONG (%d times): ", wrong);
    if (timed)
        printf("a read of device memory takes %.0f times as long as one of a register; all SMs read %.0f GB/s of it.\n",
               slowest.latency / rows[0].latency, slowest.gigabytes);
    else
        printf("every chain ends, and every sum is, as a closed form has it, in each of %d memories.\n",
               (int)(sizeof rows / sizeof *rows));

    HANDLE_ERROR(cudaDestroyTextureObject(m.words));
    HANDLE_ERROR(cudaDestroyTextureObject(m.quads));
    HANDLE_ERROR(cudaFree(m.global));
    HANDLE_ERROR(cudaFree(m.other));
    HANDLE_ERROR(cudaFree(m.small));
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
