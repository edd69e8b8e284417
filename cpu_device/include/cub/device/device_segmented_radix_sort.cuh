// SPDX-License-Identifier: MIT
// Sorts each segment of an array of numbers by itself; equal keys keep their order.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device_sort.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <bool descending, class Key, class Value, class Begins, class Ends>
cudaError_t sort_segments(CPU_DEVICE_CUB_TEMP, const Key *keys_in, Key *keys_out, const Value *values_in,
                          Value *values_out, long long n, long long segments, Begins begins, Ends ends, int begin_bit,
                          int end_bit, cudaStream_t stream, const char *file, int line)
{
    spare_room<Key, Value> room(n);
    CPU_DEVICE_CUB_NEED(room.all.bytes());
    if (n == 0 || segments == 0)
        return cudaSuccess;
    no_overlap(keys_in, keys_out, n, file, line);
    no_overlap(values_in, values_out, n, file, line);
    pairs<const Key, const Value> in{keys_in, values_in};
    pairs<Key, Value> out{keys_out, values_out};
    CPU_DEVICE_CUB_LAUNCH(blocks_for(segments), 256,
                          device_segmented_sort<descending>(static_cast<char *>(d_temp_storage), room.all.bytes(), in,
                                                            out, room.in(d_temp_storage), segments, begins, ends,
                                                            begin_bit, end_bit));
    return cpu_device_last_error();
}
} // namespace own

struct DeviceSegmentedRadixSort {
#define CPU_DEVICE_SORT(Order, descending)                                                                             \
    template <class Key, class Begins, class Ends>                                                                     \
    static cudaError_t SortKeys##Order(CPU_DEVICE_CUB_TEMP, const Key *d_keys_in, Key *d_keys_out, int num_items,      \
                                       int num_segments, Begins d_begin_offsets, Ends d_end_offsets,                   \
                                       int begin_bit = 0, int end_bit = sizeof(Key) * 8, CPU_DEVICE_CUB_STREAM)        \
    {                                                                                                                  \
        NullType *none = nullptr;                                                                                      \
        return own::sort_segments<descending>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,               \
                                              (const NullType *)none, none, num_items, num_segments, d_begin_offsets,  \
                                              d_end_offsets, begin_bit, end_bit, stream, file, line);                  \
    }                                                                                                                  \
    template <class Key, class Value, class Begins, class Ends> static cudaError_t SortPairs##Order(                   \
        CPU_DEVICE_CUB_TEMP, const Key *d_keys_in, Key *d_keys_out, const Value *d_values_in, Value *d_values_out,     \
        int num_items, int num_segments, Begins d_begin_offsets, Ends d_end_offsets, int begin_bit = 0,                \
        int end_bit = sizeof(Key) * 8, CPU_DEVICE_CUB_STREAM)                                                          \
    {                                                                                                                  \
        return own::sort_segments<descending>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in,  \
                                              d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets,   \
                                              begin_bit, end_bit, stream, file, line);                                 \
    }
    CPU_DEVICE_SORT(, false)
    CPU_DEVICE_SORT(Descending, true)
#undef CPU_DEVICE_SORT
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
