// SPDX-License-Identifier: MIT
// Calls a function for each element of an array, or each number: a thread for each.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <class Size, class Function> __global__ void device_bulk(Size n, Function f)
{
    Size i = (Size)grid_thread();
    if (grid_thread() < (long long)n)
        f(i);
}
template <bool copied, class Iterator, class Function>
__global__ void device_for_each(Iterator first, long long n, Function f)
{
    long long i = grid_thread();
    if (i >= n)
        return;
    if constexpr (copied) {
        value_of<Iterator> value = first[i];
        f(value);
    } else {
        f(first[i]);
    }
}
} // namespace own

struct DeviceFor {
    template <class Size, class Function> static cudaError_t Bulk(Size shape, Function op, CPU_DEVICE_CUB_STREAM)
    {
        if (shape > 0)
            CPU_DEVICE_CUB_LAUNCH(own::blocks_for((long long)shape), 256, own::device_bulk(shape, op));
        return cpu_device_last_error();
    }
    template <class Iterator, class Size, class Function>
    static cudaError_t ForEachN(Iterator first, Size num_items, Function op, CPU_DEVICE_CUB_STREAM)
    {
        return each<false>(first, num_items, op, stream, file, line);
    }
    template <class Iterator, class Function>
    static cudaError_t ForEach(Iterator first, Iterator last, Function op, CPU_DEVICE_CUB_STREAM)
    {
        return each<false>(first, last - first, op, stream, file, line);
    }
    template <class Iterator, class Size, class Function>
    static cudaError_t ForEachCopyN(Iterator first, Size num_items, Function op, CPU_DEVICE_CUB_STREAM)
    {
        return each<true>(first, num_items, op, stream, file, line);
    }
    template <class Iterator, class Function>
    static cudaError_t ForEachCopy(Iterator first, Iterator last, Function op, CPU_DEVICE_CUB_STREAM)
    {
        return each<true>(first, last - first, op, stream, file, line);
    }

    // With temporary storage, which none of them needs.
    template <class Size, class Function>
    static cudaError_t Bulk(CPU_DEVICE_CUB_TEMP, Size shape, Function op, CPU_DEVICE_CUB_STREAM)
    {
        CPU_DEVICE_CUB_NEED(size_t(1));
        return Bulk(shape, op, stream, file, line);
    }
    template <class Iterator, class Size, class Function>
    static cudaError_t ForEachN(CPU_DEVICE_CUB_TEMP, Iterator first, Size num_items, Function op, CPU_DEVICE_CUB_STREAM)
    {
        CPU_DEVICE_CUB_NEED(size_t(1));
        return ForEachN(first, num_items, op, stream, file, line);
    }
    template <class Iterator, class Function>
    static cudaError_t ForEach(CPU_DEVICE_CUB_TEMP, Iterator first, Iterator last, Function op, CPU_DEVICE_CUB_STREAM)
    {
        CPU_DEVICE_CUB_NEED(size_t(1));
        return ForEach(first, last, op, stream, file, line);
    }

  private:
    template <bool copied, class Iterator, class Function>
    static cudaError_t each(Iterator first, long long n, Function op, cudaStream_t stream, const char *file, int line)
    {
        if (n > 0)
            CPU_DEVICE_CUB_LAUNCH(own::blocks_for(n), 256, own::device_for_each<copied>(first, n, op));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
