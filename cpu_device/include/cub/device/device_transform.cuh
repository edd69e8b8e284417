// SPDX-License-Identifier: MIT
// Stores what a function makes of each element of an array: a thread for each.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <class Input, class Output, class Function>
__global__ void device_transform(Input in, Output out, long long n, Function f)
{
    long long i = grid_thread();
    if (i < n)
        assign(out[i], f(in[i]));
}

template <class T, class = void> inline constexpr bool is_iterator = false;
template <class T> inline constexpr bool is_iterator<T, std::void_t<value_of<T>>> = true;
} // namespace own

struct DeviceTransform {
    template <class Input, class Output, class NumItems, class Function> static cudaError_t
    Transform(Input input, Output output, NumItems num_items, Function transform_op, CPU_DEVICE_CUB_STREAM)
    {
        static_assert(own::is_iterator<Input>,
                      "the CPU device's cub::DeviceTransform has one input: make one of several with "
                      "thrust::zip_iterator");
        if (num_items > 0)
            CPU_DEVICE_CUB_LAUNCH(own::blocks_for((long long)num_items), 256,
                                  own::device_transform(input, output, (long long)num_items, transform_op));
        return cpu_device_last_error();
    }
    template <class Input, class Output, class NumItems, class Function>
    static cudaError_t Transform(CPU_DEVICE_CUB_TEMP, Input input, Output output, NumItems num_items,
                                 Function transform_op, CPU_DEVICE_CUB_STREAM)
    {
        CPU_DEVICE_CUB_NEED(size_t(1));
        return Transform(input, output, num_items, transform_op, stream, file, line);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
