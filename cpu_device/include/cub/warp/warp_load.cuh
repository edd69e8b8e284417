// SPDX-License-Identifier: MIT
// Loads the items of a warp: `valid` of them, where that is given.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "warp_exchange.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };

template <class T, int Items, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int LogicalThreads = 32> class WarpLoad
{
    static constexpr bool transposes = Algorithm == WARP_LOAD_TRANSPOSE;
    static_assert((LogicalThreads & (LogicalThreads - 1)) == 0, "LogicalThreads must be a power of two");
    using exchange = WarpExchange<T, Items, LogicalThreads>;
    struct no_storage {
    };
    using storage = std::conditional_t<transposes, typename exchange::TempStorage, no_storage>;
    storage &storage_;
    int lane_;

  public:
    using TempStorage = own::uninitialized<storage>;

    CPU_DEVICE_CUB WarpLoad(TempStorage &temp) : storage_(temp.Alias()), lane_(LaneId() % LogicalThreads) {}

    template <class Iterator> CPU_DEVICE_CUB void Load(Iterator from, T (&items)[Items], CPU_DEVICE_PLACE)
    {
        Load(from, items, LogicalThreads * Items, file, line);
    }
    template <class Iterator> CPU_DEVICE_CUB void Load(Iterator from, T (&items)[Items], int valid, CPU_DEVICE_PLACE)
    {
        for (int i = 0; i < Items; ++i)
            if (place(i) < valid)
                items[i] = from[place(i)];
        if constexpr (transposes)
            exchange(storage_).StripedToBlocked(items, items, file, line);
    }
    template <class Iterator, class Default>
    CPU_DEVICE_CUB void Load(Iterator from, T (&items)[Items], int valid, Default value, CPU_DEVICE_PLACE)
    {
        for (int i = 0; i < Items; ++i)
            items[i] = value;
        Load(from, items, valid, file, line);
    }

  private:
    CPU_DEVICE_CUB int place(int i)
    {
        bool striped = Algorithm == WARP_LOAD_STRIPED || transposes;
        return striped ? i * LogicalThreads + lane_ : lane_ * Items + i;
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
