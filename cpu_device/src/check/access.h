// SPDX-License-Identifier: MIT
// The kinds of access of memory.
#pragma once

#include <cstdint>

namespace cpu_device
{
enum class access : uint8_t {
    read,
    write,
    atomic,       // reads and writes
    exchange,     // reads and writes, and any value that was there will do
    atomic_write, // does not care what was there
    volatile_read,
    volatile_write,
};

inline bool writes(access kind)
{
    return kind != access::read && kind != access::volatile_read;
}

// What became of an atomic operation: one that compared and swapped in vain has only read.
enum class outcome { stored, read, tried_again };

// Whether it must find something there that was written.
inline bool needs_value(access kind)
{
    return kind == access::read || kind == access::volatile_read || kind == access::atomic;
}

// Whether it does its reading and its writing in one step.
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
