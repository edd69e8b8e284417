// SPDX-License-Identifier: MIT
// The cells of an access of global memory: of an allocation, a variable or registered memory.
#pragma once

#include <algorithm>

#include "../memory/arena.h"
#include "events.h"

namespace cpu_device
{
// Calls function(part, cells) for each part of an access whose cells lie together, in one page; null: it has none.
template <class Function> void for_cells_of(announced_access what, Function function)
{
    for (size_t left = what.size; left > 0; left -= what.size, what.address += what.size) {
        what.size = std::min(left, arena_page::size - (uintptr_t)what.address % arena_page::size);
        cell *cells =
            in_checked_arena(what.address) ? the_arena().cell_of(what.address) : cells_of_variable(what.address);
        if (size_t size; cells == nullptr && (cells = cells_of_registered(what.address, size)) != nullptr)
            what.size = std::min(what.size, size);
        function(what, cells);
    }
}
} // namespace cpu_device
