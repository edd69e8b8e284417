// SPDX-License-Identifier: MIT
// The kinds of memory access.
#pragma once

#include <cstdint>

namespace cpu_device
{
enum class access : uint8_t {
    read,
    write,
    atomic,       // reads and writes
    exchange,     // reads and writes; the memory may be uninitialized
    atomic_write, // does not read
    volatile_read,
    volatile_write,
};

inline bool writes(access kind)
{
    return kind != access::read && kind != access::volatile_read;
}

enum class fence_order { both, acquire, release }; // the last two are those of an atomic operation
// The outcome of an atomic operation. A compare-and-swap that fails has only read.
enum class outcome { stored, read, tried_again };

constexpr int not_atomic = -1; // in place of an order

// How an atomic update by one of CUDA's functions was checked when it began: not yet; completely; or so that nothing
// is to be called around the operation.
enum class update : uint8_t { unchecked, checked, alone };

// What is wrong with an access, so that the thread cannot go on.
enum class access_error : uint8_t { nothing, misaligned, illegal, outside_variable, outside_dynamic, of_other_thread };

// Whether the memory must be initialized.
inline bool needs_value(access kind)
{
    return kind == access::read || kind == access::volatile_read || kind == access::atomic;
}

// Whether it reads and writes in one step.
inline bool is_update(access kind)
{
    return kind == access::atomic || kind == access::exchange;
}

inline bool is_atomic(access kind)
{
    return is_update(kind) || kind == access::atomic_write;
}

inline bool is_volatile(access kind)
{
    return kind == access::volatile_read || kind == access::volatile_write;
}
} // namespace cpu_device
