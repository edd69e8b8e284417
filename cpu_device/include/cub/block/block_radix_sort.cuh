// SPDX-License-Identifier: MIT
// Sorts the items of a block by the bits of their keys; equal keys keep their order. Thread 0 ranks all of them, and
// they move through TempStorage to their places.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/radix.cuh"
#include "block_exchange.cuh"
#include "block_scan.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
// The ranks of a block's items, by one thread: room in TempStorage that keys, then ranks go through.
template <class Key, int threads, int Items> struct ranking {
    static constexpr int count = threads * Items;
    using rank = std::conditional_t<(count > 65536), uint32_t, uint16_t>;
    union storage {
        room<Key, count> keys;
        room<rank, count> ranks;
    };

    // rank_all(keys, ranks) is called by thread 0.
    template <class RankAll> CPU_DEVICE_CUB static void run(storage &shared, int thread, Key (&keys)[Items],
                                                            int (&ranks)[Items], RankAll rank_all, const char *file,
                                                            int line)
    {
        for (int i = 0; i < Items; ++i)
            shared.keys.values()[thread * Items + i] = keys[i];
        cpu_device_collective(threads, file, line);
        if (thread == 0) {
            rank of_item[count];
            rank_all(shared.keys.values(), of_item);
            for (int i = 0; i < count; ++i)
                shared.ranks.values()[i] = of_item[i];
        }
        cpu_device_collective(threads, file, line);
        for (int i = 0; i < Items; ++i)
            ranks[i] = shared.ranks.values()[thread * Items + i];
        cpu_device_collective(threads, file, line);
    }
};
} // namespace own

template <class Key, int BlockX, int Items, class Value = NullType, int /*RadixBits*/ = 4, bool /*MemoizeOuter*/ = true,
          BlockScanAlgorithm /*InnerScan*/ = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig /*Config*/ = cudaSharedMemBankSizeFourByte, int BlockY = 1, int BlockZ = 1>
class BlockRadixSort
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
    CPU_DEVICE_CUB_COLLECTIVE(BlockRadixSort)

#define CPU_DEVICE_SORT(name, descending, striped)                                                                     \
    CPU_DEVICE_CUB void name(Key(&keys)[Items], int begin_bit = 0, int end_bit = sizeof(Key) * 8, CPU_DEVICE_PLACE)    \
    {                                                                                                                  \
        sort<descending, striped>(keys, static_cast<NullType *>(nullptr), begin_bit, end_bit, file, line);             \
    }                                                                                                                  \
    CPU_DEVICE_CUB void name(Key(&keys)[Items], Value(&values)[Items], int begin_bit = 0,                              \
                             int end_bit = sizeof(Key) * 8, CPU_DEVICE_PLACE)                                          \
    {                                                                                                                  \
        sort<descending, striped>(keys, &values, begin_bit, end_bit, file, line);                                      \
    }
    CPU_DEVICE_SORT(Sort, false, false)
    CPU_DEVICE_SORT(SortDescending, true, false)
    CPU_DEVICE_SORT(SortBlockedToStriped, false, true)
    CPU_DEVICE_SORT(SortDescendingBlockedToStriped, true, true)
#undef CPU_DEVICE_SORT

  private:
    template <bool descending, bool striped, class Values> CPU_DEVICE_CUB void
    sort(Key (&keys)[Items], [[maybe_unused]] Values *values, int begin_bit, int end_bit, const char *file, int line)
    {
        int ranks[Items];
        ranking::run(
            storage_.ranking_storage, thread_, keys, ranks,
            [=](const Key *all, typename ranking::rank *rank_of) {
                by_digits<descending>(all, rank_of, begin_bit, end_bit);
            },
            file, line);
        move<striped>(exchange_keys(storage_.keys), keys, ranks, file, line);
        if constexpr (!std::is_same_v<Values, NullType>) {
            cpu_device_collective(threads, file, line);
            move<striped>(exchange_values(storage_.values), *values, ranks, file, line);
        }
    }

    // Eight bits a turn, from the lowest: the items of each digit in the order that they have so far.
    template <bool descending, class Rank>
    static __device__ void by_digits(const Key *keys, Rank *rank_of, int begin_bit, int end_bit)
    {
        constexpr int count = threads * Items;
        own::radix_bits<Key> digits[count];
        Rank order[count], next[count];
        for (int i = 0; i < count; ++i) {
            digits[i] = own::digits_of<descending>(keys[i], begin_bit, end_bit);
            order[i] = (Rank)i;
        }
        for (int bit = 0; bit < end_bit - begin_bit; bit += 8) {
            int place[257] = {};
            for (int i = 0; i < count; ++i)
                ++place[(digits[i] >> bit & 255) + 1];
            for (int digit = 0; digit < 256; ++digit)
                place[digit + 1] += place[digit];
            for (int i = 0; i < count; ++i)
                next[place[digits[order[i]] >> bit & 255]++] = order[i];
            for (int i = 0; i < count; ++i)
                order[i] = next[i];
        }
        for (int i = 0; i < count; ++i)
            rank_of[order[i]] = (Rank)i;
    }

    template <bool striped, class Exchange, class T> CPU_DEVICE_CUB static void
    move(Exchange exchange, T (&items)[Items], int (&ranks)[Items], const char *file, int line)
    {
        if (striped)
            exchange.ScatterToStriped(items, ranks, file, line);
        else
            exchange.ScatterToBlocked(items, ranks, file, line);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
