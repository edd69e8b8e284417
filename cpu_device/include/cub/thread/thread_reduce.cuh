// SPDX-License-Identifier: MIT
// One value from a thread's own items, from the first to the last.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "thread_operators.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class T, int Items, class Operator>
CPU_DEVICE_CUB own::accumulator<Operator, T> ThreadReduce(const T (&input)[Items], Operator op)
{
    own::accumulator<Operator, T> result = input[0];
    for (int i = 1; i < Items; ++i)
        result = op(result, input[i]);
    return result;
}
template <class T, int Items, class Operator, class Prefix>
CPU_DEVICE_CUB own::accumulator<Operator, T, Prefix> ThreadReduce(const T (&input)[Items], Operator op, Prefix prefix)
{
    own::accumulator<Operator, T, Prefix> result = prefix;
    for (int i = 0; i < Items; ++i)
        result = op(result, input[i]);
    return result;
}
} // namespace cub

#include "../../cpu_device/letters_shown.h"
