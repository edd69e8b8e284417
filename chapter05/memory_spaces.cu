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
#include <string.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

// All numbers of words are powers of two, so that word_of() can wrap around with an &. Words and sums are unsigned: a
// sum of 64 words of the largest memory, 2^26 words, is below 2^32.
const unsigned threads_per_block = 256;
const unsigned reads = 64; // of each thread
const unsigned most_blocks = 4096;
const unsigned local_words = 16;
const unsigned shared_words = 1024;
const unsigned constant_words = 256;

struct order {
    unsigned apart;
    unsigned step;
    unsigned words; // in this memory; after word `words` - 1 comes word 0
};

// Where the words lie that are not in a variable of the kernel.
struct memories {
    const unsigned *global;
    cudaTextureObject_t texture;
};

// The word that a thread of the grid reads in its turn i.
__host__ __device__ inline unsigned word_of(unsigned thread, unsigned i, struct order order)
{
    return (thread * order.apart + i * order.step) & (order.words - 1);
}

// The sum that a thread must get.
static unsigned right_sum(unsigned thread, struct order order)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += word_of(thread, i, order) + 1;
    return sum;
}

// The words are computed in registers. The other kernels do the same arithmetic, and a read as well.
__global__ void from_registers(unsigned *sums, struct order order, struct memories)
{
    unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += word_of(thread, i, order) + 1;
    sums[thread] = sum;
}

// An array whose index the compiler does not know lies in local memory: a part of global memory for each thread.
__global__ void from_local(unsigned *sums, struct order order, struct memories)
{
    unsigned words[local_words];
    for (unsigned i = 0; i < local_words; i++)
        words[i] = i + 1;

    unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += words[word_of(thread, i, order)];
    sums[thread] = sum;
}

// Word i lies in bank i % 32. A bank delivers one word at a time.
__global__ void from_shared(unsigned *sums, struct order order, struct memories)
{
    __shared__ unsigned words[shared_words];
    for (unsigned i = threadIdx.x; i < shared_words; i += blockDim.x)
        words[i] = i + 1;

    // all words are stored before any thread reads another's
    __syncthreads();

    unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += words[word_of(thread, i, order)];
    sums[thread] = sum;
}

// Constant memory: the host fills it before the launch (cudaMemcpyToSymbol), and no kernel can write to it. It delivers
// one word at a time to a whole warp.
__constant__ unsigned constants[constant_words];

__global__ void from_constant(unsigned *sums, struct order order, struct memories)
{
    unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += constants[word_of(thread, i, order)];
    sums[thread] = sum;
}

// Global memory delivers sectors of 8 words: 4 for 32 neighbours, 32 for words that are far apart.
__global__ void from_global(unsigned *sums, struct order order, struct memories memories)
{
    unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += memories.global[word_of(thread, i, order)];
    sums[thread] = sum;
}

// A texture is global memory that is read through the texture unit.
__global__ void from_texture(unsigned *sums, struct order order, struct memories memories)
{
    unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned sum = 0;
    for (unsigned i = 0; i < reads; i++)
        sum += tex1Dfetch<unsigned>(memories.texture, (int)word_of(thread, i, order));
    sums[thread] = sum;
}

// So many that the words of global memory are at least twice as large as the L2 cache, which then cannot keep them from
// one run to the next. To count, a few blocks are enough.
static unsigned blocks_for_device(void)
{
    if (device_counts())
        return 64;

    int bytes_of_l2;
    HANDLE_ERROR(cudaDeviceGetAttribute(&bytes_of_l2, cudaDevAttrL2CacheSize, 0));
    unsigned blocks = 1024;
    while (blocks < most_blocks && blocks * sizeof(unsigned) * threads_per_block * reads < 2 * (size_t)bytes_of_l2)
        blocks *= 2;
    return blocks;
}

static cudaTextureObject_t texture_of(unsigned *words, size_t bytes)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = words;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    resource.res.linear.sizeInBytes = bytes;

    struct cudaTextureDesc description;
    memset(&description, 0, sizeof description);
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    return texture;
}

int main(int argc, char **argv)
{
    // options
    const char *csv = NULL;
    const struct option_spec options[] = {{"csv", "FILE", "writes the table to FILE too", option_text, &csv}, {}};
    parse_options(argc, argv, "The same reads from each memory of a GPU.", options);
    struct table table = begin_table("64 reads of each thread", csv);

    // input
    const unsigned blocks = blocks_for_device();
    const unsigned threads = blocks * threads_per_block;
    const unsigned global_words = threads * reads;
    unsigned *words = (unsigned *)malloc(global_words * sizeof(unsigned));
    unsigned *sums = (unsigned *)malloc(threads * sizeof(unsigned));
    HANDLE_NULL(words);
    HANDLE_NULL(sums);
    for (unsigned i = 0; i < global_words; i++)
        words[i] = i + 1;

    unsigned *dev_words;
    unsigned *dev_sums;
    HANDLE_ERROR(cudaMalloc((void **)&dev_words, global_words * sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, threads * sizeof(unsigned)));
    HANDLE_ERROR(cudaMemcpy(dev_words, words, global_words * sizeof(unsigned), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(constants, words, sizeof constants));
    const struct memories memories = {dev_words, texture_of(dev_words, global_words * sizeof(unsigned))};

    // launch, and check each kernel
    const struct row {
        const char *name;
        void (*kernel)(unsigned *sums, struct order order, struct memories memories);
        struct order order; // apart, step, words
    } rows[] = {{"registers", from_registers, {1, threads, global_words}},
                {"local", from_local, {1, 1, local_words}},
                {"shared: 32 banks", from_shared, {1, 32, shared_words}},
                {"shared: one bank", from_shared, {32, 1, shared_words}},
                {"constant: one word", from_constant, {0, 1, constant_words}},
                {"constant: 32 words", from_constant, {1, 32, constant_words}},
                {"global: coalesced", from_global, {1, threads, global_words}},
                {"global: far apart", from_global, {reads, 1, global_words}},
                {"texture", from_texture, {1, threads, global_words}}};
    for (int r = 0; r < 9; r++) {
        const struct row *row = &rows[r];
        HANDLE_ERROR(cudaMemset(dev_sums, 0, threads * sizeof(unsigned))); // no sum of the previous row is left
        struct measurement cost = begin_measurement(30);
        while (one_more_run(&cost)) {
            row->kernel<<<blocks, threads_per_block>>>(dev_sums, row->order, memories);
            HANDLE_ERROR(cudaGetLastError());
        }

        HANDLE_ERROR(cudaMemcpy(sums, dev_sums, threads * sizeof(unsigned), cudaMemcpyDeviceToHost));
        size_t wrong = 0;
        double total = 0; // whole numbers below 2^53: exact
        for (unsigned t = 0; t < threads; t++) {
            if (sums[t] != right_sum(t, row->order))
                wrong++;
            total += sums[t];
        }
        print_row(&table, row->name, cost, (double)sizeof(unsigned) * global_words, total, wrong);
    }
    int status = end_table(&table);

    // free
    HANDLE_ERROR(cudaDestroyTextureObject(memories.texture));
    HANDLE_ERROR(cudaFree(dev_words));
    HANDLE_ERROR(cudaFree(dev_sums));
    free(words);
    free(sums);
    return status;
}
