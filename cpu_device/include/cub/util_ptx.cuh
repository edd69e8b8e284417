// SPDX-License-Identifier: MIT
// Shuffles of values of any type that can be copied byte by byte.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "util_type.cuh"

#include "../cpu_device/letters_hidden.h"

namespace cub
{
template <int LogicalThreads, class T>
CPU_DEVICE_CUB T ShuffleUp(const T &input, int offset, int first_lane, unsigned mask, CPU_DEVICE_PLACE)
{
    int lane = LaneId(), begin = lane / LogicalThreads * LogicalThreads + first_lane;
    return own::shuffle(mask, input, lane - offset >= begin ? lane - offset : lane, file, line);
}
template <int LogicalThreads, class T>
CPU_DEVICE_CUB T ShuffleDown(const T &input, int offset, int last_lane, unsigned mask, CPU_DEVICE_PLACE)
{
    int lane = LaneId(), end = lane / LogicalThreads * LogicalThreads + last_lane;
    return own::shuffle(mask, input, lane + offset <= end ? lane + offset : lane, file, line);
}
template <int LogicalThreads, class T>
CPU_DEVICE_CUB T ShuffleIndex(const T &input, int source, unsigned mask, CPU_DEVICE_PLACE)
{
    int begin = LaneId() / LogicalThreads * LogicalThreads;
    return own::shuffle(mask, input, begin + source, file, line);
}
} // namespace cub

#include "../cpu_device/letters_shown.h"
