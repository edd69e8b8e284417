// SPDX-License-Identifier: MIT
// One value from an array, or from each run of equal keys.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"
#include "../iterator/arg_index_input_iterator.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
struct identity {
    template <class T> CPU_DEVICE_CUB_BOTH T operator()(const T &x) const
    {
        return x;
    }
};

// A part for each thread. Operators need not commute, so the parts lie one after another.
template <class T, class Input, class Operator, class Transform> __global__ void
device_reduce(char *storage, size_t bytes, Input in, long long n, T *sums, Operator op, Transform transform)
{
    long long part = grid_thread(), parts = (long long)gridDim.x * blockDim.x;
    if (part == 0)
        claim(storage, bytes);
    long long i = n * part / parts, end = n * (part + 1) / parts;
    if (i == end)
        return;
    cpu_device::tree_sum<T> sum;
    for (; i < end; ++i)
        sum.add(transform(in[i]), op);
    new (sums + part) T(sum.total(op));
}
template <bool with_init, class T, class Init, class Operator, class Store>
__global__ void device_reduce_parts(const T *sums, int parts, Init init, Operator op, Store store)
{
    if (parts == 0) {
        store(init);
        return;
    }
    cpu_device::tree_sum<T> sum;
    for (int i = 0; i < parts; ++i)
        sum.add(sums[i], op);
    store(with_init ? (T)op(init, sum.total(op)) : sum.total(op));
}

template <class Output> struct store_value {
    Output out;
    template <class T> CPU_DEVICE_CUB void operator()(const T &value) const
    {
        assign(*out, value);
    }
};
template <class Values, class Indices> struct store_pair {
    Values value_out;
    Indices index_out;
    template <class T> CPU_DEVICE_CUB void operator()(const T &pair) const
    {
        assign(*value_out, pair.value);
        assign(*index_out, pair.key);
    }
};

template <bool with_init, class T, class Input, class Operator, class Transform, class Init, class Store>
cudaError_t reduce(CPU_DEVICE_CUB_TEMP, Input in, long long n, Operator op, Transform transform, Init init, Store store,
                   cudaStream_t stream, const char *file, int line)
{
    int threads = n >= 8192 ? 32 : 1, blocks = threads, parts = n == 0 ? 0 : blocks * threads;
    layout all;
    size_t sums = all.add(sizeof(T) * blocks * threads);
    CPU_DEVICE_CUB_NEED(all.bytes());
    T *partial = layout::at<T>(d_temp_storage, sums);
    CPU_DEVICE_CUB_LAUNCH(
        blocks, threads,
        device_reduce<T>(static_cast<char *>(d_temp_storage), all.bytes(), in, n, partial, op, transform));
    CPU_DEVICE_CUB_LAUNCH(1, 1, device_reduce_parts<with_init>((const T *)partial, parts, init, op, store));
    return cpu_device_last_error();
}

template <class Keys, class UniqueKeys, class Values, class Sums, class Runs, class Operator>
__global__ void device_reduce_by_key(char *storage, size_t bytes, Keys keys, UniqueKeys unique, Values values,
                                     Sums sums, Runs runs_out, Operator op, long long n)
{
    claim(storage, bytes);
    using T = accumulator<Operator, value_of<Values>>;
    long long runs = 0;
    for (long long i = 0; i < n; ++runs) {
        value_of<Keys> key = keys[i];
        cpu_device::tree_sum<T> sum;
        sum.add((value_of<Values>)values[i], op);
        for (++i; i < n && (value_of<Keys>)keys[i] == key; ++i)
            sum.add((value_of<Values>)values[i], op);
        assign(unique[runs], key);
        assign(sums[runs], sum.total(op));
    }
    assign(*runs_out, runs);
}
} // namespace own

