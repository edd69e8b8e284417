// SPDX-License-Identifier: MIT
// The memory whose accesses take the fast path (fast_path.h): the pages of the arena, and the shared memory of the
// block that runs, with their cells.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../memory/arena.h"
#include "../memory/block_memory.h"
#include "cell.h"
#include "events.h"
#include "shared_cells.h"

namespace cpu_device
{
// One for each core.
class fast_memory
{
  public:
    explicit fast_memory(const block_memory &of_block) : of_block_(of_block) {}
    void launch_begins(shared_cells &cells, size_t dynamic_offset)
    {
        arena_ = checked_arena;
        pages_ = checked_pages;
        static_.begin = of_block_.static_at(0);
        static_.cells = &cells.at(0);
        dynamic_.begin = of_block_.dynamic();
        dynamic_.cells = &cells.at(dynamic_offset);
    }
    void hide(bool all) // no address is known then
    {
        arena_size_ = all ? 0 : checked_arena_size;
        static_.size = all ? 0 : of_block_.static_size();
        dynamic_.size = all ? 0 : of_block_.dynamic_size();
    }

    template <size_t size> static bool is_aligned(const char *address)
    {
        return (reinterpret_cast<uintptr_t>(address) & ((size < 8 ? size : 8) - 1)) == 0;
    }
    // Whether an access lies in the arena, in the cells of one page.
    template <size_t size> [[gnu::always_inline]] bool is_in_page(const char *address) const
    {
        return (uintptr_t)address - arena_ < arena_size_ && is_aligned<size>(address) &&
               (size <= 8 || (uintptr_t)address % arena_page::size <= arena_page::size - size);
    }
    arena_page &page_of(const char *address) const
    {
        return pages_[((uintptr_t)address - arena_) / arena_page::size];
    }
    static size_t cell_in_page(const char *address)
    {
        return (uintptr_t)address % arena_page::size / 4;
    }
    // Whether all that lies between two addresses is in pages of which this is true.
    template <class Predicate> bool are_in_pages(const char *first, const char *last, size_t step, Predicate is) const
    {
        const uintptr_t begin = (uintptr_t)first - arena_, end = (uintptr_t)last - arena_;
        if (begin >= arena_size_ || end >= arena_size_)
            return false;
        for (uintptr_t at = begin; at / arena_page::size <= end / arena_page::size; at += step)
            if (!is(pages_[at / arena_page::size]))
                return false;
        return true;
    }
    // The cells of an access of shared memory; null: it is none, or not known to lie in one variable.
    template <size_t size> [[gnu::always_inline]] cell *cells_in_shared(const char *address) const
    {
        if (!is_aligned<size>(address))
            return nullptr;
        size_t offset = (size_t)(address - static_.begin);
        if (offset < static_.size)
            return size <= 4 || of_block_.within_variable(offset, size) ? static_.cells + offset / 4 : nullptr;
        offset = (size_t)(address - dynamic_.begin);
        return offset < dynamic_.size && size <= dynamic_.size - offset ? dynamic_.cells + offset / 4 : nullptr;
    }

  private:
    uintptr_t arena_ = 0, arena_size_ = 0;
    arena_page *pages_ = nullptr;
    struct {
        const char *begin = nullptr;
        size_t size = 0;
        cell *cells = nullptr;
    } static_, dynamic_;
    const block_memory &of_block_;
};
} // namespace cpu_device
