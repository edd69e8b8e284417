// SPDX-License-Identifier: MIT
// Sorts each segment of an array of numbers by itself; here all sorts are stable.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "device_segmented_radix_sort.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
struct DeviceSegmentedSort {
#define CPU_DEVICE_SORT(Keys, Pairs, descending)                                                                       \
    template <class Key, class Begins, class Ends>                                                                     \
    static cudaError_t Keys(CPU_DEVICE_CUB_TEMP, const Key *d_keys_in, Key *d_keys_out, int64_t num_items,             \
                            int64_t num_segments, Begins d_begin_offsets, Ends d_end_offsets, CPU_DEVICE_CUB_STREAM)   \
    {                                                                                                                  \
        NullType *none = nullptr;                                                                                      \
        return own::sort_segments<descending>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,               \
                                              (const NullType *)none, none, num_items, num_segments, d_begin_offsets,  \
                                              d_end_offsets, 0, (int)sizeof(Key) * 8, stream, file, line);             \
    }                                                                                                                  \
    template <class Key, class Value, class Begins, class Ends> static cudaError_t Pairs(                              \
        CPU_DEVICE_CUB_TEMP, const Key *d_keys_in, Key *d_keys_out, const Value *d_values_in, Value *d_values_out,     \
        int64_t num_items, int64_t num_segments, Begins d_begin_offsets, Ends d_end_offsets, CPU_DEVICE_CUB_STREAM)    \
    {                                                                                                                  \
        return own::sort_segments<descending>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in,  \
                                              d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets,   \
                                              0, (int)sizeof(Key) * 8, stream, file, line);                            \
    }
    CPU_DEVICE_SORT(SortKeys, SortPairs, false)
    CPU_DEVICE_SORT(SortKeysDescending, SortPairsDescending, true)
    CPU_DEVICE_SORT(StableSortKeys, StableSortPairs, false)
    CPU_DEVICE_SORT(StableSortKeysDescending, StableSortPairsDescending, true)
#undef CPU_DEVICE_SORT
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
