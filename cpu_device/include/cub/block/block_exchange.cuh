// SPDX-License-Identifier: MIT
// Moves the items of a block's threads from one arrangement to another: blocked, where a thread has neighbouring items;
// striped, where neighbouring threads have them; striped within each warp.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class T, int BlockX, int Items, bool /*WarpTimeSlicing*/ = false, int BlockY = 1, int BlockZ = 1>
class BlockExchange
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    using storage = own::room<T, threads * Items>;
    CPU_DEVICE_CUB_COLLECTIVE(BlockExchange)

#define CPU_DEVICE_EXCHANGE(name, put, wait, get)                                                                      \
    template <class Output> CPU_DEVICE_CUB void name(const T(&input)[Items], Output(&output)[Items], CPU_DEVICE_PLACE) \
    {                                                                                                                  \
        for (int i = 0; i < Items; ++i)                                                                                \
            storage_.values()[put(i)] = input[i];                                                                      \
        wait;                                                                                                          \
        for (int i = 0; i < Items; ++i)                                                                                \
            output[i] = storage_.values()[get(i)];                                                                     \
    }                                                                                                                  \
    CPU_DEVICE_CUB void name(T(&items)[Items], CPU_DEVICE_PLACE)                                                       \
    {                                                                                                                  \
        name(items, items, file, line);                                                                                \
    }
    CPU_DEVICE_EXCHANGE(StripedToBlocked, striped, cpu_device_collective(threads, file, line), blocked)
    CPU_DEVICE_EXCHANGE(BlockedToStriped, blocked, cpu_device_collective(threads, file, line), striped)
    CPU_DEVICE_EXCHANGE(WarpStripedToBlocked, warp_striped, __syncwarp(~0u, file, line), blocked)
    CPU_DEVICE_EXCHANGE(BlockedToWarpStriped, blocked, __syncwarp(~0u, file, line), warp_striped)
#undef CPU_DEVICE_EXCHANGE

    // Each item goes to the place that its rank says.
    template <class Output, class Rank> CPU_DEVICE_CUB void
    ScatterToBlocked(const T (&input)[Items], Output (&output)[Items], Rank (&ranks)[Items], CPU_DEVICE_PLACE)
    {
        for (int i = 0; i < Items; ++i)
            storage_.values()[ranks[i]] = input[i];
        cpu_device_collective(threads, file, line);
        for (int i = 0; i < Items; ++i)
            output[i] = storage_.values()[blocked(i)];
    }
    template <class Rank>
    CPU_DEVICE_CUB void ScatterToBlocked(T (&items)[Items], Rank (&ranks)[Items], CPU_DEVICE_PLACE)
    {
        ScatterToBlocked(items, items, ranks, file, line);
    }
    template <class Output, class Rank> CPU_DEVICE_CUB void
    ScatterToStriped(const T (&input)[Items], Output (&output)[Items], Rank (&ranks)[Items], CPU_DEVICE_PLACE)
    {
        for (int i = 0; i < Items; ++i)
            storage_.values()[ranks[i]] = input[i];
        cpu_device_collective(threads, file, line);
        for (int i = 0; i < Items; ++i)
            output[i] = storage_.values()[striped(i)];
    }
    template <class Rank>
    CPU_DEVICE_CUB void ScatterToStriped(T (&items)[Items], Rank (&ranks)[Items], CPU_DEVICE_PLACE)
    {
        ScatterToStriped(items, items, ranks, file, line);
    }

  private:
    CPU_DEVICE_CUB int blocked(int i)
    {
        return thread_ * Items + i;
    }
    CPU_DEVICE_CUB int striped(int i)
    {
        return i * threads + thread_;
    }
    CPU_DEVICE_CUB int warp_striped(int i)
    {
        int first = thread_ / 32 * 32, lanes = threads - first < 32 ? threads - first : 32;
        return first * Items + i * lanes + thread_ - first;
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
