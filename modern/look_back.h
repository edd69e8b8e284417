// SPDX-License-Identifier: MIT
// look_back.h: how a block learns the sum of all tiles before its own without waiting for a whole queue of blocks.
//
// Each block publishes two sums: at once that of its own tile, and later that of all tiles up to it. A block that looks
// back adds up sums of single tiles until it finds one of the second kind. A sum and its kind fit into one word of 64
// bits, which is always read whole: a relaxed atomic is enough (one_word). In words of their own (three_words), the
// kind says that the sum has been stored, so it needs release and acquire.
//
// Blocks must take their tiles in the order in which they start; then a block waits only for blocks that have started.
#pragma once

#include <cooperative_groups/reduce.h>
#include <cuda/atomic>

using warp_of_block = cooperative_groups::thread_block_tile<32, cooperative_groups::thread_block>;
template <class T> using shared_by_blocks = cuda::atomic_ref<T, cuda::thread_scope_device>;

enum kind { nothing, own_sum, sum_so_far }; // what a block has published; nothing is 0

struct one_word {
    unsigned long long word; // the kind, and below it the sum

    __device__ void publish(kind now, unsigned sum)
    {
        shared_by_blocks<unsigned long long>(word).store((0ull + now) << 32 | sum, cuda::memory_order_relaxed);
    }

    __device__ kind look(unsigned *sum)
    {
        unsigned long long now = shared_by_blocks<unsigned long long>(word).load(cuda::memory_order_relaxed);
        *sum = (unsigned)now;
        return (kind)(now >> 32);
    }
};

template <cuda::memory_order to_publish, cuda::memory_order to_look> struct three_words {
    unsigned published;
    unsigned sums[2]; // one for each kind: others may still read the first when the second is stored

    __device__ void publish(kind now, unsigned sum)
    {
        sums[now - 1] = sum;
        shared_by_blocks<unsigned>(published).store(now, to_publish);
    }

    __device__ kind look(unsigned *sum)
    {
        kind now = (kind)shared_by_blocks<unsigned>(published).load(to_look);
        *sum = now == nothing ? 0 : sums[now - 1];
        return now;
    }
};

// The sum of all tiles before this one. The warp looks at 32 of them at once, the nearest in lane 0.
template <class State> __device__ unsigned look_back(const warp_of_block &warp, State *states, int tile)
{
    int lane = warp.thread_rank();
    int other = tile - 1 - lane;
    unsigned sum = 0;
    while (true) {
        kind now = sum_so_far; // before the first tile, where it is 0
        unsigned value = 0;
        if (other >= 0) {
            do
                now = states[other].look(&value);
            while (now == nothing); // its block has started, because it took its tile before this one
        }

        unsigned ends = warp.ballot(now == sum_so_far);
        int last = ends != 0 ? __ffs(ends) - 1 : 31;
        sum += cooperative_groups::reduce(warp, lane <= last ? value : 0, cooperative_groups::plus<unsigned>());
        if (ends != 0)
            return sum;
        other -= 32;
    }
}
