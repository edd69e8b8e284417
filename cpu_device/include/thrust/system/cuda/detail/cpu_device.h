// SPDX-License-Identifier: MIT
// Thrust's CUDA system on the CPU device, in place of the one that nvcc compiles. The library's own headers have the
// policies, vectors and pointers; here are the algorithms that they call for device memory, as kernels, so that they
// run in their stream and are checked. What is not here (transform, fill, gather, ...) Thrust makes of these.
#pragma once
#pragma GCC system_header

#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/raw_reference_cast.h>
#include <thrust/detail/seq.h>
#include <thrust/detail/type_traits/pointer_traits.h>
#include <thrust/functional.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/pair.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/copies.h>
#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <cstddef>
#include <new>
#include <type_traits>

#include "../../../../cpu_device/interface.h"
#include "../../../../cpu_device/tree_sum.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub
{
// After every launch: Thrust's functions return when their work is done.
template <class Derived> void finish(execution_policy<Derived> &exec, const char *algorithm)
{
    cudaError_t status = cudaPeekAtLastError();
    if (status == cudaSuccess && must_perform_optional_stream_synchronization(derived_cast(exec)))
        status = cudaStreamSynchronize(cuda_cub::stream(exec));
    throw_on_error(status, algorithm);
}

// --- single elements, by device_reference ---

template <class Derived, class Pointer> __host__ __device__ typename thrust::iterator_value<Pointer>::type
get_value(execution_policy<Derived> &exec, Pointer pointer)
{
    if (cpu_device_in_kernel())
        return *thrust::raw_pointer_cast(pointer);
    return fetch(exec, thrust::raw_pointer_cast(pointer));
}

template <class Derived, class To, class From>
__host__ __device__ void assign_value(execution_policy<Derived> &exec, To to, From from)
{
    if (cpu_device_in_kernel())
        *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    else
        copy(exec, from, from + 1, to);
}

template <class System1, class System2, class To, class From>
__host__ __device__ void assign_value(cross_system<System1, System2> &systems, To to, From from)
{
    if (cpu_device_in_kernel()) {
        *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    } else {
        cross_system<System2, System1> rotated = systems.rotate();
        copy(rotated, from, from + 1, to);
    }
}

template <class Derived, class Pointer1, class Pointer2>
__host__ __device__ void iter_swap(execution_policy<Derived> &exec, Pointer1 a, Pointer2 b)
{
    if (cpu_device_in_kernel()) {
        using std::swap;
        swap(*thrust::raw_pointer_cast(a), *thrust::raw_pointer_cast(b));
    } else {
        swap_ranges(exec, a, a + 1, b);
    }
}

// --- for each element a thread ---

namespace kernels
{
template <class Iterator, class Size, class Function> __global__ void for_each(Iterator first, Size n, Function f)
{
    Size i = (Size)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(thrust::raw_reference_cast(*(first + i)));
}

template <class Input, class Size, class Output> __global__ void copy(Input first, Size n, Output result)
{
    Size i = (Size)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        thrust::raw_reference_cast(*(result + i)) = thrust::raw_reference_cast(*(first + i));
}
} // namespace kernels

inline unsigned blocks_for(long long n)
{
    return (unsigned)((n + 255) / 256);
}

template <class Derived, class Iterator, class Size, class Function>
Iterator for_each_n(execution_policy<Derived> &exec, Iterator first, Size n, Function f)
{
    if (n > 0) {
        kernels::for_each<<<blocks_for(n), 256, 0, cuda_cub::stream(exec)>>>(first, (long long)n, f);
        finish(exec, "for_each");
    }
    return first + n;
}

template <class Derived, class Iterator, class Function>
Iterator for_each(execution_policy<Derived> &exec, Iterator first, Iterator last, Function f)
{
    return for_each_n(exec, first, last - first, f);
}

template <class Derived, class Input, class Size, class Output>
Output copy_n(execution_policy<Derived> &exec, Input first, Size n, Output result)
{
    if (n > 0) {
        kernels::copy<<<blocks_for(n), 256, 0, cuda_cub::stream(exec)>>>(first, (long long)n, result);
        finish(exec, "copy");
    }
    return result + n;
}

template <class Derived, class Input, class Output>
Output copy(execution_policy<Derived> &exec, Input first, Input last, Output result)
{
    return cuda_cub::copy_n(exec, first, last - first, result);
}

// --- a sum: threads of their own for the parts ---

namespace kernels
{
// A part for each thread. Operators need not commute, so the parts lie one after another.
template <class Iterator, class Size, class T, class Operator>
__global__ void reduce(Iterator first, Size n, T *sums, Operator op)
{
    Size part = (Size)blockIdx.x * blockDim.x + threadIdx.x, parts = (Size)gridDim.x * blockDim.x;
    Size i = n * part / parts, end = n * (part + 1) / parts;
    ::cpu_device::tree_sum<T> sum;
    for (; i < end; ++i)
        sum.add(thrust::raw_reference_cast(*(first + i)), op);
    new (sums + part) T(sum.total(op));
}

template <class T, class Operator> __global__ void reduce_parts(T *sums, unsigned parts, T init, Operator op)
{
    ::cpu_device::tree_sum<T> sum;
    for (unsigned i = 0; i < parts; ++i)
        sum.add(sums[i], op);
    new (sums) T(op(init, sum.total(op)));
}
} // namespace kernels

template <class Derived, class Iterator, class T, class Operator>
T reduce(execution_policy<Derived> &exec, Iterator first, Iterator last, T init, Operator op)
{
    long long n = last - first;
    if (n == 0)
        return init;
    unsigned threads = n < 256 * 32 ? 1 : 32, blocks = n < 256 * 32 ? 1 : 32;
    scratch<T> sums(blocks * threads);
    kernels::reduce<<<blocks, threads, 0, cuda_cub::stream(exec)>>>(first, n, sums.get(), op);
    kernels::reduce_parts<<<1, 1, 0, cuda_cub::stream(exec)>>>(sums.get(), blocks * threads, init, op);
    finish(exec, "reduce");
    return fetch(exec, sums.get());
}

// --- sums up to each element, and of each run of equal keys: one thread ---

template <class Iterator> using value_at = typename thrust::iterator_value<Iterator>::type;
// The type in which values are accumulated: what the operator returns.
template <class Operator, class Sum, class Value> using accumulated =
    std::decay_t<decltype(std::declval<Operator &>()(std::declval<Sum &>(), std::declval<Value &>()))>;
struct no_init {
};

namespace kernels
{
// What keys[i] begins: a run of equal keys.
struct no_keys {
    template <class Equal> __host__ __device__ bool begins(std::ptrdiff_t i, Equal &) const
    {
        return i == 0;
    }
};
template <class Iterator> struct run_keys {
    Iterator first;
    template <class Equal> __host__ __device__ bool begins(std::ptrdiff_t i, Equal &equal) const
    {
        if (i == 0)
            return true;
        const value_at<Iterator> before = *(first + (i - 1)), here = *(first + i);
        return !equal(before, here);
    }
};

template <bool inclusive, class T, class Keys, class Input, class Output, class Init, class Equal, class Operator>
__global__ void scan(Keys keys, Input first, std::ptrdiff_t n, Output result, Init init, Equal equal, Operator op)
{
    ::cpu_device::tree_sum<T> sum;
    for (std::ptrdiff_t i = 0; i < n; ++i, ++first, ++result) {
        const value_at<Input> value = *first;
        if (keys.begins(i, equal)) {
            sum.begin();
            if constexpr (!std::is_same_v<Init, no_init>)
                sum.add(init, op);
        }
        if constexpr (!inclusive)
            thrust::raw_reference_cast(*result) = sum.total(op);
        sum.add(value, op);
        if constexpr (inclusive)
            thrust::raw_reference_cast(*result) = sum.total(op);
    }
}

template <class T, class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Operator>
__global__ void reduce_by_key(std::ptrdiff_t *runs, Keys keys, std::ptrdiff_t n, Values values, KeysOut keys_out,
                              ValuesOut values_out, Equal equal, Operator op)
{
    ::cpu_device::tree_sum<T> sum;
    const run_keys<Keys> all = {keys};
    *runs = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i, ++values) {
        const bool begins = all.begins(i, equal);
        const value_at<Values> value = *values;
        if (begins && i > 0) {
            thrust::raw_reference_cast(*values_out) = sum.total(op);
            ++values_out;
        }
        if (begins) {
            sum.begin();
            const value_at<Keys> key = *(keys + i);
            thrust::raw_reference_cast(*keys_out) = key;
            ++keys_out;
            ++*runs;
        }
        sum.add(value, op);
    }
    if (n > 0)
        thrust::raw_reference_cast(*values_out) = sum.total(op);
}
} // namespace kernels

