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

namespace own
{
template <class Number, bool is_integer = std::is_integral_v<Number>> struct bits_of {
    using type = std::conditional_t<sizeof(Number) == 2, unsigned short,
                                    std::conditional_t<sizeof(Number) == 4, unsigned int, unsigned long long>>;
};
template <class Integer> struct bits_of<Integer, true> : std::make_unsigned<Integer> {
};
template <> struct bits_of<bool, true> {
    using type = unsigned char;
};
} // namespace own

// Turns integers, float, double, half and bfloat16 into unsigned numbers of the same order, and back.
template <class T> struct Traits {
    using UnsignedBits = typename own::bits_of<std::remove_cv_t<T>>::type;
    static constexpr UnsignedBits HIGH_BIT = (UnsignedBits)((UnsignedBits)1 << (sizeof(UnsignedBits) * 8 - 1));
    static constexpr bool is_integer = std::is_integral_v<T>, is_unsigned = std::is_unsigned_v<T>;
    static constexpr UnsignedBits LOWEST_KEY = is_unsigned ? 0 : is_integer ? HIGH_BIT : (UnsignedBits)-1;
    static constexpr UnsignedBits MAX_KEY = is_unsigned ? (UnsignedBits)-1 : (UnsignedBits)~HIGH_BIT;

    CPU_DEVICE_CUB_BOTH static UnsignedBits TwiddleIn(UnsignedBits bits)
    {
        return is_unsigned                     ? bits
               : is_integer || bits < HIGH_BIT ? (UnsignedBits)(bits ^ HIGH_BIT)
                                               : (UnsignedBits)~bits;
    }
    CPU_DEVICE_CUB_BOTH static UnsignedBits TwiddleOut(UnsignedBits ordered)
    {
        return is_unsigned                         ? ordered
               : is_integer || ordered >= HIGH_BIT ? (UnsignedBits)(ordered ^ HIGH_BIT)
                                                   : (UnsignedBits)~ordered;
    }
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
