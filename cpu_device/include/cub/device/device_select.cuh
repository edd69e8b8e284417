// SPDX-License-Identifier: MIT
// The elements of an array that are flagged, that a condition holds for, or that differ from the one before them, in
// their order, and how many these are.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
// Conditions, of the place and the value there.
template <class Flags> struct flagged {
    Flags flags;
    template <class T> CPU_DEVICE_CUB bool operator()(long long i, const T &)
    {
        return (bool)flags[i];
    }
};
template <class Select> struct satisfying {
    Select select;
    template <class T> CPU_DEVICE_CUB bool operator()(long long, const T &value)
    {
        return (bool)select(value);
    }
};
template <class Flags, class Select> struct flag_satisfying {
    Flags flags;
    Select select;
    template <class T> CPU_DEVICE_CUB bool operator()(long long i, const T &)
    {
        return (bool)select(flags[i]);
    }
};

template <class Input, class Output, class Selected, class Condition> __global__ void
device_select(char *storage, size_t bytes, Input in, Output out, Selected selected, long long n, Condition condition)
{
    claim(storage, bytes);
    long long count = 0;
    for (long long i = 0; i < n; ++i) {
        value_of<Input> value = in[i];
        if (condition(i, value))
            assign(out[count++], value);
    }
    assign(*selected, count);
}
// Selects the first key of each run of equal keys, with its value.
template <class Keys, class Values, class KeysOut, class ValuesOut, class Selected, class Equal>
__global__ void device_unique(char *storage, size_t bytes, Keys keys, Values values, KeysOut keys_out,
                              ValuesOut values_out, Selected selected, long long n, Equal equal)
{
    claim(storage, bytes);
    long long count = 0;
    value_of<Keys> before = value_of<Keys>();
    for (long long i = 0; i < n; ++i) {
        value_of<Keys> key = keys[i];
        if (i == 0 || !equal(before, key)) {
            if constexpr (!std::is_same_v<Values, NullType>)
                assign(values_out[count], (value_of<Values>)values[i]);
            assign(keys_out[count++], key);
        }
        before = key;
    }
    assign(*selected, count);
}
} // namespace own

struct DeviceSelect {
    template <class Input, class Flags, class Output, class Selected>
    static cudaError_t Flagged(CPU_DEVICE_CUB_TEMP, Input d_in, Flags d_flags, Output d_out,
                               Selected d_num_selected_out, int64_t num_items, CPU_DEVICE_CUB_STREAM)
    {
        return select(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                      own::flagged<Flags>{d_flags}, stream, file, line);
    }
    template <class Data, class Flags, class Selected>
    static cudaError_t Flagged(CPU_DEVICE_CUB_TEMP, Data d_data, Flags d_flags, Selected d_num_selected_out,
                               int64_t num_items, CPU_DEVICE_CUB_STREAM)
    {
        return select(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                      own::flagged<Flags>{d_flags}, stream, file, line);
    }
    template <class Input, class Output, class Selected, class Select>
    static cudaError_t If(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, Selected d_num_selected_out, int64_t num_items,
                          Select select_op, CPU_DEVICE_CUB_STREAM)
    {
        return select(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                      own::satisfying<Select>{select_op}, stream, file, line);
    }
    template <class Data, class Selected, class Select>
    static cudaError_t If(CPU_DEVICE_CUB_TEMP, Data d_data, Selected d_num_selected_out, int64_t num_items,
                          Select select_op, CPU_DEVICE_CUB_STREAM)
    {
        return select(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                      own::satisfying<Select>{select_op}, stream, file, line);
    }
    template <class Input, class Flags, class Output, class Selected, class Select>
    static cudaError_t FlaggedIf(CPU_DEVICE_CUB_TEMP, Input d_in, Flags d_flags, Output d_out,
                                 Selected d_num_selected_out, int64_t num_items, Select select_op,
                                 CPU_DEVICE_CUB_STREAM)
    {
        return select(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                      own::flag_satisfying<Flags, Select>{d_flags, select_op}, stream, file, line);
    }
    template <class Data, class Flags, class Selected, class Select>
    static cudaError_t FlaggedIf(CPU_DEVICE_CUB_TEMP, Data d_data, Flags d_flags, Selected d_num_selected_out,
                                 int64_t num_items, Select select_op, CPU_DEVICE_CUB_STREAM)
    {
        return select(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                      own::flag_satisfying<Flags, Select>{d_flags, select_op}, stream, file, line);
    }
    template <class Input, class Output, class Selected>
    static cudaError_t Unique(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, Selected d_num_selected_out,
                              int64_t num_items, CPU_DEVICE_CUB_STREAM)
    {
        return unique(d_temp_storage, temp_storage_bytes, d_in, NullType(), d_out, NullType(), d_num_selected_out,
                      num_items, own::equal_to(), stream, file, line);
    }
    template <class Keys, class Values, class KeysOut, class ValuesOut, class Selected, class NumItems, class Equal,
              class = std::enable_if_t<!std::is_convertible_v<Equal, cudaStream_t>>>
    static cudaError_t UniqueByKey(CPU_DEVICE_CUB_TEMP, Keys d_keys_in, Values d_values_in, KeysOut d_keys_out,
                                   ValuesOut d_values_out, Selected d_num_selected_out, NumItems num_items, Equal equal,
                                   CPU_DEVICE_CUB_STREAM)
    {
        return unique(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_keys_out, d_values_out,
                      d_num_selected_out, num_items, equal, stream, file, line);
    }
    template <class Keys, class Values, class KeysOut, class ValuesOut, class Selected, class NumItems>
    static cudaError_t UniqueByKey(CPU_DEVICE_CUB_TEMP, Keys d_keys_in, Values d_values_in, KeysOut d_keys_out,
                                   ValuesOut d_values_out, Selected d_num_selected_out, NumItems num_items,
                                   CPU_DEVICE_CUB_STREAM)
    {
        return unique(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_keys_out, d_values_out,
                      d_num_selected_out, num_items, own::equal_to(), stream, file, line);
    }

  private:
    template <class Input, class Output, class Selected, class Condition>
    static cudaError_t select(CPU_DEVICE_CUB_TEMP, Input in, Output out, Selected selected, long long n,
                              Condition condition, cudaStream_t stream, const char *file, int line)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        CPU_DEVICE_CUB_LAUNCH(
            1, 1, own::device_select(static_cast<char *>(d_temp_storage), bytes, in, out, selected, n, condition));
        return cpu_device_last_error();
    }
    template <class Keys, class Values, class KeysOut, class ValuesOut, class Selected, class Equal>
    static cudaError_t unique(CPU_DEVICE_CUB_TEMP, Keys keys, Values values, KeysOut keys_out, ValuesOut values_out,
                              Selected selected, long long n, Equal equal, cudaStream_t stream, const char *file,
                              int line)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_unique(static_cast<char *>(d_temp_storage), bytes, keys, values, keys_out,
                                                 values_out, selected, n, equal));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