template <bool inclusive, class Derived, class Keys, class Input, class Output, class Init, class Equal, class Operator>
Output scan(execution_policy<Derived> &exec, Keys keys, Input first, std::ptrdiff_t n, Output result, Init init,
            Equal equal, Operator op, const char *algorithm)
{
    using value = value_at<Input>;
    using begin = std::conditional_t<std::is_same_v<Init, no_init>, value, Init>;
    using sum = accumulated<Operator, begin, value>;
    if (n > 0) {
        kernels::scan<inclusive, sum><<<1, 1, 0, cuda_cub::stream(exec)>>>(keys, first, n, result, init, equal, op);
        finish(exec, algorithm);
    }
    return result + n;
}

template <class Derived, class Input, class Output, class Operator = thrust::plus<value_at<Input>>>
Output inclusive_scan(execution_policy<Derived> &exec, Input first, Input last, Output result, Operator op = {})
{
    return cuda_cub::scan<true>(exec, kernels::no_keys{}, first, last - first, result, no_init{}, 0, op,
                                "inclusive_scan");
}
template <class Derived, class Input, class Output, class Init, class Operator>
Output inclusive_scan(execution_policy<Derived> &exec, Input first, Input last, Output result, Init init, Operator op)
{
    return cuda_cub::scan<true>(exec, kernels::no_keys{}, first, last - first, result, init, 0, op, "inclusive_scan");
}
template <class Derived, class Input, class Output, class Init, class Operator = thrust::plus<Init>> Output
exclusive_scan(execution_policy<Derived> &exec, Input first, Input last, Output result, Init init, Operator op = {})
{
    return cuda_cub::scan<false>(exec, kernels::no_keys{}, first, last - first, result, init, 0, op, "exclusive_scan");
}
template <class Derived, class Input, class Output>
Output exclusive_scan(execution_policy<Derived> &exec, Input first, Input last, Output result)
{
    return cuda_cub::exclusive_scan(exec, first, last, result, value_at<Input>{});
}

