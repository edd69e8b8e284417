// SPDX-License-Identifier: MIT
// The cells of an access of global memory: of an allocation, a variable or registered memory.
#pragma once

#include <algorithm>

#include "../memory/arena.h"
#include "events.h"

namespace cpu_device
{
// Calls function(part, cells) for each part of an access whose cells lie together, in one page; null: it has none.
template <class Function> void for_cells_of(announced_access access, Function function)
{
    for (size_t left = access.size; left > 0; left -= access.size, access.address += access.size) {
        access.size = std::min(left, arena_page::size - (uintptr_t)access.address % arena_page::size);
        cell *cells =
            in_checked_arena(access.address) ? the_arena().cell_of(access.address) : cells_of_variable(access.address);
        if (size_t size; cells == nullptr && (cells = cells_of_registered(access.address, size)) != nullptr)
            access.size = std::min(access.size, size);
        function(access, cells);
    }
}
} // namespace cpu_device
