// SPDX-License-Identifier: MIT
// One value from each segment of an array: a thread for each.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "device_reduce.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <bool with_init, class T, class Input, class Output, class Begins, class Ends, class Operator, class Init>
__global__ void device_segmented_reduce(char *storage, size_t bytes, Input in, Output out, long long segments,
                                        Begins begins, Ends ends, Operator op, Init init)
{
    long long segment = grid_thread();
    if (segment == 0)
        claim(storage, bytes);
    if (segment >= segments)
        return;
    long long i = begins[segment], end = ends[segment];
    if (i >= end) {
        assign(out[segment], init);
        return;
    }
    Input items = in + i; // places count from the begin of the segment
    cpu_device::tree_sum<T> sum;
    for (long long j = 0; j < end - i; ++j)
        sum.add(items[j], op);
    assign(out[segment], with_init ? (T)op(init, sum.total(op)) : sum.total(op));
}

// The places of ArgIndexInputIterator count from the begin of each segment.
template <class Input> struct indexed_segments {
    using value_type = KeyValuePair<int, value_of<Input>>;
    using difference_type = ptrdiff_t;
    using pointer = value_type *;
    using reference = value_type;
    using iterator_category = std::random_access_iterator_tag;
    Input in;
    CPU_DEVICE_CUB indexed_segments operator+(long long n) const
    {
        return {in + n};
    }
    CPU_DEVICE_CUB value_type operator[](long long i) const
    {
        return value_type((int)i, in[i]);
    }
};
} // namespace own

struct DeviceSegmentedReduce {
    template <class Input, class Output, class Begins, class Ends, class Operator, class T>
    static cudaError_t Reduce(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int64_t num_segments,
                              Begins d_begin_offsets, Ends d_end_offsets, Operator op, T initial_value,
                              CPU_DEVICE_CUB_STREAM)
    {
        using A = own::accumulator<Operator, own::value_of<Input>, T>;
        return reduce<true, A>(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
                               d_end_offsets, op, initial_value, stream, file, line);
    }
    template <class Input, class Output, class Begins, class Ends>
    static cudaError_t Sum(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int64_t num_segments, Begins d_begin_offsets,
                           Ends d_end_offsets, CPU_DEVICE_CUB_STREAM)
    {
        using T = own::output_value_of<Output, own::value_of<Input>>;
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets,
                      own::plus(), T{}, stream, file, line);
    }
    template <class Input, class Output, class Begins, class Ends>
    static cudaError_t Min(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int64_t num_segments, Begins d_begin_offsets,
                           Ends d_end_offsets, CPU_DEVICE_CUB_STREAM)
    {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets,
                      own::minimum(), std::numeric_limits<own::value_of<Input>>::max(), stream, file, line);
    }
    template <class Input, class Output, class Begins, class Ends>
    static cudaError_t Max(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int64_t num_segments, Begins d_begin_offsets,
                           Ends d_end_offsets, CPU_DEVICE_CUB_STREAM)
    {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets,
                      own::maximum(), std::numeric_limits<own::value_of<Input>>::lowest(), stream, file, line);
    }
    // KeyValuePairs of the place in the segment, and the value; of a segment with no items 1 and the type's limit.
    template <class Input, class Output, class Begins, class Ends>
    static cudaError_t ArgMin(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int64_t num_segments,
                              Begins d_begin_offsets, Ends d_end_offsets, CPU_DEVICE_CUB_STREAM)
    {
        using Pair = KeyValuePair<int, own::value_of<Input>>;
        return reduce<false, Pair>(d_temp_storage, temp_storage_bytes, own::indexed_segments<Input>{d_in}, d_out,
                                   num_segments, d_begin_offsets, d_end_offsets, cub::ArgMin(),
                                   Pair(1, std::numeric_limits<own::value_of<Input>>::max()), stream, file, line);
    }
    template <class Input, class Output, class Begins, class Ends>
    static cudaError_t ArgMax(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int64_t num_segments,
                              Begins d_begin_offsets, Ends d_end_offsets, CPU_DEVICE_CUB_STREAM)
    {
        using Pair = KeyValuePair<int, own::value_of<Input>>;
        return reduce<false, Pair>(d_temp_storage, temp_storage_bytes, own::indexed_segments<Input>{d_in}, d_out,
                                   num_segments, d_begin_offsets, d_end_offsets, cub::ArgMax(),
                                   Pair(1, std::numeric_limits<own::value_of<Input>>::lowest()), stream, file, line);
    }

  private:
    template <bool with_init, class T, class Input, class Output, class Begins, class Ends, class Operator, class Init>
    static cudaError_t reduce(CPU_DEVICE_CUB_TEMP, Input in, Output out, int64_t segments, Begins begins, Ends ends,
                              Operator op, Init init, cudaStream_t stream, const char *file, int line)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        if (segments <= 0)
            return cudaSuccess;
        CPU_DEVICE_CUB_LAUNCH(own::blocks_for(segments), 256,
                              own::device_segmented_reduce<with_init, T>(static_cast<char *>(d_temp_storage), bytes, in,
                                                                         out, segments, begins, ends, op, init));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
