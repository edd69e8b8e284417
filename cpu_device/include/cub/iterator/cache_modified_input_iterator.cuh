// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cstddef>

#include "../thread/thread_load.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
// Reads through loads of the named kind.
template <CacheLoadModifier Modifier, class T, class Offset = ptrdiff_t> class CacheModifiedInputIterator
{
  public:
    using difference_type = Offset;
    using value_type = T;
    using pointer = T *;
    using reference = T;
    using iterator_category = std::random_access_iterator_tag;

    const T *ptr;

    template <class Value> CPU_DEVICE_CUB_BOTH CacheModifiedInputIterator(Value *from) : ptr(from) {}
    CPU_DEVICE_CUB reference operator*() const
    {
        return ThreadLoad<Modifier>(ptr);
    }
    template <class Distance> CPU_DEVICE_CUB reference operator[](Distance n) const
    {
        return ThreadLoad<Modifier>(ptr + n);
    }
    CPU_DEVICE_CUB_BOTH CacheModifiedInputIterator operator++(int)
    {
        return ptr++;
    }
    CPU_DEVICE_CUB_BOTH CacheModifiedInputIterator &operator++()
    {
        ++ptr;
        return *this;
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH CacheModifiedInputIterator operator+(Distance n) const
    {
        return ptr + n;
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH CacheModifiedInputIterator &operator+=(Distance n)
    {
        ptr += n;
        return *this;
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH CacheModifiedInputIterator operator-(Distance n) const
    {
        return ptr - n;
    }
    CPU_DEVICE_CUB_BOTH difference_type operator-(const CacheModifiedInputIterator &other) const
    {
        return ptr - other.ptr;
    }
    CPU_DEVICE_CUB_BOTH bool operator==(const CacheModifiedInputIterator &other) const
    {
        return ptr == other.ptr;
    }
    CPU_DEVICE_CUB_BOTH bool operator!=(const CacheModifiedInputIterator &other) const
    {
        return ptr != other.ptr;
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
