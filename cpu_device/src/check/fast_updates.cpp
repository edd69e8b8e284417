// SPDX-License-Identifier: MIT
#include "fast_updates.h"

namespace cpu_device
{
bool fast_updates::is_alone(unsigned thread, const char *address, size_t size, const void *pc)
{
    if (seeing_all_ || !in_checked_arena(address) || size < 4 || (uintptr_t)address % size != 0)
        return false;
    const arena_page &page = checked_page(address);
    const allocation *a = page.owner();
    cell *cells = page.cells.load(std::memory_order_acquire);
    if (cells == nullptr || a == nullptr || a->blocks != nullptr) // a block of the kernels' heap may be freed by now
        return false;
    parts_.found.judge_last_store();
    if (!parts_.clocks.atomics_order_nothing() || !parts_.recorded.in_order().is_in_cells(page) ||
        parts_.launch->depends != nullptr)
        return false;
    cells += fast_memory::cell_in_page(address);
    const uint32_t instruction = parts_.instructions.of(pc);
    for (size_t i = 0; i < size / 4; ++i)
        if (!parts_.recorded.update_is_alone(cells[i], thread, instruction))
            return false;
    return true;
}
} // namespace cpu_device
