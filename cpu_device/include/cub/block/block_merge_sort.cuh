// SPDX-License-Identifier: MIT
// Sorts the items of a block by a comparison; equal keys keep their order. Thread 0 ranks all of them, and they move
// through TempStorage to their places.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "block_radix_sort.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class Key, int BlockX, int Items, class Value = NullType, int BlockY = 1, int BlockZ = 1> class BlockMergeSort
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    using ranking = own::ranking<Key, threads, Items>;
    using exchange_keys = BlockExchange<Key, BlockX, Items, false, BlockY, BlockZ>;
    using exchange_values = BlockExchange<Value, BlockX, Items, false, BlockY, BlockZ>;
    union storage {
        typename ranking::storage ranking_storage;
        typename exchange_keys::TempStorage keys;
        typename exchange_values::TempStorage values;
    };
    CPU_DEVICE_CUB_COLLECTIVE(BlockMergeSort)

    // Where `valid` is given, the keys after so many become `last`, which no key may come after.
#define CPU_DEVICE_SORT(name)                                                                                          \
    template <class Compare> CPU_DEVICE_CUB void name(Key(&keys)[Items], Compare compare, CPU_DEVICE_PLACE)            \
    {                                                                                                                  \
        sort(keys, static_cast<NullType *>(nullptr), compare, file, line);                                             \
    }                                                                                                                  \
    template <class Compare>                                                                                           \
    CPU_DEVICE_CUB void name(Key(&keys)[Items], Compare compare, int valid, Key last, CPU_DEVICE_PLACE)                \
    {                                                                                                                  \
        fill(keys, valid, last);                                                                                       \
        sort(keys, static_cast<NullType *>(nullptr), compare, file, line);                                             \
    }                                                                                                                  \
    template <class Compare>                                                                                           \
    CPU_DEVICE_CUB void name(Key(&keys)[Items], Value(&values)[Items], Compare compare, CPU_DEVICE_PLACE)              \
    {                                                                                                                  \
        sort(keys, &values, compare, file, line);                                                                      \
    }                                                                                                                  \
    template <class Compare> CPU_DEVICE_CUB void name(Key(&keys)[Items], Value(&values)[Items], Compare compare,       \
                                                      int valid, Key last, CPU_DEVICE_PLACE)                           \
    {                                                                                                                  \
        fill(keys, valid, last);                                                                                       \
        sort(keys, &values, compare, file, line);                                                                      \
    }
    CPU_DEVICE_SORT(Sort)
    CPU_DEVICE_SORT(StableSort)
#undef CPU_DEVICE_SORT

  private:
    CPU_DEVICE_CUB void fill(Key (&keys)[Items], int valid, const Key &last)
    {
        for (int i = 0; i < Items; ++i)
            if (thread_ * Items + i >= valid)
                keys[i] = last;
    }

    template <class Values, class Compare> CPU_DEVICE_CUB void sort(Key (&keys)[Items], [[maybe_unused]] Values *values,
                                                                    Compare compare, const char *file, int line)
    {
        int ranks[Items];
        ranking::run(
            storage_.ranking_storage, thread_, keys, ranks,
            [=](const Key *all, typename ranking::rank *rank_of) { by_merging(all, rank_of, compare); }, file, line);
        exchange_keys(storage_.keys).ScatterToBlocked(keys, ranks, file, line);
        if constexpr (!std::is_same_v<Values, NullType>) {
            cpu_device_collective(threads, file, line);
            exchange_values(storage_.values).ScatterToBlocked(*values, ranks, file, line);
        }
    }

    template <class Rank, class Compare>
    static __device__ void by_merging(const Key *keys, Rank *rank_of, Compare compare)
    {
        constexpr int count = threads * Items;
        Rank order[count], merged[count];
        for (int i = 0; i < count; ++i)
            order[i] = (Rank)i;
        for (int width = 1; width < count; width *= 2) {
            for (int begin = 0; begin < count; begin += 2 * width) {
                int middle = begin + width < count ? begin + width : count;
                int end = middle + width < count ? middle + width : count;
                for (int a = begin, b = middle, to = begin; to < end; ++to)
                    merged[to] =
                        a == middle || (b < end && compare(keys[order[b]], keys[order[a]])) ? order[b++] : order[a++];
            }
            for (int i = 0; i < count; ++i)
                order[i] = merged[i];
        }
        for (int i = 0; i < count; ++i)
            rank_of[order[i]] = (Rank)i;
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
