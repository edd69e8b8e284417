// SPDX-License-Identifier: MIT
// Loads the items of a block: `valid` of them, where that is given; the others stay as they are, or get a default.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "block_exchange.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
// The ways to share items out: Items is how many a thread has.
#define CPU_DEVICE_LOAD(name, parameters, place)                                                                       \
    template <CPU_DEVICE_EXPAND parameters class T, int Items, class Iterator>                                         \
    CPU_DEVICE_CUB void name(int thread, Iterator from, T(&items)[Items])                                              \
    {                                                                                                                  \
        for (int i = 0; i < Items; ++i)                                                                                \
            items[i] = from[place];                                                                                    \
    }                                                                                                                  \
    template <CPU_DEVICE_EXPAND parameters class T, int Items, class Iterator>                                         \
    CPU_DEVICE_CUB void name(int thread, Iterator from, T(&items)[Items], int valid)                                   \
    {                                                                                                                  \
        for (int i = 0; i < Items; ++i)                                                                                \
            if (place < valid)                                                                                         \
                items[i] = from[place];                                                                                \
    }                                                                                                                  \
    template <CPU_DEVICE_EXPAND parameters class T, class Default, int Items, class Iterator>                          \
    CPU_DEVICE_CUB void name(int thread, Iterator from, T(&items)[Items], int valid, Default value)                    \
    {                                                                                                                  \
        for (int i = 0; i < Items; ++i)                                                                                \
            items[i] = value;                                                                                          \
        for (int i = 0; i < Items; ++i)                                                                                \
            if (place < valid)                                                                                         \
                items[i] = from[place];                                                                                \
    }
#define CPU_DEVICE_EXPAND(...) __VA_ARGS__
CPU_DEVICE_LOAD(LoadDirectBlocked, (), thread *Items + i)
CPU_DEVICE_LOAD(LoadDirectStriped, (int Threads, ), i *Threads + thread)
CPU_DEVICE_LOAD(LoadDirectWarpStriped, (), thread / 32 * 32 * Items + i * 32 + thread % 32)
#undef CPU_DEVICE_EXPAND
#undef CPU_DEVICE_LOAD

template <class T, int Items> CPU_DEVICE_CUB void LoadDirectBlockedVectorized(int thread, T *from, T (&items)[Items])
{
    LoadDirectBlocked(thread, from, items);
}

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED // here without slices
};

template <class T, int BlockX, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int BlockY = 1,
          int BlockZ = 1>
class BlockLoad
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    static constexpr bool transposes = Algorithm >= BLOCK_LOAD_TRANSPOSE;
    static_assert(Algorithm < BLOCK_LOAD_WARP_TRANSPOSE || threads % 32 == 0,
                  "BLOCK_LOAD_WARP_TRANSPOSE needs whole warps");
    using exchange = BlockExchange<T, BlockX, Items, false, BlockY, BlockZ>;
    struct no_storage {
    };
    using storage = std::conditional_t<transposes, typename exchange::TempStorage, no_storage>;
    CPU_DEVICE_CUB_COLLECTIVE(BlockLoad)

    template <class Iterator> CPU_DEVICE_CUB void Load(Iterator from, T (&items)[Items], CPU_DEVICE_PLACE)
    {
        direct(from, items);
        transpose(items, file, line);
    }
    template <class Iterator> CPU_DEVICE_CUB void Load(Iterator from, T (&items)[Items], int valid, CPU_DEVICE_PLACE)
    {
        direct(from, items, valid);
        transpose(items, file, line);
    }
    template <class Iterator, class Default>
    CPU_DEVICE_CUB void Load(Iterator from, T (&items)[Items], int valid, Default value, CPU_DEVICE_PLACE)
    {
        direct(from, items, valid, value);
        transpose(items, file, line);
    }

  private:
    template <class Iterator, class... Valid>
    CPU_DEVICE_CUB void direct(Iterator from, T (&items)[Items], Valid... valid)
    {
        if constexpr (Algorithm == BLOCK_LOAD_STRIPED || Algorithm == BLOCK_LOAD_TRANSPOSE)
            LoadDirectStriped<threads>(thread_, from, items, valid...);
        else if constexpr (transposes)
            LoadDirectWarpStriped(thread_, from, items, valid...);
        else
            LoadDirectBlocked(thread_, from, items, valid...);
    }
    CPU_DEVICE_CUB void transpose([[maybe_unused]] T (&items)[Items], [[maybe_unused]] const char *file,
                                  [[maybe_unused]] int line)
    {
        if constexpr (Algorithm == BLOCK_LOAD_TRANSPOSE)
            exchange(storage_).StripedToBlocked(items, file, line);
        else if constexpr (transposes)
            exchange(storage_).WarpStripedToBlocked(items, file, line);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
