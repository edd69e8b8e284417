// SPDX-License-Identifier: MIT
// Stores the items of a warp: `valid` of them, where that is given.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "warp_exchange.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <class T, int Items, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int LogicalThreads = 32> class WarpStore
{
    static constexpr bool transposes = Algorithm == WARP_STORE_TRANSPOSE;
    static_assert((LogicalThreads & (LogicalThreads - 1)) == 0, "LogicalThreads must be a power of two");
    using exchange = WarpExchange<T, Items, LogicalThreads>;
    struct no_storage {
    };
    using storage = std::conditional_t<transposes, typename exchange::TempStorage, no_storage>;
    storage &storage_;
    int lane_;

  public:
    using TempStorage = own::uninitialized<storage>;

    CPU_DEVICE_CUB WarpStore(TempStorage &temp) : storage_(temp.Alias()), lane_(LaneId() % LogicalThreads) {}

    template <class Iterator> CPU_DEVICE_CUB void Store(Iterator to, T (&items)[Items], CPU_DEVICE_PLACE)
    {
        Store(to, items, LogicalThreads * Items, file, line);
    }
    template <class Iterator> CPU_DEVICE_CUB void Store(Iterator to, T (&items)[Items], int valid, CPU_DEVICE_PLACE)
    {
        if constexpr (transposes)
            exchange(storage_).BlockedToStriped(items, items, file, line);
        for (int i = 0; i < Items; ++i)
            if (place(i) < valid)
                to[place(i)] = items[i];
    }

  private:
    CPU_DEVICE_CUB int place(int i)
    {
        bool striped = Algorithm == WARP_STORE_STRIPED || transposes;
        return striped ? i * LogicalThreads + lane_ : lane_ * Items + i;
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
