// SPDX-License-Identifier: MIT
// Sorts in device memory, by one thread.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub::own
{
// What is sorted: Value is NullType where there are keys alone.
template <class Key, class Value> struct pairs {
    Key *keys;
    Value *values;
    CPU_DEVICE_CUB_BOTH pairs operator+(long long n) const
    {
        return {keys + n, values == nullptr ? nullptr : values + n};
    }
};
template <class Key, class Value, class OtherKey, class OtherValue>
CPU_DEVICE_CUB void take(const pairs<Key, Value> &to, long long i, const pairs<OtherKey, OtherValue> &from, long long j)
{
    to.keys[i] = from.keys[j];
    if constexpr (!std::is_same_v<std::remove_cv_t<Value>, NullType>)
        to.values[i] = from.values[j];
}

// Eight bits a turn, from the lowest, to and fro between `out` and `spare`; `in` is written only where it is one of the
// two. After an odd number of turns from `in` the result is in `out`, and so it is after an even one.
template <bool descending, class Key, class Value>
__device__ void radix_sort(pairs<const Key, const Value> in, pairs<Key, Value> out, pairs<Key, Value> spare,
                           long long n, int begin_bit, int end_bit)
{
    int turns = (end_bit - begin_bit + 7) / 8;
    if (turns <= 0 && in.keys != out.keys)
        for (long long i = 0; i < n; ++i)
            take(out, i, in, i);
    for (int turn = 0; turn < turns; ++turn) {
        pairs<Key, Value> to = (turns - 1 - turn) % 2 == 0 ? out : spare;
        int shift = turn * 8;
        long long place[257] = {};
        for (long long i = 0; i < n; ++i)
            ++place[(digits_of<descending>(in.keys[i], begin_bit, end_bit) >> shift & 255) + 1];
        for (int digit = 0; digit < 256; ++digit)
            place[digit + 1] += place[digit];
        for (long long i = 0; i < n; ++i)
            take(to, place[digits_of<descending>(in.keys[i], begin_bit, end_bit) >> shift & 255]++, in, i);
        in = {to.keys, to.values};
    }
}

template <bool descending, class Key, class Value>
__global__ void device_radix_sort(char *storage, size_t bytes, pairs<const Key, const Value> in, pairs<Key, Value> out,
                                  pairs<Key, Value> spare, long long n, int begin_bit, int end_bit)
{
    claim(storage, bytes);
    radix_sort<descending>(in, out, spare, n, begin_bit, end_bit);
}

// A thread for each segment.
template <bool descending, class Key, class Value, class Begins, class Ends>
__global__ void device_segmented_sort(char *storage, size_t bytes, pairs<const Key, const Value> in,
                                      pairs<Key, Value> out, pairs<Key, Value> spare, long long segments, Begins begins,
                                      Ends ends, int begin_bit, int end_bit)
{
    long long segment = grid_thread();
    if (segment == 0)
        claim(storage, bytes);
    if (segment >= segments)
        return;
    long long begin = begins[segment], n = (long long)ends[segment] - begin;
    if (n > 0)
        radix_sort<descending>(in + begin, out + begin, spare + begin, n, begin_bit, end_bit);
}

// A sort from one array into another must not be in place.
template <class T> void no_overlap(const T *in, const T *out, long long n, const char *file, int line)
{
    if (in != nullptr && in < out + n && out < in + n)
        cpu_device_sorts_in_place((size_t)n * sizeof(T), file, line);
}

// Room for as many keys, and values, in temporary storage.
template <class Key, class Value> struct spare_room {
    layout all;
    size_t keys, values;
    explicit spare_room(long long n, bool needed = true) : keys(0), values(0)
    {
        if (needed) {
            keys = all.add(sizeof(Key) * (size_t)n);
            if (!std::is_same_v<Value, NullType>)
                values = all.add(sizeof(Value) * (size_t)n);
        }
    }
    pairs<Key, Value> in(void *storage) const
    {
        return {layout::at<Key>(storage, keys), layout::at<Value>(storage, values)};
    }
};
} // namespace cub::own

#include "../../cpu_device/letters_shown.h"
