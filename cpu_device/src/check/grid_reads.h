// SPDX-License-Identifier: MIT
// Pages of which several blocks have read every word, and to which none has stored: a plain load of this launch adds
// nothing to their cells, until a fence may order blocks.
#pragma once

#include <cstdint>

#include "../memory/arena.h"
#include "cell.h"
#include "clocks.h"
#include "history.h"

namespace cpu_device
{
// One for each core. A page holds the number of the launch, and how many of its words from the first on were read so.
class grid_reads
{
  public:
    explicit grid_reads(const block_clocks &clocks) : clocks_(clocks) {}
    void launch_begins(const launch_record &launch)
    {
        launch_ = &launch;
        whole_ = (uint64_t)launch.number << 32 | arena_page::words;
    }
    bool have_read(const arena_page &page) const
    {
        return page.read_by_grid.load(std::memory_order_relaxed) == whole_ && !launch_->synced.fenced;
    }
    void otherwise_accessed(arena_page &page) const // that is over
    {
        page.read_by_grid.store((whole_ - arena_page::words) | arena_page::accessed_otherwise,
                                std::memory_order_relaxed);
    }
    void note(const cell &c, const char *address) const; // the cell represents reads by several blocks from now on

  private:
    const block_clocks &clocks_;
    const launch_record *launch_ = nullptr;
    uint64_t whole_ = 0; // what a page holds of which this launch has read every word so
};
} // namespace cpu_device
