// SPDX-License-Identifier: MIT
// A shadow value that stands for several threads of a block names only one of them. This table knows the others, by
// warps: which lanes, and the clock of each one's last access. It is needed where fewer than all lanes of a warp may
// meet, and where fences order single threads, for then some of these accesses are ordered and others are not.
//
// The table is a cache without collision lists. An access of another cell may take an entry's place; then the lanes of
// the first cell's shadow value are no longer known.
#pragma once

#include <cstdint>
#include <memory>

#include "../limits.h"
#include "cell.h"

namespace cpu_device
{
// One for each core, about the epoch that its block is in.
class warp_lanes
{
  public:
    struct entry {
        const cell *of = nullptr;
        uint32_t epoch = 0;          // its number, unique over all blocks
        unsigned warp = 0;           // of the block
        bool is_complete = false;    // no other lane of the warp has accessed the cell
        uint32_t lanes = 0;          // a bit for each
        uint32_t clock[warp_size]{}; // of each lane's last access
        void add(unsigned lane, uint32_t its_clock)
        {
            lanes |= 1u << lane;
            clock[lane] = its_clock;
        }
    };
    // The entry of a cell and a warp that has accessed it; null: it is not known.
    entry *find(const cell *of, uint32_t epoch, unsigned warp) const
    {
        if (all_ == nullptr || of == nullptr)
            return nullptr;
        entry &e = slot_of(of, warp);
        return e.of == of && e.epoch == epoch && e.warp == warp ? &e : nullptr;
    }
    entry &begin(const cell *of, uint32_t epoch, unsigned warp, bool is_complete)
    {
        if (all_ == nullptr)
            all_.reset(new entry[count]);
        entry &e = slot_of(of, warp);
        e.of = of;
        e.epoch = epoch;
        e.warp = warp;
        e.is_complete = is_complete;
        e.lanes = 0;
        return e;
    }

  private:
    static constexpr unsigned count = 1024;
    entry &slot_of(const cell *of, unsigned warp) const
    {
        const uintptr_t number = reinterpret_cast<uintptr_t>(of) / sizeof(cell) + 67 * warp;
        return all_[(number + number / count) % count];
    }
    std::unique_ptr<entry[]> all_;
};
} // namespace cpu_device
