// SPDX-License-Identifier: MIT
// Addresses that the program reserves, and memory that it maps there.
//
// Each mapping has a record like an allocation, so that the checks see it as one; but nothing lies between two mappings
// side by side, and a record that is unmapped stays, for reports, until something else is mapped there.
#include <algorithm>

#include "../platform/pages.h"
#include "../platform/source_line.h"
#include "arena.h"

namespace cpu_device
{
char *arena::reserve_addresses(size_t size, size_t alignment, const void *caller)
{
    alignment = std::max(alignment, granularity);
    char *all = size > size_ ? nullptr : free_.take(size + alignment);
    while (all == nullptr && size <= size_ && forget_oldest())
        all = free_.take(size + alignment);
    if (all == nullptr)
        return nullptr;
    const size_t before = (alignment - reinterpret_cast<uintptr_t>(all) % alignment) % alignment;
    char *begin = all + before;
    if (before > 0)
        free_.add(all, before);
    if (alignment > before)
        free_.add(begin + size, alignment - before);
    reserved[begin] = {size, caller};
    return begin;
}

const std::pair<const char *const, arena::reserved_addresses> *arena::find_reserved(const void *address,
                                                                                    size_t size) const
{
    const char *p = static_cast<const char *>(address);
    auto after = reserved.upper_bound(p);
    if (after == reserved.begin())
        return nullptr;
    const auto &[begin, range] = *std::prev(after);
    const size_t offset = (size_t)(p - begin);
    return offset < range.size && size <= range.size - offset ? &*std::prev(after) : nullptr;
}

void arena::free_addresses(const char *begin)
{
    const auto range = reserved.find(begin);
    const char *end = begin + range->second.size;
    for (auto place = places_.lower_bound(begin); place != places_.end() && place->first < end;)
        forget_mapping((place++)->second);
    free_.add(const_cast<char *>(begin), range->second.size);
    reserved.erase(range);
}

// The record of memory that is no longer mapped.
void arena::forget_mapping(allocation *gone)
{
    places_.erase(gone->pages);
    if (page_table_ != nullptr)
        for (char *page = gone->pages; page < gone->pages + gone->pages_size; page += arena_page::size)
            page_of(page).owner_and_mark = 0;
    spare_.push_back(gone);
}

allocation *arena::map_file(char *at, size_t size, int file, bool written, int device, const void *caller)
{
    if (cpu_device::map_file(file, size, at) == nullptr || !forbid_access(at, size))
        return nullptr;
    for (auto place = places_.lower_bound(at); place != places_.end() && place->first < at + size;)
        forget_mapping((place++)->second);
    if (allocation *old = find_pages(at)) // it began before
        forget_mapping(old);
    allocation *made = spare_record();
    made->first = made->pages = at;
    made->size = made->pages_size = size;
    made->accessible = 0;
    made->kind = memory_kind::device;
    made->origin = memory_origin::mapped;
    made->by_new = made->of_pool = made->freed = false;
    made->made_at = caller;
    made->freed_at = nullptr;
    note_callers(caller, made->called_from, allocation::most_callers);
    made->callers = made->called_from;
    made->looked_at = 0;
    made->stored_by = nullptr;
    made->copied_in = nullptr;
    made->loaded = made->came_back = made->not_a_leak = false;
    made->blocks = nullptr;
    made->cells = nullptr;
    made->device = device;
    made->file = -1;
    made->reachable_from = 0;
    places_[at] = made;
    ++live_;
    if (page_table_ != nullptr) {
        if ((with_cells_ + size) * cell_bytes_per_byte <= budget.all())
            made->cells = free_cells_.take(size * cell_bytes_per_byte);
        with_cells_ += made->cells ? size : 0;
        for (char *page = at; page < at + size; page += arena_page::size)
            page_of(page).owner_and_mark.store(reinterpret_cast<uintptr_t>(made), std::memory_order_release);
        if (written)
            set_all_written(*made);
    }
    return made;
}

void arena::unmap(allocation &gone, const void *caller)
{
    gone.accessible = 0;
    gone.reachable_from = 0;
    gone.freed_at = caller;
    gone.freed = true;
    drop_pages(gone.pages, gone.size);
    --live_;
    if (page_table_ != nullptr)
        clear_pages(reinterpret_cast<char *>(written_) + (gone.pages - arena_) / 8, gone.size / 8);
    if (gone.cells == nullptr)
        return;
    with_cells_ -= gone.size;
    for (char *page = gone.pages; page < gone.pages + gone.size; page += arena_page::size) {
        page_of(page).cells = nullptr;
        page_of(page).owner_and_mark &= ~(uintptr_t)1;
    }
    clear_pages(gone.cells, gone.size * cell_bytes_per_byte);
    free_cells_.add(gone.cells, gone.size * cell_bytes_per_byte);
    gone.cells = nullptr;
}

bool arena::set_access(allocation &a, uint32_t devices, bool writable)
{
    if (!(devices == 0 ? forbid_access(a.pages, a.size)
          : writable   ? allow_access(a.pages, a.size)
                       : allow_reading(a.pages, a.size)))
        return false;
    a.reachable_from = devices;
    a.accessible = devices == 0 ? 0 : a.size;
    return true;
}

bool arena::goes_on(const allocation &a, const char *begin, size_t size) const
{
    for (const allocation *part = &a;;) {
        if (part->origin != memory_origin::mapped || part->accessible == 0)
            return false;
        const size_t here = part->size - (size_t)(begin - part->first);
        if (size <= here)
            return true;
        begin += here;
        size -= here;
        part = find(begin);
        if (part == nullptr)
            return false;
    }
}
} // namespace cpu_device
