// SPDX-License-Identifier: MIT
// One value from those of all threads of a tile or a coalesced group. The operations come in the order in which
// NVIDIA's headers do them, so that sums of float are the same.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define _COOPERATIVE_GROUPS_REDUCE_H // programs ask for this

#include "../cpu_device/letters_hidden.h"

#include "scan.h"

namespace cooperative_groups
{
namespace details
{
template <unsigned int Size, class Parent, class T, class Function>
__device__ __forceinline__ T reduced(const thread_block_tile<Size, Parent> &group, T value, Function &operation,
                                     const char *file, int line)
{
    if constexpr (Size > 32) {
        static_assert(sizeof(T) <= 8, "tiles of more than 32 threads pass values of at most 8 bytes");
        typename large_reduction<Size, T, Function>::input mine = {value, &operation};
        cpu_device_tile_meet(Size, large_reduction<Size, T, Function>::work, &mine, file, line);
        return mine.value;
    } else
        for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
            value = operation(value, group.shfl_xor(value, distance, file, line));
    return value;
}

template <class T, class Function> __device__ __forceinline__ T reduced(const coalesced_group &group, T value,
                                                                        Function &operation, const char *file, int line)
{
    if (group.size() < 32)
        return group.shfl(scanned(group, value, operation, file, line), group.size() - 1, file, line);
    for (unsigned int distance = 16; distance > 0; distance /= 2)
        value = operation(value, group.shfl(value, group.thread_rank() ^ distance, file, line));
    return value;
}
} // namespace details

// All threads of the group get the result.
template <class Group, class T, class Function>
__device__ __forceinline__ auto reduce(const Group &group, T &&value, Function &&operation, CPU_DEVICE_PLACE)
    -> decltype(operation(value, value))
{
    details::check_values<Group, details::plain<T>, decltype(operation(value, value))>();
    return details::reduced(group, (details::plain<T>)value, operation, file, line);
}

// One thread of the group stores the result. The others may go on before it has.
template <class Group, class To, class T, class Function> __device__ __forceinline__ void
reduce_store_async(const Group &group, To *to, T &&value, Function &&operation, CPU_DEVICE_PLACE)
{
    To result = reduce(group, value, operation, file, line);
    if (group.thread_rank() == 0)
        *to = result;
}
} // namespace cooperative_groups

#include "../cpu_device/letters_shown.h"