template <class Derived, class Keys, class Input, class Output, class Equal = thrust::equal_to<value_at<Keys>>,
          class Operator = thrust::plus<value_at<Input>>>
Output inclusive_scan_by_key(execution_policy<Derived> &exec, Keys first, Keys last, Input values, Output result,
                             Equal equal = {}, Operator op = {})
{
    return cuda_cub::scan<true>(exec, kernels::run_keys<Keys>{first}, values, last - first, result, no_init{}, equal,
                                op, "inclusive_scan_by_key");
}
template <class Derived, class Keys, class Input, class Output, class Init,
          class Equal = thrust::equal_to<value_at<Keys>>, class Operator = thrust::plus<Init>>
Output exclusive_scan_by_key(execution_policy<Derived> &exec, Keys first, Keys last, Input values, Output result,
                             Init init, Equal equal = {}, Operator op = {})
{
    return cuda_cub::scan<false>(exec, kernels::run_keys<Keys>{first}, values, last - first, result, init, equal, op,
                                 "exclusive_scan_by_key");
}
template <class Derived, class Keys, class Input, class Output>
Output exclusive_scan_by_key(execution_policy<Derived> &exec, Keys first, Keys last, Input values, Output result)
{
    return cuda_cub::exclusive_scan_by_key(exec, first, last, values, result, value_at<Input>{});
}

