// SPDX-License-Identifier: MIT
#include "grid_reads.h"

namespace cpu_device
{
// If all earlier words of its page represent such reads as well, counts how many of the later ones do.
void grid_reads::note(const cell &c, const char *address) const
{
    arena_page &page = the_arena().page_of(address);
    const uint64_t launch = whole_ - arena_page::words, state = page.read_by_grid.load(std::memory_order_relaxed);
    uint32_t words = (state ^ launch) >> 32 == 0 ? (uint32_t)state : 0;
    const cell *cells = page.cells.load(std::memory_order_acquire);
    const auto at = (size_t)(&c - cells);
    const allocation *a = page.owner();
    if (words == arena_page::accessed_otherwise || (at != words && at % 32 != 31) || at >= arena_page::words ||
        !launch_->alone || a == nullptr || a->kind != memory_kind::device)
        return;
    const shadow_value wanted = shadow_value{}.accessed(0, cell_access::read, 15).with_reach(reach::grid);
    for (; words < arena_page::words; ++words) {
        const shadow_value others = cells[words].others.load(std::memory_order_relaxed);
        if (!others.is_since(clocks_.time().first().of_grid) || others.is_link() ||
            !others.same_access_and_bytes(wanted) || others.reach() != reach::grid ||
            cells[words].store.load(std::memory_order_relaxed).is_since(clocks_.time().first().of_grid))
            break;
    }
    uint64_t expected = state;
    page.read_by_grid.compare_exchange_strong(expected, launch | words);
}
} // namespace cpu_device
