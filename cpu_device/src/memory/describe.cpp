// SPDX-License-Identifier: MIT
// What memory is called in reports.
#include <map>

#include "../platform/debug_info.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../say/host_findings.h"
#include "../say/memory_text.h"
#include "../say/report.h"
#include "arena.h"

namespace cpu_device
{
namespace
{
const char *function_of(const memory_block &b)
{
    if (b.origin == memory_origin::of_process)
        return "cudaIpcOpenMemHandle";
    if (b.origin == memory_origin::of_graphics)
        return "cudaGraphicsMapResources";
    if (b.origin == memory_origin::mapped)
        return "cuMemMap";
    if (b.origin == memory_origin::captured)
        return "cudaMallocAsync";
    if (b.origin == memory_origin::of_node)
        return "cudaGraphAddMemAllocNode";
    if (b.origin == memory_origin::condition)
        return "cudaGraphConditionalHandleCreate";
    switch (b.kind) {
    case memory_kind::device: return "cudaMalloc";
    case memory_kind::managed: return "cudaMallocManaged";
    case memory_kind::pinned: return "cudaMallocHost";
    case memory_kind::array: return "cudaMallocArray";
    case memory_kind::heap: return b.by_new ? "new in a kernel" : "malloc() in a kernel"; // tr() by say/
    }
    return "";
}

std::string where_made(const memory_block &b)
{
    return b.callers == nullptr ? at_line(b.made_at) : at_users_line(b.made_at, b.callers, allocation::most_callers);
}

named_block::state state_of(const memory_block &b)
{
    if (!b.freed)
        return b.origin == memory_origin::mapped && b.accessible == 0 ? named_block::inaccessible : named_block::exists;
    if (b.freed_at == nullptr)
        return named_block::reset;
    return b.origin == memory_origin::of_process                                         ? named_block::closed
           : b.origin == memory_origin::of_graphics || b.origin == memory_origin::mapped ? named_block::unmapped
                                                                                         : named_block::freed;
}
} // namespace

std::string describe(const memory_block &b)
{
    return name_of(named_block{b.size, function_of(b), where_made(b), state_of(b), at_line(b.freed_at)});
}

namespace
{
// Where an address lies relative to a block.
place_in_memory describe_from(const memory_block &b, const char *p)
{
    const char *end = b.first + b.size;
    place_in_memory place = {b.freed ? place_in_memory::inside : place_in_memory::within, (size_t)(p - b.first),
                             describe(b)};
    place.made = function_of(b) + where_made(b);
    place.first = (uintptr_t)b.first;
    if (p < b.first) {
        place.where = place_in_memory::before;
        place.bytes = (size_t)(b.first - p);
    } else if (p >= end) {
        place.where = place_in_memory::past;
        place.bytes = (size_t)(p - end);
    }
    return place;
}

// The same of memory that may have rows.
place_in_memory describe_in_rows(const allocation &a, const char *p)
{
    place_in_memory place = describe_from(a, p);
    if (place.where == place_in_memory::within) {
        place.row = a.row;
        place.pitch = a.pitch;
        place.in_rows = place.bytes;
    }
    return place;
}

place_in_memory unallocated()
{
    return {place_in_memory::somewhere, 0, unallocated_memory()};
}

// The same where blocks lie one after the other: from the nearest one.
place_in_memory describe_in_heap(const allocation &a, const char *p)
{
    size_t number = (size_t)(p - a.first) >> a.block_shift, count = a.size >> a.block_shift;
    const memory_block *near = nullptr;
    if (number < count && a.blocks[number].made_at != nullptr)
        near = &a.blocks[number];
    const memory_block *next = number + 1 < count ? &a.blocks[number + 1] : nullptr;
    if (next != nullptr && next->made_at != nullptr &&
        (near == nullptr || p - (near->first + near->size) > next->first - p))
        near = next;
    if (near == nullptr)
        return unallocated();
    place_in_memory place = describe_from(*near, p);
    if (a.freed && !near->freed)
        place.object = in_reset_heap(place.object);
    return place;
}
} // namespace

place_in_memory describe_address(const void *address)
{
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (!m.in_arena(address)) {
        const auto *known = m.registered.find(address);
        if (known == nullptr)
            return {};
        place_in_memory place = {place_in_memory::within, (size_t)(static_cast<const char *>(address) - known->first),
                                 registered_memory(known->second.size)};
        place.first = (uintptr_t)known->first;
        return place;
    }
    const char *p = static_cast<const char *>(address);
    if (const allocation *a = m.find_pages(p))
        return a->blocks ? describe_in_heap(*a, p) : describe_in_rows(*a, p);
    if (const auto *reserved = m.find_reserved(p, 1)) {
        place_in_memory place = {place_in_memory::within, (size_t)(p - reserved->first),
                                 reserved_addresses(reserved->second.size, at_line(reserved->second.made_at))};
        place.first = (uintptr_t)reserved->first;
        return place;
    }
    auto [before, after] = m.neighbours(p);
    if (before == nullptr && after == nullptr)
        return unallocated();
    if (after == nullptr || (before != nullptr && p - (before->first + before->size) <= after->first - p))
        return describe_from(*before, p);
    return describe_from(*after, p);
}

std::string describe_foreign(const void *address, int device)
{
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const allocation *a = m.find(address);
    if (a == nullptr || a->accessible == 0 || a->reachable_from >> device & 1)
        return "";
    return memory_of_other_device(a->device, device,
                                  a->origin == memory_origin::mapped ? way_to_memory::mapping
                                  : a->of_pool                       ? way_to_memory::pool
                                                                     : way_to_memory::peer);
}

place_in_memory describe_variable(const void *address)
{
    const program_variable v = variable_at(address);
    if (v.size == 0)
        return {};
    const size_t scope = v.name.rfind("::");
    const std::string name = scope == std::string::npos ? v.name : v.name.substr(scope + 2);
    std::string type;
    const std::string part =
        part_of_variable(image_of(address), name, static_cast<const char *>(address) - v.offset, v.offset, &type);
    place_in_memory place = {place_in_memory::within, v.offset,
                             name_of_variable(is_constant(static_cast<const char *>(address)), v.name, v.is_gone),
                             v.name, part.empty() ? "" : name + part};
    place.type = type;
    place.first = (uintptr_t)address - v.offset;
    place.unit = unit_of_variable(image_of(address), name, static_cast<const char *>(address) - v.offset);
    return place;
}

void host_touches(const void *address, bool writes, const void *pc)
{
    const allocation *a = the_arena().owner(address);
    if (a == nullptr || (!is_device_memory(a->kind) && a->kind != memory_kind::heap))
        return;
    const source_position at = reported_place(pc);
    report_once("host:" + at.text(), touched_by_host(at, describe_address(address), writes));
}

void report_leaks()
{
    if (checked_arena_size == 0)
        return;
    struct leak {
        size_t count, bytes;
        const allocation *example;
    };
    std::map<std::string, leak> leaks; // by line
    arena &m = the_arena();
    {
        std::lock_guard<std::mutex> lock(m.mutex);
        m.for_each_live([&](const allocation &a) {
            if (a.kind == memory_kind::heap || a.not_a_leak)
                return;
            leak &one = leaks.emplace(where_made(a), leak{0, 0, &a}).first->second;
            ++one.count;
            one.bytes += a.size;
        });
    }
    for (const auto &[line, one] : leaks) {
        const memory_kind of = one.example->kind;
        report_leak(
            worded(leaked_memory{one.bytes, one.count,
                                 of == memory_kind::device    ? "device"
                                 : of == memory_kind::array   ? "array"
                                 : of == memory_kind::managed ? "managed"
                                                              : "pinned host",
                                 function_of(*one.example), line,
                                 one.example->origin == memory_origin::of_process    ? "cudaIpcCloseMemHandle"
                                 : one.example->origin == memory_origin::of_graphics ? "cudaGraphicsUnmapResources"
                                 : one.example->origin == memory_origin::mapped      ? "cuMemUnmap"
                                 : of == memory_kind::pinned                         ? "cudaFreeHost"
                                 : of == memory_kind::array                          ? "cudaFreeArray"
                                                                                     : "cudaFree",
                                 reported_place(one.example->made_at)}));
    }
}
} // namespace cpu_device