template <class Derived, class Keys, class Values, class KeysOut, class ValuesOut,
          class Equal = thrust::equal_to<value_at<Keys>>, class Operator = thrust::plus<value_at<Values>>>
thrust::pair<KeysOut, ValuesOut> reduce_by_key(execution_policy<Derived> &exec, Keys first, Keys last, Values values,
                                               KeysOut keys_out, ValuesOut values_out, Equal equal = {},
                                               Operator op = {})
{
    using value = value_at<Values>;
    scratch<std::ptrdiff_t> count(1);
    kernels::reduce_by_key<accumulated<Operator, value, value>><<<1, 1, 0, cuda_cub::stream(exec)>>>(
        count.get(), first, (std::ptrdiff_t)(last - first), values, keys_out, values_out, equal, op);
    finish(exec, "reduce_by_key");
    const std::ptrdiff_t runs = fetch(exec, count.get());
    return thrust::make_pair(keys_out + runs, values_out + runs);
}

// --- sorting: one thread ---

// A pointer where that will do: faster than device_reference.
template <class Iterator> auto plain(Iterator i)
{
    if constexpr (thrust::is_contiguous_iterator<Iterator>::value)
        return thrust::raw_pointer_cast(&*i);
    else
        return i;
}

// Keys, or the values that go with them; and room for as many. (Thrust's own sequential sort takes that room from the
// heap of the kernels, which is too small for a million, and its radix sort in CCCL 3.0 takes negative numbers for the
// largest.)
template <class Iterator> struct column {
    using element = typename thrust::iterator_value<Iterator>::type;
    Iterator at;
    element *spare;

    __host__ __device__ void take(std::ptrdiff_t from, std::ptrdiff_t to)
    {
        new (spare + to) element(at[from]);
    }
    __host__ __device__ void move(std::ptrdiff_t from, std::ptrdiff_t to)
    {
        at[to] = element(at[from]);
    }
    __host__ __device__ void put_back(std::ptrdiff_t from, std::ptrdiff_t to)
    {
        at[to] = spare[from];
        spare[from].~element();
    }
};

namespace kernels
{
// Merges runs of 1, 2, 4, ... elements: the left one of two goes to the spare room, and comes back in order.
template <class Compare, class Keys, class... Values>
__global__ void merge_sort(std::ptrdiff_t count, Compare order, column<Keys> keys, column<Values>... values)
{
    for (std::ptrdiff_t width = 1; width < count; width *= 2)
        for (std::ptrdiff_t begin = 0; count - begin > width; begin += 2 * width) {
            const std::ptrdiff_t middle = begin + width, end = count - middle < width ? count : middle + width;
            if (!order(keys.at[middle], keys.at[middle - 1]))
                continue;
            for (std::ptrdiff_t i = 0; i < width; ++i)
                keys.take(begin + i, i), (values.take(begin + i, i), ...);
            for (std::ptrdiff_t left = 0, right = middle, to = begin; left < width; ++to)
                if (right < end && order(keys.at[right], keys.spare[left])) {
                    keys.move(right, to), (values.move(right, to), ...);
                    ++right;
                } else {
                    keys.put_back(left, to), (values.put_back(left, to), ...);
                    ++left;
                }
        }
}
} // namespace kernels

template <class Derived, class Iterator, class Compare>
void stable_sort(execution_policy<Derived> &exec, Iterator first, Iterator last, Compare compare)
{
    if (first == last)
        return;
    using keys = column<decltype(plain(first))>;
    scratch<typename keys::element> spare(last - first);
    kernels::merge_sort<<<1, 1, 0, cuda_cub::stream(exec)>>>((std::ptrdiff_t)(last - first), compare,
                                                             keys{plain(first), spare.get()});
    finish(exec, "sort");
}

