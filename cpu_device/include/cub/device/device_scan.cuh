// SPDX-License-Identifier: MIT
// For each element of an array what stands before it, or up to it; also within each run of equal keys. Input and output
// may be the same.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <class Init> struct init_value {
    using type = Init;
};
template <class T, class Iterator> struct init_value<FutureValue<T, Iterator>> {
    using type = T;
};

template <bool inclusive, bool has_init, class T, class Input, class Output, class Operator, class Init>
__global__ void device_scan(char *storage, size_t bytes, Input in, Output out, Operator op, Init init, long long n)
{
    claim(storage, bytes);
    typename init_value<Init>::type first = init;
    cpu_device::tree_sum<T> sum;
    if (has_init)
        sum.add(first, op);
    for (long long i = 0; i < n; ++i) {
        value_of<Input> value = in[i];
        if (!inclusive)
            assign(out[i], sum.total(op));
        sum.add(value, op);
        if (inclusive)
            assign(out[i], sum.total(op));
    }
}
template <bool inclusive, class T, class Keys, class Input, class Output, class Operator, class Init, class Equal>
__global__ void device_scan_by_key(char *storage, size_t bytes, Keys keys, Input in, Output out, Operator op, Init init,
                                   long long n, Equal equal)
{
    claim(storage, bytes);
    cpu_device::tree_sum<T> sum;
    value_of<Keys> before = value_of<Keys>();
    for (long long i = 0; i < n; ++i) {
        value_of<Keys> key = keys[i];
        value_of<Input> value = in[i];
        if (i == 0 || !equal(before, key)) {
            sum.begin();
            if (!inclusive)
                sum.add(init, op);
        }
        if (!inclusive)
            assign(out[i], sum.total(op));
        sum.add(value, op);
        if (inclusive)
            assign(out[i], sum.total(op));
        before = key;
    }
}
} // namespace own

struct DeviceScan {
    template <class Input, class Output, class NumItems> static cudaError_t
    ExclusiveSum(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return scan<false, true>(d_temp_storage, temp_storage_bytes, d_in, d_out, own::plus(), own::value_of<Input>{},
                                 num_items, stream, file, line);
    }
    template <class Data, class NumItems>
    static cudaError_t ExclusiveSum(CPU_DEVICE_CUB_TEMP, Data d_data, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return ExclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, stream, file, line);
    }
    template <class Input, class Output, class Operator, class Init, class NumItems>
    static cudaError_t ExclusiveScan(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, Operator op, Init init,
                                     NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return scan<false, true>(d_temp_storage, temp_storage_bytes, d_in, d_out, op, init, num_items, stream, file,
                                 line);
    }
    template <class Data, class Operator, class Init, class NumItems> static cudaError_t
    ExclusiveScan(CPU_DEVICE_CUB_TEMP, Data d_data, Operator op, Init init, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return scan<false, true>(d_temp_storage, temp_storage_bytes, d_data, d_data, op, init, num_items, stream, file,
                                 line);
    }
    template <class Input, class Output, class NumItems> static cudaError_t
    InclusiveSum(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return InclusiveScan(d_temp_storage, temp_storage_bytes, d_in, d_out, own::plus(), num_items, stream, file,
                             line);
    }
    template <class Data, class NumItems>
    static cudaError_t InclusiveSum(CPU_DEVICE_CUB_TEMP, Data d_data, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return InclusiveScan(d_temp_storage, temp_storage_bytes, d_data, d_data, own::plus(), num_items, stream, file,
                             line);
    }
    template <class Input, class Output, class Operator, class NumItems> static cudaError_t
    InclusiveScan(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, Operator op, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return scan<true, false>(d_temp_storage, temp_storage_bytes, d_in, d_out, op, own::value_of<Input>{}, num_items,
                                 stream, file, line);
    }
    template <class Data, class Operator, class NumItems> static cudaError_t
    InclusiveScan(CPU_DEVICE_CUB_TEMP, Data d_data, Operator op, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return InclusiveScan(d_temp_storage, temp_storage_bytes, d_data, d_data, op, num_items, stream, file, line);
    }
    template <class Input, class Output, class Operator, class Init, class NumItems>
    static cudaError_t InclusiveScanInit(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, Operator op, Init init,
                                         NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return scan<true, true>(d_temp_storage, temp_storage_bytes, d_in, d_out, op, init, num_items, stream, file,
                                line);
    }

    template <class Keys, class Input, class Output, class NumItems, class Equal = own::equal_to>
    static cudaError_t ExclusiveSumByKey(CPU_DEVICE_CUB_TEMP, Keys d_keys_in, Input d_values_in, Output d_values_out,
                                         NumItems num_items, Equal equal = Equal(), CPU_DEVICE_CUB_STREAM)
    {
        return by_key<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_values_out, own::plus(),
                             own::value_of<Input>{}, num_items, equal, stream, file, line);
    }
    template <class Keys, class Input, class Output, class Operator, class Init, class NumItems,
              class Equal = own::equal_to>
    static cudaError_t ExclusiveScanByKey(CPU_DEVICE_CUB_TEMP, Keys d_keys_in, Input d_values_in, Output d_values_out,
                                          Operator op, Init init, NumItems num_items, Equal equal = Equal(),
                                          CPU_DEVICE_CUB_STREAM)
    {
        return by_key<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_values_out, op, init,
                             num_items, equal, stream, file, line);
    }
    template <class Keys, class Input, class Output, class NumItems, class Equal = own::equal_to>
    static cudaError_t InclusiveSumByKey(CPU_DEVICE_CUB_TEMP, Keys d_keys_in, Input d_values_in, Output d_values_out,
                                         NumItems num_items, Equal equal = Equal(), CPU_DEVICE_CUB_STREAM)
    {
        return by_key<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_values_out, own::plus(),
                            own::value_of<Input>{}, num_items, equal, stream, file, line);
    }
    template <class Keys, class Input, class Output, class Operator, class NumItems, class Equal = own::equal_to>
    static cudaError_t InclusiveScanByKey(CPU_DEVICE_CUB_TEMP, Keys d_keys_in, Input d_values_in, Output d_values_out,
                                          Operator op, NumItems num_items, Equal equal = Equal(), CPU_DEVICE_CUB_STREAM)
    {
        return by_key<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_values_out, op,
                            own::value_of<Input>{}, num_items, equal, stream, file, line);
    }

  private:
    template <bool inclusive, bool has_init, class Input, class Output, class Operator, class Init, class NumItems>
    static cudaError_t scan(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, Operator op, Init init, NumItems num_items,
                            cudaStream_t stream, const char *file, int line)
    {
        using T = own::accumulator<Operator, own::value_of<Input>, typename own::init_value<Init>::type>;
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        if (num_items == 0)
            return cudaSuccess;
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_scan<inclusive, has_init, T>(static_cast<char *>(d_temp_storage), bytes, d_in,
                                                                       d_out, op, init, (long long)num_items));
        return cpu_device_last_error();
    }
    template <bool inclusive, class Keys, class Input, class Output, class Operator, class Init, class NumItems,
              class Equal>
    static cudaError_t by_key(CPU_DEVICE_CUB_TEMP, Keys d_keys, Input d_in, Output d_out, Operator op, Init init,
                              NumItems num_items, Equal equal, cudaStream_t stream, const char *file, int line)
    {
        using T = own::accumulator<Operator, own::value_of<Input>, Init>;
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        if (num_items == 0)
            return cudaSuccess;
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_scan_by_key<inclusive, T>(static_cast<char *>(d_temp_storage), bytes, d_keys,
                                                                    d_in, d_out, op, init, (long long)num_items,
                                                                    equal));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
