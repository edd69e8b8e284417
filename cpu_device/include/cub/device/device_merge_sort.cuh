// SPDX-License-Identifier: MIT
// Sorts by a comparison; here all sorts are stable.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device_sort.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
// From `in` to `out`, which may be the same.
template <class Keys, class Values, class KeysOut, class ValuesOut, class Compare, class Key, class Value>
__global__ void device_merge_sort(char *storage, size_t bytes, Keys keys, Values values, KeysOut keys_out,
                                  ValuesOut values_out, long long n, Compare compare, pairs<Key, Value> a,
                                  pairs<Key, Value> b)
{
    constexpr bool with_values = !std::is_same_v<Value, NullType>;
    claim(storage, bytes);
    for (long long i = 0; i < n; ++i) {
        a.keys[i] = keys[i];
        if constexpr (with_values)
            a.values[i] = values[i];
    }
    for (long long width = 1; width < n; width *= 2) {
        for (long long begin = 0; begin < n; begin += 2 * width) {
            long long middle = begin + width < n ? begin + width : n, end = middle + width < n ? middle + width : n;
            for (long long i = begin, j = middle, to = begin; to < end; ++to) {
                bool second = i == middle || (j < end && compare(a.keys[j], a.keys[i]));
                take(b, to, a, second ? j++ : i++);
            }
        }
        pairs<Key, Value> merged = b;
        b = a;
        a = merged;
    }
    for (long long i = 0; i < n; ++i) {
        assign(keys_out[i], a.keys[i]);
        if constexpr (with_values)
            assign(values_out[i], a.values[i]);
    }
}
} // namespace own

struct DeviceMergeSort {
#define CPU_DEVICE_SORT(Prefix)                                                                                        \
    template <class Keys, class Offset, class Compare> static cudaError_t Prefix##Keys(                                \
        CPU_DEVICE_CUB_TEMP, Keys d_keys, Offset num_items, Compare compare, CPU_DEVICE_CUB_STREAM)                    \
    {                                                                                                                  \
        NullType *none = nullptr;                                                                                      \
        return sort(d_temp_storage, temp_storage_bytes, d_keys, none, d_keys, none, num_items, compare, stream, file,  \
                    line);                                                                                             \
    }                                                                                                                  \
    template <class Keys, class KeysOut, class Offset, class Compare>                                                  \
    static cudaError_t Prefix##KeysCopy(CPU_DEVICE_CUB_TEMP, Keys d_input_keys, KeysOut d_output_keys,                 \
                                        Offset num_items, Compare compare, CPU_DEVICE_CUB_STREAM)                      \
    {                                                                                                                  \
        NullType *none = nullptr;                                                                                      \
        return sort(d_temp_storage, temp_storage_bytes, d_input_keys, none, d_output_keys, none, num_items, compare,   \
                    stream, file, line);                                                                               \
    }                                                                                                                  \
    template <class Keys, class Values, class Offset, class Compare> static cudaError_t Prefix##Pairs(                 \
        CPU_DEVICE_CUB_TEMP, Keys d_keys, Values d_items, Offset num_items, Compare compare, CPU_DEVICE_CUB_STREAM)    \
    {                                                                                                                  \
        return sort(d_temp_storage, temp_storage_bytes, d_keys, d_items, d_keys, d_items, num_items, compare, stream,  \
                    file, line);                                                                                       \
    }
    CPU_DEVICE_SORT(Sort)
    CPU_DEVICE_SORT(StableSort)
#undef CPU_DEVICE_SORT
    template <class Keys, class Values, class KeysOut, class ValuesOut, class Offset, class Compare>
    static cudaError_t SortPairsCopy(CPU_DEVICE_CUB_TEMP, Keys d_input_keys, Values d_input_items,
                                     KeysOut d_output_keys, ValuesOut d_output_items, Offset num_items, Compare compare,
                                     CPU_DEVICE_CUB_STREAM)
    {
        return sort(d_temp_storage, temp_storage_bytes, d_input_keys, d_input_items, d_output_keys, d_output_items,
                    num_items, compare, stream, file, line);
    }

  private:
    template <class Keys, class Values, class KeysOut, class ValuesOut, class Compare>
    static cudaError_t sort(CPU_DEVICE_CUB_TEMP, Keys keys, Values values, KeysOut keys_out, ValuesOut values_out,
                            long long n, Compare compare, cudaStream_t stream, const char *file, int line)
    {
        using Key = own::value_of<Keys>;
        using Value = own::value_of<Values>;
        own::spare_room<Key, Value> room(n), more(n);
        size_t first = room.all.bytes(), bytes = first + more.all.bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        if (n == 0)
            return cudaSuccess;
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_merge_sort(static_cast<char *>(d_temp_storage), bytes, keys, values, keys_out,
                                                     values_out, n, compare, room.in(d_temp_storage),
                                                     more.in(static_cast<char *>(d_temp_storage) + first)));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
