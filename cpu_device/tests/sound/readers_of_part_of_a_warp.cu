// SPDX-License-Identifier: MIT
// readers_of_part_of_a_warp.cu: some lanes of a warp read a word and meet at a barrier of their own. Then one of them
// overwrites the word. The lanes that meet are named by a mask, are all that have not returned, or form a tile or a
// coalesced group. From one to all of them read, in shared and in global memory, for several rounds.
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int rounds = 6, blocks = 4, threads = 64;

// In each round the lanes below `readers` read the word. The last lane of the group stores it in even rounds, the first
// one in odd rounds.
template <class Meet> __device__ int take_turns(int *word, int lane, int size, int readers, Meet meet)
{
    int sum = 0;
    if (lane == 0)
        *word = 0;
    meet();
    for (int round = 0; round < rounds; round++) {
        if (lane < readers)
            sum += *word;
        meet();
        if (lane == (round % 2 ? 0 : size - 1))
            *word = round + 1;
        meet();
    }
    return sum;
}

__device__ int expected(int lane, int readers)
{
    return lane < readers ? rounds * (rounds - 1) / 2 : 0;
}

template <int size> __global__ void tiles(int *words, int *wrong)
{
    __shared__ int shared[threads / size];
    auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    int number = threadIdx.x / size, lane = tile.thread_rank();
    int *global = &words[(blockIdx.x * threads + threadIdx.x) / size];
    for (int readers = 1; readers <= size; readers++)
        if (take_turns(&shared[number], lane, size, readers, [&] { tile.sync(); }) != expected(lane, readers) ||
            take_turns(global, lane, size, readers, [&] { tile.sync(); }) != expected(lane, readers))
            atomicAdd(wrong, 1);
}

__global__ void masks(int *words, int *wrong)
{
    __shared__ int shared[2];
    int lane = threadIdx.x % 32, half = lane >= 11; // 11 lanes, and 21
    unsigned mask = half ? 0xfffff800 : 0x000007ff;
    if (threadIdx.x >= 32)
        return;
    lane -= half * 11;
    int size = half ? 21 : 11;
    for (int readers = 1; readers <= size; readers += 3)
        if (take_turns(&shared[half], lane, size, readers, [=] { __syncwarp(mask); }) != expected(lane, readers) ||
            take_turns(&words[2 * blockIdx.x + half], lane, size, readers, [=] { __syncwarp(mask); }) !=
                expected(lane, readers))
            atomicAdd(wrong, 1);
}

// The other lanes have returned. CUDA allows a mask that names them.
__global__ void exited(int *words, int live, int *wrong)
{
    __shared__ int shared;
    int lane = threadIdx.x;
    if (lane >= live)
        return;
    for (int readers = 1; readers <= live; readers += 2)
        if (take_turns(&shared, lane, live, readers, [] { __syncwarp(); }) != expected(lane, readers) ||
            take_turns(&words[blockIdx.x], lane, live, readers, [] { __syncwarp(); }) != expected(lane, readers))
            atomicAdd(wrong, 1);
}

__global__ void coalesced(int *words, int *wrong)
{
    __shared__ int shared[threads / 32];
    if (threadIdx.x % 3 == 1) {
        cg::coalesced_group group = cg::coalesced_threads();
        int size = group.size(), lane = group.thread_rank(), warp = threadIdx.x / 32;
        int readers = size / 2;
        if (take_turns(&shared[warp], lane, size, readers, [&] { group.sync(); }) != expected(lane, readers) ||
            take_turns(&words[2 * blockIdx.x + warp], lane, size, readers, [&] { group.sync(); }) !=
                expected(lane, readers))
            atomicAdd(wrong, 1);
    }
}

int main()
{
    device_array<int> words(blocks * threads), wrong(1, zeros);
    tiles<4><<<blocks, threads>>>(words, wrong);
    tiles<8><<<blocks, threads>>>(words, wrong);
    tiles<16><<<blocks, threads>>>(words, wrong);
    tiles<32><<<blocks, threads>>>(words, wrong);
    masks<<<blocks, threads>>>(words, wrong);
    for (int live = 1; live < 32; live += 6)
        exited<<<blocks, 32>>>(words, live, wrong);
    coalesced<<<blocks, threads>>>(words, wrong);
    return check(wrong, 0);
}
