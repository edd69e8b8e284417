// SPDX-License-Identifier: MIT
// Stores the items of a block: `valid` of them, where that is given.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "block_exchange.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
#define CPU_DEVICE_STORE(name, parameters, place)                                                                      \
    template <CPU_DEVICE_EXPAND parameters class T, int Items, class Iterator>                                         \
    CPU_DEVICE_CUB void name(int thread, Iterator to, T(&items)[Items])                                                \
    {                                                                                                                  \
        for (int i = 0; i < Items; ++i)                                                                                \
            to[place] = items[i];                                                                                      \
    }                                                                                                                  \
    template <CPU_DEVICE_EXPAND parameters class T, int Items, class Iterator>                                         \
    CPU_DEVICE_CUB void name(int thread, Iterator to, T(&items)[Items], int valid)                                     \
    {                                                                                                                  \
        for (int i = 0; i < Items; ++i)                                                                                \
            if (place < valid)                                                                                         \
                to[place] = items[i];                                                                                  \
    }
#define CPU_DEVICE_EXPAND(...) __VA_ARGS__
CPU_DEVICE_STORE(StoreDirectBlocked, (), thread *Items + i)
CPU_DEVICE_STORE(StoreDirectStriped, (int Threads, ), i *Threads + thread)
CPU_DEVICE_STORE(StoreDirectWarpStriped, (), thread / 32 * 32 * Items + i * 32 + thread % 32)
#undef CPU_DEVICE_EXPAND
#undef CPU_DEVICE_STORE

template <class T, int Items> CPU_DEVICE_CUB void StoreDirectBlockedVectorized(int thread, T *to, T (&items)[Items])
{
    StoreDirectBlocked(thread, to, items);
}

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED // here without slices
};

template <class T, int BlockX, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int BlockY = 1,
          int BlockZ = 1>
class BlockStore
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    static constexpr bool transposes = Algorithm >= BLOCK_STORE_TRANSPOSE;
    static_assert(Algorithm < BLOCK_STORE_WARP_TRANSPOSE || threads % 32 == 0,
                  "BLOCK_STORE_WARP_TRANSPOSE needs whole warps");
    using exchange = BlockExchange<T, BlockX, Items, false, BlockY, BlockZ>;
    struct no_storage {
    };
    using storage = std::conditional_t<transposes, typename exchange::TempStorage, no_storage>;
    CPU_DEVICE_CUB_COLLECTIVE(BlockStore)

    // The items of the thread are rearranged on the way.
    template <class Iterator> CPU_DEVICE_CUB void Store(Iterator to, T (&items)[Items], CPU_DEVICE_PLACE)
    {
        transpose(items, file, line);
        direct(to, items);
    }
    template <class Iterator> CPU_DEVICE_CUB void Store(Iterator to, T (&items)[Items], int valid, CPU_DEVICE_PLACE)
    {
        transpose(items, file, line);
        direct(to, items, valid);
    }

  private:
    template <class Iterator, class... Valid> CPU_DEVICE_CUB void direct(Iterator to, T (&items)[Items], Valid... valid)
    {
        if constexpr (Algorithm == BLOCK_STORE_STRIPED || Algorithm == BLOCK_STORE_TRANSPOSE)
            StoreDirectStriped<threads>(thread_, to, items, valid...);
        else if constexpr (transposes)
            StoreDirectWarpStriped(thread_, to, items, valid...);
        else
            StoreDirectBlocked(thread_, to, items, valid...);
    }
    CPU_DEVICE_CUB void transpose([[maybe_unused]] T (&items)[Items], [[maybe_unused]] const char *file,
                                  [[maybe_unused]] int line)
    {
        if constexpr (Algorithm == BLOCK_STORE_TRANSPOSE)
            exchange(storage_).BlockedToStriped(items, file, line);
        else if constexpr (transposes)
            exchange(storage_).BlockedToWarpStriped(items, file, line);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
