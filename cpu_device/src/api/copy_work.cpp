// SPDX-License-Identifier: MIT
// What a copy or a fill does when its turn comes.
#include <cstring>
#include <map>
#include <mutex>

#include "../check/events.h"
#include "../memory/arena.h"
#include "api.h"

namespace cpu_device
{
namespace
{
void mark_written(const char *address, size_t size)
{
    arena &m = the_arena();
    if (checked_arena_size > 0 && m.in_arena(address))
        m.set_written(address, size);
}

// Remembers a copy from the host that does not fill the allocation: a read of the rest may be its fault.
void note_part(const allocation &target, size_t size, const copy_call &call)
{
    static std::mutex mutex;
    static auto &all = *new std::map<std::pair<const void *, size_t>, copied_part>;
    const copied_part *last = target.copied_in;
    if (last != nullptr && last->caller == call.caller && last->bytes == size)
        return;
    std::lock_guard<std::mutex> lock(mutex);
    if (all.size() < 1000)
        target.copied_in =
            &all.emplace(std::make_pair(call.caller, size), copied_part{call.function, call.caller, size})
                 .first->second;
}

// A copy of unwritten bytes leaves its destination unwritten.
void mark_copied(const char *to, const char *from, size_t size, const copy_call &call)
{
    arena &m = the_arena();
    if (checked_arena_size == 0)
        return;
    const allocation *origin = m.in_arena(from) ? m.owner(from) : nullptr;
    const allocation *target = m.in_arena(to) ? m.owner(to) : nullptr;
    announce(&observer::copied, bytes_copied{to, from, target, origin, size, call});
    if (target == nullptr)
        return;
    if (origin == nullptr && size < target->size)
        note_part(*target, size, call);
    if (origin == nullptr || !is_device_memory(origin->kind))
        return m.set_written(to, size);
    m.copy_written(to, from, size);
}

} // namespace

std::function<void()> work_of_copy(const copy_end &to, const copy_end &from, const box &b, const copy_call &call)
{
    return [=] {
        bool whole = b.width == to.pitch && b.width == from.pitch && b.depth == 1;
        size_t rows = whole ? 1 : b.height, width = whole ? b.width * b.height : b.width;
        for (size_t slice = 0; slice < b.depth; ++slice)
            for (size_t row = 0; row < rows; ++row) {
                memmove(to.row(slice, row), from.row(slice, row), width);
                mark_copied(to.row(slice, row), from.row(slice, row), width, call);
            }
    };
}
// The same from what lies in pageable memory now.
std::function<void()> work_of_staged(const copy_end &to, const copy_end &from, const box &b, const copy_call &call)
{
    auto rows = std::make_shared<std::vector<char>>(b.width * b.height * b.depth);
    char *next = rows->data();
    for (size_t slice = 0; slice < b.depth; ++slice)
        for (size_t row = 0; row < b.height; ++row, next += b.width)
            memcpy(next, from.row(slice, row), b.width);
    copy_end staged = linear(rows->data(), b.width);
    staged.slice = b.width * b.height;
    return [rows, copies = work_of_copy(to, staged, b, call)] { copies(); };
}

std::function<void()> work_of_fill(const copy_end &where, unsigned value, unsigned element, const box &b)
{
    return [=] {
        for (size_t slice = 0; slice < b.depth; ++slice)
            for (size_t row = 0; row < b.height; ++row) {
                char *begin = where.row(slice, row);
                if (element == 1)
                    memset(begin, (int)value, b.width);
                else
                    for (size_t i = 0; i < b.width; i += element)
                        memcpy(begin + i, &value, element);
                mark_written(begin, b.width);
            }
    };
}
} // namespace cpu_device
