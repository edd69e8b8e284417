// SPDX-License-Identifier: MIT
// Moves the items of a warp's threads from one arrangement to another: blocked, where a thread has neighbouring items;
// striped, where neighbouring threads have them.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
enum WarpExchangeAlgorithm {
    WARP_EXCHANGE_SMEM,
    WARP_EXCHANGE_SHUFFLE // here the same
};

template <class T, int Items, int LogicalThreads = 32, WarpExchangeAlgorithm = WARP_EXCHANGE_SMEM> class WarpExchange
{
    static_assert((LogicalThreads & (LogicalThreads - 1)) == 0, "LogicalThreads must be a power of two");
    using storage = own::room<T, LogicalThreads * Items>;
    storage &storage_;
    int lane_;
    unsigned mask_;

  public:
    using TempStorage = own::uninitialized<storage>;

    CPU_DEVICE_CUB explicit WarpExchange(TempStorage &temp)
        : storage_(temp.Alias()), lane_(LaneId() % LogicalThreads),
          mask_(WarpMask<LogicalThreads>(LaneId() / LogicalThreads))
    {
    }

    template <class Output>
    CPU_DEVICE_CUB void BlockedToStriped(const T (&input)[Items], Output (&output)[Items], CPU_DEVICE_PLACE)
    {
        for (int i = 0; i < Items; ++i)
            storage_.values()[lane_ * Items + i] = input[i];
        __syncwarp(mask_, file, line);
        for (int i = 0; i < Items; ++i)
            output[i] = storage_.values()[i * LogicalThreads + lane_];
    }
    template <class Output>
    CPU_DEVICE_CUB void StripedToBlocked(const T (&input)[Items], Output (&output)[Items], CPU_DEVICE_PLACE)
    {
        for (int i = 0; i < Items; ++i)
            storage_.values()[i * LogicalThreads + lane_] = input[i];
        __syncwarp(mask_, file, line);
        for (int i = 0; i < Items; ++i)
            output[i] = storage_.values()[lane_ * Items + i];
    }
    template <class Output, class Rank> CPU_DEVICE_CUB void
    ScatterToStriped(const T (&input)[Items], Output (&output)[Items], Rank (&ranks)[Items], CPU_DEVICE_PLACE)
    {
        for (int i = 0; i < Items; ++i)
            storage_.values()[ranks[i]] = input[i];
        __syncwarp(mask_, file, line);
        for (int i = 0; i < Items; ++i)
            output[i] = storage_.values()[i * LogicalThreads + lane_];
    }
    template <class Rank>
    CPU_DEVICE_CUB void ScatterToStriped(T (&items)[Items], Rank (&ranks)[Items], CPU_DEVICE_PLACE)
    {
        ScatterToStriped(items, items, ranks, file, line);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
