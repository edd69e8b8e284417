// SPDX-License-Identifier: MIT
// Sums, or what else a function makes of two values, over the threads of a tile or a coalesced group up to each.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define _COOPERATIVE_GROUPS_SCAN_H // programs ask for this

#include "../cpu_device/letters_hidden.h"

#include "../cooperative_groups.h"

namespace cooperative_groups
{
namespace details
{
template <class Group, class T, class Result> constexpr void check_values()
{
    static_assert(is_in_warp<Group> || is_large_tile<Group>,
                  "only tiles and coalesced groups put values together: make tiles of the block");
    static_assert(std::is_same_v<T, plain<Result>>, "the function must return what it is given");
}

template <class Group, class T, class Function>
__device__ __forceinline__ T scanned(const Group &group, T value, Function &operation, const char *file, int line)
{
    if constexpr (is_large_tile<Group>) {
        static_assert(sizeof(T) <= 8, "tiles of more than 32 threads pass values of at most 8 bytes");
        typename large_scan<Group::size(), T, Function>::input mine = {value, &operation};
        cpu_device_tile_meet(Group::size(), large_scan<Group::size(), T, Function>::work, &mine, file, line);
        return mine.value;
    } else
        for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
            T before = group.shfl_up(value, distance, file, line);
            if (distance <= group.thread_rank())
                value = operation(value, before);
        }
    return value;
}
} // namespace details

// With the thread's own value.
template <class Group, class T, class Function>
__device__ __forceinline__ auto inclusive_scan(const Group &group, T &&value, Function &&operation, CPU_DEVICE_PLACE)
    -> decltype(operation(value, value))
{
    details::check_values<Group, details::plain<T>, decltype(operation(value, value))>();
    return details::scanned(group, (details::plain<T>)value, operation, file, line);
}

template <class Group, class T>
__device__ __forceinline__ details::plain<T> inclusive_scan(const Group &group, T &&value, CPU_DEVICE_PLACE)
{
    return inclusive_scan(group, value, plus<details::plain<T>>(), file, line);
}

// Without it. The first thread gets T(), whatever the function is.
template <class Group, class T, class Function>
__device__ __forceinline__ auto exclusive_scan(const Group &group, T &&value, Function &&operation, CPU_DEVICE_PLACE)
    -> decltype(operation(value, value))
{
    using value_type = details::plain<T>;
    value_type result = inclusive_scan(group, value, operation, file, line);
    if constexpr (details::is_large_tile<Group>)
        result = group.shfl(result, group.thread_rank() - 1, file, line);
    else
        result = group.shfl_up(result, 1, file, line);
    return group.thread_rank() == 0 ? value_type() : result;
}

template <class Group, class T>
__device__ __forceinline__ details::plain<T> exclusive_scan(const Group &group, T &&value, CPU_DEVICE_PLACE)
{
    return exclusive_scan(group, value, plus<details::plain<T>>(), file, line);
}
} // namespace cooperative_groups

#include "../cpu_device/letters_shown.h"