struct DeviceReduce {
    template <class Input, class Output, class Operator, class T, class NumItems>
    static cudaError_t Reduce(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, NumItems num_items, Operator op, T init,
                              CPU_DEVICE_CUB_STREAM)
    {
        using A = own::accumulator<Operator, own::value_of<Input>, T>;
        return own::reduce<true, A>(d_temp_storage, temp_storage_bytes, d_in, num_items, op, own::identity(), init,
                                    own::store_value<Output>{d_out}, stream, file, line);
    }
    template <class Input, class Output, class NumItems>
    static cudaError_t Sum(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        using T = own::output_value_of<Output, own::value_of<Input>>;
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, own::plus(), T{}, stream, file, line);
    }
    template <class Input, class Output, class NumItems>
    static cudaError_t Min(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        using T = own::value_of<Input>;
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, own::minimum(),
                      std::numeric_limits<T>::max(), stream, file, line);
    }
    template <class Input, class Output, class NumItems>
    static cudaError_t Max(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        using T = own::value_of<Input>;
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, own::maximum(),
                      std::numeric_limits<T>::lowest(), stream, file, line);
    }
    template <class Input, class Output, class Operator, class Transform, class T, class NumItems>
    static cudaError_t TransformReduce(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, NumItems num_items, Operator op,
                                       Transform transform, T init, CPU_DEVICE_CUB_STREAM)
    {
        using A = own::accumulator<Operator, std::decay_t<std::invoke_result_t<Transform &, own::value_of<Input>>>, T>;
        return own::reduce<true, A>(d_temp_storage, temp_storage_bytes, d_in, num_items, op, transform, init,
                                    own::store_value<Output>{d_out}, stream, file, line);
    }

    // The value and where it is: the first place of several. With no items, the place 1 and the type's limit.
    template <class Input, class Value, class Index> static cudaError_t ArgMin(CPU_DEVICE_CUB_TEMP, Input d_in,
                                                                               Value d_min_out, Index d_index_out,
                                                                               int64_t num_items, CPU_DEVICE_CUB_STREAM)
    {
        return arg<int64_t, cub::ArgMin>(d_temp_storage, temp_storage_bytes, d_in, num_items,
                                         std::numeric_limits<own::value_of<Input>>::max(),
                                         own::store_pair<Value, Index>{d_min_out, d_index_out}, stream, file, line);
    }
    template <class Input, class Value, class Index> static cudaError_t ArgMax(CPU_DEVICE_CUB_TEMP, Input d_in,
                                                                               Value d_max_out, Index d_index_out,
                                                                               int64_t num_items, CPU_DEVICE_CUB_STREAM)
    {
        return arg<int64_t, cub::ArgMax>(d_temp_storage, temp_storage_bytes, d_in, num_items,
                                         std::numeric_limits<own::value_of<Input>>::lowest(),
                                         own::store_pair<Value, Index>{d_max_out, d_index_out}, stream, file, line);
    }
    // The same into a KeyValuePair, which CUDA 13 calls deprecated.
    template <class Input, class Output>
    static cudaError_t ArgMin(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int num_items, CPU_DEVICE_CUB_STREAM)
    {
        return arg<int, cub::ArgMin>(d_temp_storage, temp_storage_bytes, d_in, num_items,
                                     std::numeric_limits<own::value_of<Input>>::max(), own::store_value<Output>{d_out},
                                     stream, file, line);
    }
    template <class Input, class Output>
    static cudaError_t ArgMax(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, int num_items, CPU_DEVICE_CUB_STREAM)
    {
        return arg<int, cub::ArgMax>(d_temp_storage, temp_storage_bytes, d_in, num_items,
                                     std::numeric_limits<own::value_of<Input>>::lowest(),
                                     own::store_value<Output>{d_out}, stream, file, line);
    }

    template <class Keys, class UniqueKeys, class Values, class Sums, class Runs, class Operator, class NumItems>
    static cudaError_t ReduceByKey(CPU_DEVICE_CUB_TEMP, Keys d_keys_in, UniqueKeys d_unique_out, Values d_values_in,
                                   Sums d_aggregates_out, Runs d_num_runs_out, Operator op, NumItems num_items,
                                   CPU_DEVICE_CUB_STREAM)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_reduce_by_key(static_cast<char *>(d_temp_storage), bytes, d_keys_in,
                                                        d_unique_out, d_values_in, d_aggregates_out, d_num_runs_out, op,
                                                        (long long)num_items));
        return cpu_device_last_error();
    }

  private:
    template <class Index, class Operator, class Input, class Store>
    static cudaError_t arg(CPU_DEVICE_CUB_TEMP, Input d_in, int64_t num_items, own::value_of<Input> limit, Store store,
                           cudaStream_t stream, const char *file, int line)
    {
        using Pair = KeyValuePair<Index, own::value_of<Input>>;
        return own::reduce<false, Pair>(d_temp_storage, temp_storage_bytes, ArgIndexInputIterator<Input, Index>(d_in),
                                        num_items, Operator(), own::identity(), Pair(1, limit), store, stream, file,
                                        line);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
