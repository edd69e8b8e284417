// SPDX-License-Identifier: MIT
// What a core knows for its race check (races.h): what orders accesses, the accesses that are recorded, and the
// conflicts among them. The fast path of an access (fast_path.h) and the race check itself work on the same parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cell.h"
#include "clocks.h"
#include "conflicts.h"
#include "grid_reads.h"
#include "guesses.h"
#include "history.h"
#include "shadow.h"

namespace cpu_device
{
struct race_parts {
    launch_record *launch = nullptr;
    instruction_codes instructions;
    guesses guessed;
    block_clocks clocks;
    conflicts found{clocks};
    shadow recorded{clocks, found, guessed};
    grid_reads of_grid{clocks};

    // The fast path for an atomic operation on shared memory where there were only atomic operations since the barrier:
    // it takes the place of the last one. Without fences it releases nothing. False: race_check::on_shared_access() is
    // to be called.
    bool update_quickly(unsigned thread, size_t offset, size_t size, const void *pc)
    {
        if (size != 4 || offset % 4 != 0 || launch->synced.fenced || launch->depends != nullptr ||
            !recorded.of_shared().were_written(offset, 15))
            return false;
        return recorded.update_quickly(thread, offset, instructions.of(pc));
    }
    // Moves what the stripes of a page have recorded into its cells, before anything else looks at these.
    void put_in_cells(arena_page &page, const char *address)
    {
        if (!recorded.in_order().is_in_cells(page))
            recorded.in_order().put_in_cells(page, address);
    }
};
} // namespace cpu_device
