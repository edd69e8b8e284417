// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cstddef>

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
// At place i a KeyValuePair: i, and what the iterator has there.
template <class Iterator, class Offset = ptrdiff_t, class T = own::value_of<Iterator>> class ArgIndexInputIterator
{
  public:
    using difference_type = Offset;
    using value_type = KeyValuePair<Offset, T>;
    using pointer = value_type *;
    using reference = value_type;
    using iterator_category = std::random_access_iterator_tag;

    CPU_DEVICE_CUB_BOTH ArgIndexInputIterator(Iterator from, Offset place = 0) : from_(from), place_(place) {}
    CPU_DEVICE_CUB_BOTH reference operator*() const
    {
        return value_type(place_, from_[place_]);
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH reference operator[](Distance n) const
    {
        return *(*this + n);
    }
    CPU_DEVICE_CUB_BOTH ArgIndexInputIterator operator++(int)
    {
        ArgIndexInputIterator old = *this;
        ++place_;
        return old;
    }
    CPU_DEVICE_CUB_BOTH ArgIndexInputIterator &operator++()
    {
        ++place_;
        return *this;
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH ArgIndexInputIterator operator+(Distance n) const
    {
        return ArgIndexInputIterator(from_, place_ + (Offset)n);
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH ArgIndexInputIterator &operator+=(Distance n)
    {
        place_ += (Offset)n;
        return *this;
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH ArgIndexInputIterator operator-(Distance n) const
    {
        return ArgIndexInputIterator(from_, place_ - (Offset)n);
    }
    template <class Distance> CPU_DEVICE_CUB_BOTH ArgIndexInputIterator &operator-=(Distance n)
    {
        place_ -= (Offset)n;
        return *this;
    }
    CPU_DEVICE_CUB_BOTH difference_type operator-(const ArgIndexInputIterator &other) const
    {
        return place_ - other.place_;
    }
    CPU_DEVICE_CUB_BOTH bool operator==(const ArgIndexInputIterator &other) const
    {
        return from_ == other.from_ && place_ == other.place_;
    }
    CPU_DEVICE_CUB_BOTH bool operator!=(const ArgIndexInputIterator &other) const
    {
        return !(*this == other);
    }
    CPU_DEVICE_CUB_BOTH void normalize()
    {
        from_ += place_;
        place_ = 0;
    }

  private:
    Iterator from_;
    Offset place_;
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
