// SPDX-License-Identifier: MIT
// The runs of equal elements of an array: each element and how often, or where the runs are that are longer than one.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <bool encode, class Input, class First, class Lengths, class Runs> __global__ void
device_runs(char *storage, size_t bytes, Input in, First first_out, Lengths lengths, Runs runs_out, long long n)
{
    claim(storage, bytes);
    long long runs = 0;
    for (long long i = 0, end; i < n; i = end) {
        value_of<Input> value = in[i];
        for (end = i + 1; end < n && (value_of<Input>)in[end] == value;)
            ++end;
        if (!encode && end - i == 1)
            continue;
        if constexpr (encode)
            assign(first_out[runs], value);
        else
            assign(first_out[runs], i);
        assign(lengths[runs], end - i);
        ++runs;
    }
    assign(*runs_out, runs);
}
} // namespace own

struct DeviceRunLengthEncode {
    template <class Input, class Unique, class Lengths, class Runs>
    static cudaError_t Encode(CPU_DEVICE_CUB_TEMP, Input d_in, Unique d_unique_out, Lengths d_counts_out,
                              Runs d_num_runs_out, int num_items, CPU_DEVICE_CUB_STREAM)
    {
        return runs<true>(d_temp_storage, temp_storage_bytes, d_in, d_unique_out, d_counts_out, d_num_runs_out,
                          num_items, stream, file, line);
    }
    template <class Input, class Offsets, class Lengths, class Runs>
    static cudaError_t NonTrivialRuns(CPU_DEVICE_CUB_TEMP, Input d_in, Offsets d_offsets_out, Lengths d_lengths_out,
                                      Runs d_num_runs_out, int num_items, CPU_DEVICE_CUB_STREAM)
    {
        return runs<false>(d_temp_storage, temp_storage_bytes, d_in, d_offsets_out, d_lengths_out, d_num_runs_out,
                           num_items, stream, file, line);
    }

  private:
    template <bool encode, class Input, class First, class Lengths, class Runs>
    static cudaError_t runs(CPU_DEVICE_CUB_TEMP, Input in, First first, Lengths lengths, Runs runs_out, long long n,
                            cudaStream_t stream, const char *file, int line)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        CPU_DEVICE_CUB_LAUNCH(
            1, 1,
            own::device_runs<encode>(static_cast<char *>(d_temp_storage), bytes, in, first, lengths, runs_out, n));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
