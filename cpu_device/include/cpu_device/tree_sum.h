// SPDX-License-Identifier: MIT
// One value from many, taken in their order. Floats are added in a tree, as on a GPU: the rounding errors of a million
// serial additions would be seen in a sum's third digit. The operator need only be associative.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <new>
#include <type_traits>

namespace cpu_device
{
template <class T> class tree_sum
{
    // What may hold floats, and takes little room. The sums of all others are exact, or may be costly to copy.
    static constexpr bool in_tree =
        std::is_trivially_copyable<T>::value && !std::is_integral<T>::value && sizeof(T) <= 32;
    static constexpr unsigned in_leaf = 32;         // values that are added one by one
    static constexpr int levels = in_tree ? 40 : 1; // more than any memory holds

    union room {
        T value;
        __host__ __device__ room() {}
        __host__ __device__ ~room() {}
    };
    room leaf_, before_; // the sum of the leaf under way, and of all leaves before it
    room full_[levels];  // of 2^level leaves, where that bit of leaves_ is set
    unsigned count_ = 0; // of values in the leaf
    unsigned long long leaves_ = 0;

    template <class Operator> [[gnu::always_inline]] __host__ __device__ void end_leaf(Operator &op)
    {
        int level = 0;
        for (; leaves_ >> level & 1; ++level)
            leaf_.value = op(full_[level].value, leaf_.value);
        new (&full_[level].value) T(leaf_.value);
        ++leaves_;
        count_ = 0;
        new (&before_.value) T(leaf_.value);
        for (++level; leaves_ >> level; ++level)
            if (leaves_ >> level & 1)
                before_.value = op(full_[level].value, before_.value);
    }

  public:
    __host__ __device__ tree_sum()
    {
        if constexpr (std::is_trivially_copyable<T>::value) // so that g++ sees them initialized
            __builtin_memset(&leaf_, 0, sizeof leaf_);
        if constexpr (in_tree)
            __builtin_memset(&before_, 0, sizeof before_);
    }
    __host__ __device__ ~tree_sum()
    {
        if (count_ > 0)
            leaf_.value.~T();
    }
    tree_sum(const tree_sum &) = delete;
    [[gnu::always_inline]] __host__ __device__ void begin()
    {
        if (count_ > 0)
            leaf_.value.~T();
        count_ = 0;
        leaves_ = 0;
    }
    template <class Value, class Operator>
    [[gnu::always_inline]] __host__ __device__ void add(const Value &value, Operator &op)
    {
        if (count_ == 0)
            new (&leaf_.value) T(value);
        else
            leaf_.value = op(leaf_.value, value);
        ++count_;
        if constexpr (in_tree)
            if (count_ == in_leaf)
                end_leaf(op);
    }
    // At least one has been added.
    template <class Operator> [[gnu::always_inline]] __host__ __device__ T total(Operator &op)
    {
        if constexpr (in_tree)
            return leaves_ == 0 ? leaf_.value : count_ == 0 ? before_.value : (T)op(before_.value, leaf_.value);
        else
            return leaf_.value;
    }
};
} // namespace cpu_device
