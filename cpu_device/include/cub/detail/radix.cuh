// SPDX-License-Identifier: MIT
// The order of keys for the radix sorts: as unsigned numbers whose order is that of the keys.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub::own
{
template <class Key> using radix_bits = typename Traits<Key>::UnsignedBits;

// -0.0 comes out as 0.0, for CUB takes the two for equal.
template <class Key> CPU_DEVICE_CUB radix_bits<Key> ordered_bits(const Key &key)
{
    static_assert(std::is_arithmetic_v<Key>, "the CPU device's radix sorts take integers, float and double as keys: "
                                             "sort others by cub::BlockMergeSort, or by thrust::sort()");
    using Bits = radix_bits<Key>;
    Bits bits;
    __builtin_memcpy(&bits, &key, sizeof key);
    const bool is_minus_zero = std::is_floating_point_v<Key> && bits == Traits<Key>::HIGH_BIT;
    return Traits<Key>::TwiddleIn(is_minus_zero ? (Bits)0 : bits);
}

// Those of the bits from `begin` to before `end`, for a descending order inverted.
template <bool descending, class Key> CPU_DEVICE_CUB radix_bits<Key> digits_of(const Key &key, int begin, int end)
{
    using Bits = radix_bits<Key>;
    Bits bits = ordered_bits(key);
    if (descending)
        bits = (Bits)~bits;
    if (end < (int)sizeof(Key) * 8)
        bits = (Bits)(bits & (((Bits)1 << end) - 1));
    return begin >= (int)sizeof(Key) * 8 ? (Bits)0 : (Bits)(bits >> begin);
}
} // namespace cub::own

#include "../../cpu_device/letters_shown.h"
