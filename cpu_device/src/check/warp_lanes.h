// SPDX-License-Identifier: MIT
// A shadow value that stands for several lanes of a warp names only one of them. This table knows the others: which
// lanes, and the clock of each one's last access. It is needed where fewer than all lanes of a warp may meet, for then
// some of these accesses are ordered and others are not.
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
        uint32_t lanes = 0;          // a bit for each
        uint32_t clock[warp_size]{}; // of each lane's last access
        void add(unsigned lane, uint32_t its_clock)
        {
            lanes |= 1u << lane;
            clock[lane] = its_clock;
        }
    };
    // The entry of a cell whose shadow value stands for several lanes of a warp; null: they are not known.
    entry *find(const cell *of, uint32_t epoch) const
    {
        if (all_ == nullptr || of == nullptr)
            return nullptr;
        entry &e = slot_of(of);
        return e.of == of && e.epoch == epoch ? &e : nullptr;
    }
    // A new one, for a shadow value that stood for one thread until now.
    entry &begin(const cell *of, uint32_t epoch)
    {
        if (all_ == nullptr)
            all_.reset(new entry[count]);
        entry &e = slot_of(of);
        e.of = of;
        e.epoch = epoch;
        e.lanes = 0;
        return e;
    }

  private:
    static constexpr unsigned count = 1024;
    entry &slot_of(const cell *of) const
    {
        const uintptr_t number = reinterpret_cast<uintptr_t>(of) / sizeof(cell);
        return all_[(number + number / count) % count];
    }
    std::unique_ptr<entry[]> all_;
};
} // namespace cpu_device
