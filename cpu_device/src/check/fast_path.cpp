// SPDX-License-Identifier: MIT
#include "fast_path.h"

#include <algorithm>
#include <cstdlib>

namespace cpu_device
{
void fast_path::launch_begins()
{
    arena_ = checked_arena;
    pages_ = checked_pages;
    static_.begin = memory_.static_at(0);
    static_.cells = &parts_.recorded.of_shared().at(0);
    dynamic_.begin = memory_.dynamic();
    dynamic_.cells = &parts_.recorded.of_shared().at(here_.dynamic_offset());
}

void fast_path::see(bool all, bool attempts, bool followed)
{
    seeing_all_ = all;
    seeing_attempts_ = attempts;
    followed_ = followed;
    arena_size_ = all ? 0 : checked_arena_size;
    parts_.recorded.in_order().slow_down(stripes::all_seen, all);
    static_.size = all ? 0 : memory_.static_size();
    dynamic_.size = all ? 0 : memory_.dynamic_size();
}

bool fast_path::are_recorded(const char *first, size_t step, size_t count, size_t size) const
{
    if (count == 0)
        return true;
    ptrdiff_t length; // from the first to the last
    if (((uintptr_t)first | step) % size != 0 ||
        __builtin_mul_overflow((ptrdiff_t)step, (ptrdiff_t)(count - 1), &length) || (ptrdiff_t)(count - 1) < 0)
        return false;
    const uintptr_t one = (uintptr_t)first - arena_, other = one + (uintptr_t)length;
    if (one >= arena_size_ || other >= arena_size_)
        return false;
    const size_t width = (size_t)std::abs((ptrdiff_t)step);
    const uintptr_t begin = std::min(one, other), end = std::max(one, other);
    for (uintptr_t at = begin; at / arena_page::size <= end / arena_page::size; at += std::max(width, arena_page::size))
        if (!parts_.of_grid.have_read(pages_[at / arena_page::size]))
            return false;
    return true;
}

bool fast_path::cells_are_alone(const arena_page &page, cell *cells, unsigned thread, size_t size, const void *pc)
{
    if (!parts_.clocks.atomics_order_nothing() || !parts_.recorded.in_order().is_in_cells(page) ||
        parts_.launch->depends != nullptr)
        return false;
    const uint32_t instruction = parts_.instructions.of(pc);
    for (size_t i = 0; i < size / 4; ++i)
        if (!parts_.recorded.update_is_alone(cells[i], thread, instruction))
            return false;
    return true;
}
} // namespace cpu_device