template <class Derived, class Keys, class Values, class Compare>
void stable_sort_by_key(execution_policy<Derived> &exec, Keys first, Keys last, Values values, Compare compare)
{
    if (first == last)
        return;
    using keys = column<decltype(plain(first))>;
    using others = column<decltype(plain(values))>;
    scratch<typename keys::element> spare_keys(last - first);
    scratch<typename others::element> spare_values(last - first);
    kernels::merge_sort<<<1, 1, 0, cuda_cub::stream(exec)>>>((std::ptrdiff_t)(last - first), compare,
                                                             keys{plain(first), spare_keys.get()},
                                                             others{plain(values), spare_values.get()});
    finish(exec, "sort_by_key");
}

// --- the others: one thread ---

#define CPU_DEVICE_ALGORITHM(name)                                                                                     \
    namespace kernels                                                                                                  \
    {                                                                                                                  \
    template <class Result, class... Arguments> __global__ void name(Result *result, Arguments... arguments)           \
    {                                                                                                                  \
        thrust::detail::seq_t here;                                                                                    \
        if constexpr (std::is_void_v<Result>)                                                                          \
            name(here, arguments...);                                                                                  \
        else                                                                                                           \
            new (result) Result(name(here, arguments...));                                                             \
    }                                                                                                                  \
    }                                                                                                                  \
    template <class Derived, class... Arguments> auto name(execution_policy<Derived> &exec, Arguments... arguments)    \
    {                                                                                                                  \
        using result = decltype(name(std::declval<thrust::detail::seq_t &>(), arguments...));                          \
        cudaStream_t stream = cuda_cub::stream(exec);                                                                  \
        if constexpr (std::is_void_v<result>) {                                                                        \
            kernels::name<<<1, 1, 0, stream>>>((void *)nullptr, arguments...);                                         \
            finish(exec, #name);                                                                                       \
        } else {                                                                                                       \
            scratch<result> there(1);                                                                                  \
            kernels::name<<<1, 1, 0, stream>>>(there.get(), arguments...);                                             \
            finish(exec, #name);                                                                                       \
            return fetch(exec, there.get());                                                                           \
        }                                                                                                              \
    }
CPU_DEVICE_ALGORITHM(copy_if)
CPU_DEVICE_ALGORITHM(remove_if)
CPU_DEVICE_ALGORITHM(remove_copy_if)
CPU_DEVICE_ALGORITHM(stable_partition)
CPU_DEVICE_ALGORITHM(stable_partition_copy)
CPU_DEVICE_ALGORITHM(unique)
CPU_DEVICE_ALGORITHM(unique_copy)
CPU_DEVICE_ALGORITHM(unique_by_key)
CPU_DEVICE_ALGORITHM(unique_by_key_copy)
CPU_DEVICE_ALGORITHM(merge)
CPU_DEVICE_ALGORITHM(merge_by_key)
CPU_DEVICE_ALGORITHM(set_difference)
CPU_DEVICE_ALGORITHM(set_intersection)
CPU_DEVICE_ALGORITHM(set_symmetric_difference)
CPU_DEVICE_ALGORITHM(set_union)
CPU_DEVICE_ALGORITHM(set_difference_by_key)
CPU_DEVICE_ALGORITHM(set_intersection_by_key)
CPU_DEVICE_ALGORITHM(set_symmetric_difference_by_key)
CPU_DEVICE_ALGORITHM(set_union_by_key)
CPU_DEVICE_ALGORITHM(min_element)
CPU_DEVICE_ALGORITHM(max_element)
CPU_DEVICE_ALGORITHM(minmax_element)
CPU_DEVICE_ALGORITHM(find_if)
#undef CPU_DEVICE_ALGORITHM
} // namespace cuda_cub
THRUST_NAMESPACE_END
