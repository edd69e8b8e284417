// SPDX-License-Identifier: MIT
// Combines each element of an array with the one before it, or after it; the first, or last, is copied.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <bool left, class Input, class Output, class Difference> __global__ void
device_adjacent_difference(char *storage, size_t bytes, Input in, Output out, long long n, Difference difference)
{
    claim(storage, bytes);
    value_of<Input> other = value_of<Input>();
    for (long long turn = 0; turn < n; ++turn) { // input and output may be the same
        long long i = left ? turn : n - 1 - turn;
        value_of<Input> value = in[i];
        if (turn == 0)
            assign(out[i], value);
        else
            assign(out[i], difference(value, other));
        other = value;
    }
}
using minus = ::cpu_device::functors::for_std::minus<>;
} // namespace own

struct DeviceAdjacentDifference {
#define CPU_DEVICE_DIFFERENCE(Side, left)                                                                              \
    template <class Input, class Output, class Difference = own::minus, class NumItems = uint32_t>                     \
    static cudaError_t Side##Copy(CPU_DEVICE_CUB_TEMP, Input d_input, Output d_output, NumItems num_items,             \
                                  Difference difference = {}, CPU_DEVICE_CUB_STREAM)                                   \
    {                                                                                                                  \
        return apply<left>(d_temp_storage, temp_storage_bytes, d_input, d_output, num_items, difference, stream, file, \
                           line);                                                                                      \
    }                                                                                                                  \
    template <class Data, class Difference = own::minus, class NumItems = uint32_t> static cudaError_t Side(           \
        CPU_DEVICE_CUB_TEMP, Data d_data, NumItems num_items, Difference difference = {}, CPU_DEVICE_CUB_STREAM)       \
    {                                                                                                                  \
        return apply<left>(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, difference, stream, file,    \
                           line);                                                                                      \
    }
    CPU_DEVICE_DIFFERENCE(SubtractLeft, true)
    CPU_DEVICE_DIFFERENCE(SubtractRight, false)
#undef CPU_DEVICE_DIFFERENCE

  private:
    template <bool left, class Input, class Output, class Difference>
    static cudaError_t apply(CPU_DEVICE_CUB_TEMP, Input in, Output out, long long n, Difference difference,
                             cudaStream_t stream, const char *file, int line)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        if (n == 0)
            return cudaSuccess;
        CPU_DEVICE_CUB_LAUNCH(
            1, 1,
            own::device_adjacent_difference<left>(static_cast<char *>(d_temp_storage), bytes, in, out, n, difference));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
