// SPDX-License-Identifier: MIT
// memory_spaces.cu: what a read costs depends on the memory, and on how the 32 words that a warp reads lie in it.
//
// Word i of every memory holds i + 1. A thread reads 64 words and adds them up. It starts `apart` words after the
// thread before it and advances by `step` words. If `apart` is 0, a warp reads one word at a time; if 1, neighbours.
//
//     nvcc -arch=native -o memory_spaces chapter05/memory_spaces.cu   for a GPU: times
//     cpu_device/cucc -o memory_spaces chapter05/memory_spaces.cu     for the CPU device: counts
//     ./memory_spaces
//
// It prints a line for each memory. Exit status: 0 if every thread had the right sum each time, else 1.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

// Powers of two, for add_up(). 1024 blocks read 64 MB of global memory once, more than the 60 MB of an H200's L2.
const unsigned most_blocks = 1024, threads_per_block = 256, reads = 64;
const unsigned local_words = 16, shared_words = 1024, constant_words = 256;

struct order {
    unsigned apart, step, words; // the words wrap around: after word `words` - 1 comes word 0
};

// On the CPU: the sum that a thread must get.
static unsigned right_sum(unsigned thread, struct order o)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += (thread * o.apart + i * o.step) % o.words + 1;
    return sum;
}

// The same on the device, where read(i) is word i of a memory.
template <class Read> __device__ void add_up(unsigned *sums, struct order o, Read read)
{
    unsigned thread = threadIdx.x + blockIdx.x * blockDim.x, sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += read((thread * o.apart + i * o.step) & (o.words - 1));
    sums[thread] = sum;
}

// The words are computed in registers. The other kernels do the same arithmetic, and a read as well.
__global__ void from_registers(unsigned *sums, struct order o, const unsigned *, cudaTextureObject_t)
{
    add_up(sums, o, [](unsigned i) { return i + 1; });
}

// An array whose index the compiler does not know lies in local memory: a part of global memory for each thread.
__global__ void from_local(unsigned *sums, struct order o, const unsigned *, cudaTextureObject_t)
{
    unsigned words[local_words];
    for (unsigned i = 0; i < local_words; i++)
        words[i] = i + 1;
    add_up(sums, o, [&](unsigned i) { return words[i]; });
}

// Word i lies in bank i % 32. A bank delivers one word at a time.
__global__ void from_shared(unsigned *sums, struct order o, const unsigned *, cudaTextureObject_t)
{
    __shared__ unsigned words[shared_words];
    for (unsigned i = threadIdx.x; i < shared_words; i += blockDim.x)
        words[i] = i + 1;
    __syncthreads(); // all words are stored before any thread reads another's
    add_up(sums, o, [&](unsigned i) { return words[i]; });
}

// Constant memory delivers one word at a time to a whole warp.
__constant__ unsigned constants[constant_words];
__global__ void from_constant(unsigned *sums, struct order o, const unsigned *, cudaTextureObject_t)
{
    add_up(sums, o, [](unsigned i) { return constants[i]; });
}

// Global memory delivers sectors of 8 words: 4 for 32 neighbours, 32 for words that are far apart.
__global__ void from_global(unsigned *sums, struct order o, const unsigned *words, cudaTextureObject_t)
{
    add_up(sums, o, [=](unsigned i) { return words[i]; });
}

__global__ void from_texture(unsigned *sums, struct order o, const unsigned *, cudaTextureObject_t words)
{
    add_up(sums, o, [=](unsigned i) { return tex1Dfetch<unsigned>(words, (int)i); });
}

int main(int argc, char **argv)
{
    const char *csv = NULL;
    const struct option_spec options[] = {{"csv", "FILE", "writes the table to FILE too", option_text, &csv}, {}};
    parse_options(argc, argv, "The same reads from each memory of a GPU.", options);
    struct table table = begin_table("64 reads of each thread", csv);

    const unsigned blocks = device_counts() ? 64 : most_blocks; // to count, fewer are enough
    const unsigned threads = blocks * threads_per_block, global_words = threads * reads;
    static unsigned words[most_blocks * threads_per_block * reads], sums[most_blocks * threads_per_block];
    unsigned *dev_words, *dev_sums;
    for (unsigned i = 0; i < global_words; i++)
        words[i] = i + 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_words, global_words * sizeof *words));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, threads * sizeof *sums));
    HANDLE_ERROR(cudaMemcpy(dev_words, words, global_words * sizeof *words, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(constants, words, sizeof constants));
    struct cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {dev_words, cudaCreateChannelDesc<unsigned>(), global_words * sizeof *words};
    struct cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &resource, &description, NULL));

    const struct {
        const char *name;
        void (*kernel)(unsigned *, struct order, const unsigned *, cudaTextureObject_t);
        struct order order;
    } rows[] = {{"registers", from_registers, {1, threads, global_words}},
                {"local", from_local, {1, 1, local_words}},
                {"shared: 32 banks", from_shared, {1, 32, shared_words}},
                {"shared: one bank", from_shared, {32, 1, shared_words}},
                {"constant: one word", from_constant, {0, 1, constant_words}},
                {"constant: 32 words", from_constant, {1, 32, constant_words}},
                {"global: coalesced", from_global, {1, threads, global_words}},
                {"global: far apart", from_global, {reads, 1, global_words}},
                {"texture", from_texture, {1, threads, global_words}}};
    for (const auto &row : rows) {
        HANDLE_ERROR(cudaMemset(dev_sums, 0, threads * sizeof *sums)); // no sum of the previous row is left
        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            row.kernel<<<blocks, threads_per_block>>>(dev_sums, row.order, dev_words, texture);
            HANDLE_ERROR(cudaGetLastError());
        }
        HANDLE_ERROR(cudaMemcpy(sums, dev_sums, threads * sizeof *sums, cudaMemcpyDeviceToHost));
        size_t wrong = 0;
        double total = 0; // whole numbers below 2^50: exact
        for (unsigned t = 0; t < threads; t++) {
            wrong += sums[t] != right_sum(t, row.order);
            total += sums[t];
        }
        print_row(&table, row.name, cost, 4.0 * global_words, total, wrong);
    }
    int status = end_table(&table);

    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFree(dev_words));
    HANDLE_ERROR(cudaFree(dev_sums));
    return status;
}
