// SPDX-License-Identifier: MIT
#include "fast_path.h"

#include <algorithm>
#include <cstdlib>

namespace cpu_device
{
bool fast_path::are_recorded(const char *first, size_t step, size_t count, size_t size) const
{
    if (count == 0)
        return true;
    ptrdiff_t length; // from the first to the last
    if (((uintptr_t)first | step) % size != 0 ||
        __builtin_mul_overflow((ptrdiff_t)step, (ptrdiff_t)(count - 1), &length) || (ptrdiff_t)(count - 1) < 0)
        return false;
    const char *const last = reinterpret_cast<const char *>((uintptr_t)first + (uintptr_t)length);
    const size_t width = (size_t)std::abs((ptrdiff_t)step);
    return memory_.are_in_pages(std::min(first, last), std::max(first, last), std::max(width, arena_page::size),
                                [this](const arena_page &page) { return parts_.of_grid.have_read(page); });
}
} // namespace cpu_device
