// SPDX-License-Identifier: MIT
// The host's buffers, by where they begin: one for each hash, as most programs have few that are large.
#include <atomic>
#include <cstdint>
#include <malloc.h>

#include "heap.h"

namespace cpu_device
{
namespace
{
struct buffer {
    std::atomic<const void *> begin;
    std::atomic<size_t> size;
} buffers[1 << 12];

buffer &buffer_at(const void *p)
{
    return buffers[(uintptr_t)p / 16 * 0x9e3779b97f4a7c15u >> 52];
}
constexpr size_t least = 64; // smaller ones are not kept
} // namespace

void host_buffer_begins(const void *p, size_t size)
{
    if (size < least || p == nullptr)
        return;
    buffer &b = buffer_at(p);
    b.size.store(size, std::memory_order_relaxed);
    b.begin.store(p, std::memory_order_relaxed);
}

void host_buffer_ends(const void *p)
{
    if (buffer &b = buffer_at(p); b.begin.load(std::memory_order_relaxed) == p)
        b.begin.store(nullptr, std::memory_order_relaxed);
}

host_buffer host_buffer_at(const void *p)
{
    const buffer &b = buffer_at(p);
    if (b.begin != p)
        return {0, 0};
    // It may have been resized or freed by other code. What realloc() adds within the block cannot be told.
    const size_t usable = malloc_usable_size(const_cast<void *>(p)), size = b.size;
    return usable >= size && usable - size < 4096 + 32 ? host_buffer{size, usable} : host_buffer{0, 0};
}
} // namespace cpu_device
