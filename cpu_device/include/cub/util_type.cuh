// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "detail/cpu_device.cuh"

#include "../cpu_device/letters_hidden.h"

namespace cub
{
// No value.
struct NullType {
    using value_type = NullType;
    template <class T> CPU_DEVICE_CUB_BOTH NullType &operator=(const T &)
    {
        return *this;
    }
    CPU_DEVICE_CUB_BOTH bool operator==(const NullType &) const
    {
        return true;
    }
    CPU_DEVICE_CUB_BOTH bool operator!=(const NullType &) const
    {
        return false;
    }
};

template <class KeyT, class ValueT> struct KeyValuePair {
    using Key = KeyT;
    using Value = ValueT;
    Key key;
    Value value;
    CPU_DEVICE_CUB_BOTH KeyValuePair() {}
    CPU_DEVICE_CUB_BOTH KeyValuePair(const Key &k, const Value &v) : key(k), value(v) {}
    CPU_DEVICE_CUB_BOTH bool operator!=(const KeyValuePair &other) const
    {
        return value != other.value || key != other.key;
    }
};

// Two buffers, of which an algorithm reads one and writes either: Current() is the one with the data.
template <class T> struct DoubleBuffer {
    T *d_buffers[2] = {};
    int selector = 0;
    DoubleBuffer() = default;
    CPU_DEVICE_CUB_BOTH DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate} {}
    CPU_DEVICE_CUB_BOTH T *Current()
    {
        return d_buffers[selector];
    }
    CPU_DEVICE_CUB_BOTH T *Alternate()
    {
        return d_buffers[selector ^ 1];
    }
};

// A value that is read when the kernel runs.
template <class T, class Iterator = T *> struct FutureValue {
    using value_type = T;
    using iterator_type = Iterator;
    CPU_DEVICE_CUB_BOTH explicit FutureValue(Iterator from) : from_(from) {}
    CPU_DEVICE_CUB operator T()
    {
        return *from_;
    }

  private:
    Iterator from_;
};

template <class T> using Uninitialized = own::uninitialized<T>;

template <int N> struct PowerOfTwo {
    enum { VALUE = (N & (N - 1)) == 0 };
};
// Rounded up.
template <int N> struct Log2 {
    enum { VALUE = N <= 1 ? 0 : 32 - __builtin_clz(N - 1) };
};
} // namespace cub

#include "../cpu_device/letters_shown.h"
