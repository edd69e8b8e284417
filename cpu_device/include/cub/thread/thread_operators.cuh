// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class Equal> struct InequalityWrapper {
    Equal op;
    CPU_DEVICE_CUB_BOTH explicit InequalityWrapper(Equal equal) : op(equal) {}
    template <class A, class B> CPU_DEVICE_CUB_BOTH bool operator()(A &&a, B &&b)
    {
        return !op(a, b);
    }
};

// The pair with the larger value; with equal values, the one with the lower index.
struct ArgMax {
    template <class Key, class T> CPU_DEVICE_CUB_BOTH KeyValuePair<Key, T>
    operator()(const KeyValuePair<Key, T> &a, const KeyValuePair<Key, T> &b) const
    {
        return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class Key, class T> CPU_DEVICE_CUB_BOTH KeyValuePair<Key, T>
    operator()(const KeyValuePair<Key, T> &a, const KeyValuePair<Key, T> &b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

template <class T> struct CastOp {
    template <class A> CPU_DEVICE_CUB_BOTH T operator()(A &&a) const
    {
        return (T)a;
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
