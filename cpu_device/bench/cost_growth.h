// SPDX-License-Identifier: MIT
// cost_growth.h: programs whose cost must grow as their size does and no faster, for cost.cu: words, blocks and
// barriers of the grid.
#pragma once

#include "cost.h"

// --- words: a thread takes one ---

__global__ void copy_words(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

static bool copy(int n, struct timing *timing)
{
    auto word = [](size_t i) { return (unsigned)i * 2654435761u; };
    device_array<unsigned> in(n), out(n);
    in.fill(word);
    *timing = measure([&] { copy_words<<<(n + 255) / 256, 256>>>(in.data, out.data, n); });
    return out.holds(word);
}

__global__ void update_words(unsigned *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] = words[i] * 3 + 1;
}

static bool update(int n, struct timing *timing)
{
    device_array<unsigned> words(n);
    words.fill([](size_t i) { return (unsigned)i; });
    *timing = measure([&] { update_words<<<(n + 255) / 256, 256>>>(words.data, n); });
    int times = 1 + timing->runs;
    return words.holds([times](size_t i) {
        unsigned word = i;
        for (int k = 0; k < times; ++k)
            word = word * 3 + 1;
        return word;
    });
}

// --- words in the order of an index ---

__global__ void gather_words(const unsigned *in, const unsigned *index, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[index[i]];
}

static bool gather(int n, struct timing *timing)
{
    const unsigned long long far = 7368787; // a prime, so each word has its turn once unless n is a multiple of it
    auto place = [=](size_t i) { return (unsigned)(i * far % n); };
    auto word = [](size_t i) { return (unsigned)i * 2654435761u; };
    device_array<unsigned> in(n), index(n), out(n);
    in.fill(word);
    index.fill(place);
    *timing = measure([&] { gather_words<<<(n + 255) / 256, 256>>>(in.data, index.data, out.data, n); });
    return out.holds([=](size_t i) { return word(place(i)); });
}

// --- blocks: of one warp ---

const int small_block = 32;

__global__ void reverse_block(unsigned *out)
{
    __shared__ unsigned words[small_block];
    words[threadIdx.x] = blockIdx.x * small_block + threadIdx.x;
    __syncthreads();
    out[blockIdx.x * small_block + threadIdx.x] = words[small_block - 1 - threadIdx.x];
}

static bool blocks(int n, struct timing *timing)
{
    device_array<unsigned> out((size_t)n * small_block);
    *timing = measure([&] { reverse_block<<<n, small_block>>>(out.data); });
    return out.holds(
        [](size_t i) { return (unsigned)(i / small_block * small_block + small_block - 1 - i % small_block); });
}

// --- barriers of the grid ---

// In each round, every block takes the word of the block before it, plus 1. All blocks wait for one another between
// rounds.
__global__ void rounds_of_grid(unsigned *words, unsigned *arrived, int rounds)
{
    unsigned before = (blockIdx.x + gridDim.x - 1) % gridDim.x;
    for (int round = 0; round < rounds; ++round) {
        unsigned *from = words + round % 2 * gridDim.x, *to = words + (1 - round % 2) * gridDim.x;
        if (threadIdx.x == 0)
            to[blockIdx.x] = from[before] + 1;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(arrived, 1u);
            while (atomicAdd(arrived, 0u) < (round + 1) * gridDim.x)
                ;
            __threadfence();
        }
        __syncthreads();
    }
}

static bool grid_barrier(int rounds, struct timing *timing)
{
    const int threads = 256;
    int on_each, multiprocessors;
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, rounds_of_grid, threads, 0));
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    int count = on_each * multiprocessors;
    device_array<unsigned> words(2 * (size_t)count), arrived(1);
    *timing = measure(
        [&] {
            words.clear();
            arrived.clear();
        },
        [&] { rounds_of_grid<<<count, threads>>>(words.data, arrived.data, rounds); });
    return words.holds([=](size_t i) {
        int half = i / count; // the halves take turns
        return (unsigned)(rounds % 2 == half ? rounds : rounds - 1);
    });
}
