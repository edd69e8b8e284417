// SPDX-License-Identifier: MIT
// Sorts numbers by their bits; equal keys keep their order.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device_sort.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
struct DeviceRadixSort {
#define CPU_DEVICE_SORT(Order, descending)                                                                             \
    template <class Key, class NumItems>                                                                               \
    static cudaError_t SortKeys##Order(CPU_DEVICE_CUB_TEMP, const Key *d_keys_in, Key *d_keys_out, NumItems num_items, \
                                       int begin_bit = 0, int end_bit = sizeof(Key) * 8, CPU_DEVICE_CUB_STREAM)        \
    {                                                                                                                  \
        NullType *none = nullptr;                                                                                      \
        return copied<descending>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, (const NullType *)none,   \
                                  none, num_items, begin_bit, end_bit, stream, file, line);                            \
    }                                                                                                                  \
    template <class Key, class Value, class NumItems> static cudaError_t SortPairs##Order(                             \
        CPU_DEVICE_CUB_TEMP, const Key *d_keys_in, Key *d_keys_out, const Value *d_values_in, Value *d_values_out,     \
        NumItems num_items, int begin_bit = 0, int end_bit = sizeof(Key) * 8, CPU_DEVICE_CUB_STREAM)                   \
    {                                                                                                                  \
        return copied<descending>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in,              \
                                  d_values_out, num_items, begin_bit, end_bit, stream, file, line);                    \
    }                                                                                                                  \
    template <class Key, class NumItems>                                                                               \
    static cudaError_t SortKeys##Order(CPU_DEVICE_CUB_TEMP, DoubleBuffer<Key> &d_keys, NumItems num_items,             \
                                       int begin_bit = 0, int end_bit = sizeof(Key) * 8, CPU_DEVICE_CUB_STREAM)        \
    {                                                                                                                  \
        DoubleBuffer<NullType> none;                                                                                   \
        return to_and_fro<descending>(d_temp_storage, temp_storage_bytes, d_keys, none, num_items, begin_bit, end_bit, \
                                      stream, file, line);                                                             \
    }                                                                                                                  \
    template <class Key, class Value, class NumItems> static cudaError_t SortPairs##Order(                             \
        CPU_DEVICE_CUB_TEMP, DoubleBuffer<Key> &d_keys, DoubleBuffer<Value> &d_values, NumItems num_items,             \
        int begin_bit = 0, int end_bit = sizeof(Key) * 8, CPU_DEVICE_CUB_STREAM)                                       \
    {                                                                                                                  \
        return to_and_fro<descending>(d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items, begin_bit,      \
                                      end_bit, stream, file, line);                                                    \
    }
    CPU_DEVICE_SORT(, false)
    CPU_DEVICE_SORT(Descending, true)
#undef CPU_DEVICE_SORT

  private:
    template <bool descending, class Key, class Value>
    static cudaError_t copied(CPU_DEVICE_CUB_TEMP, const Key *keys_in, Key *keys_out, const Value *values_in,
                              Value *values_out, long long n, int begin_bit, int end_bit, cudaStream_t stream,
                              const char *file, int line)
    {
        own::spare_room<Key, Value> room(n);
        CPU_DEVICE_CUB_NEED(room.all.bytes());
        if (n == 0)
            return cudaSuccess;
        own::no_overlap(keys_in, keys_out, n, file, line);
        own::no_overlap(values_in, values_out, n, file, line);
        own::pairs<const Key, const Value> in{keys_in, values_in};
        own::pairs<Key, Value> out{keys_out, values_out};
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_radix_sort<descending>(static_cast<char *>(d_temp_storage), room.all.bytes(),
                                                                 in, out, room.in(d_temp_storage), n, begin_bit,
                                                                 end_bit));
        return cpu_device_last_error();
    }
    template <bool descending, class Key, class Value>
    static cudaError_t to_and_fro(CPU_DEVICE_CUB_TEMP, DoubleBuffer<Key> &keys, DoubleBuffer<Value> &values,
                                  long long n, int begin_bit, int end_bit, cudaStream_t stream, const char *file,
                                  int line)
    {
        own::spare_room<Key, Value> room(n, false);
        CPU_DEVICE_CUB_NEED(room.all.bytes());
        if (n == 0)
            return cudaSuccess;
        own::pairs<const Key, const Value> in{keys.Current(), values.Current()};
        own::pairs<Key, Value> here{keys.Current(), values.Current()}, there{keys.Alternate(), values.Alternate()};
        bool moves = (end_bit - begin_bit + 7) / 8 % 2 != 0;
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_radix_sort<descending>(static_cast<char *>(d_temp_storage), room.all.bytes(),
                                                                 in, moves ? there : here, moves ? here : there, n,
                                                                 begin_bit, end_bit));
        keys.selector ^= moves;
        values.selector ^= moves;
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
