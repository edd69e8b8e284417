// SPDX-License-Identifier: MIT
// What volatile loads and stores are for, as the order in which a thread does them shows: a store sets a flag or writes
// data; a load polls; a load followed by a store of the same place loses another thread's store in between.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "access.h"
#include "clocks.h"
#include "conflicts.h"
#include "shadow.h"

namespace cpu_device
{
// One for each core.
class volatile_accesses
{
  public:
    volatile_accesses(block_clocks &clocks, conflicts &pairs, const shadow &recorded);
    void launch_begins(launch_record &launch, bool anew);
    void block_begins();
    void before_fence(unsigned thread); // a fence that releases
    void lanes_meet(unsigned warp, unsigned lanes);
    // A volatile access comes next, which the cell has not recorded yet.
    void access_comes(unsigned thread, access kind, const char *address, const cell &c, const accessed_place &at,
                      uint32_t instruction);
    // How the cell records a volatile store: whether it sets a flag, or stores data.
    cell_access flag_or_data(unsigned thread, const char *address);
    // Where the thread has last read by a volatile load, if it has not stored there since; null: nowhere.
    const char *looked_at(unsigned thread) const
    {
        return latest_[thread].looked_at;
    }
    // Whether the thread has last read that very place by a volatile load, and not stored there since.
    bool has_looked_at(unsigned thread, const char *address) const
    {
        return any_ && latest_[thread].looked_at == address;
    }

  private:
    struct look {
        const char *address;
        uint32_t instruction, epoch;
        bool unset; // no thread had stored there yet
    };
    struct latest {
        static constexpr unsigned most_looks = 16;
        look looks[most_looks] = {};     // by volatile loads, the latest ones
        unsigned next_look = 0;          // the one to be replaced
        const char *looked_at = nullptr; // where it last read by a volatile load,
        shadow_value version = {};       // and by which store
        static constexpr unsigned most_flags = 8;
        const char *flags[most_flags] = {}; // the latest that it set and has not fenced since
        unsigned set_flags = 0;             // how many there were
        uint32_t released = 0;              // the epoch in which it last fenced after a store
        void forget_flags()
        {
            if (set_flags != 0)
                std::fill_n(flags, most_flags, nullptr);
            set_flags = 0;
        }
    };
    void load_comes(unsigned thread, const char *address, const cell &c, const accessed_place &at,
                    uint32_t instruction);
    void look_for_lost_update(unsigned thread, const cell &c, const accessed_place &at, uint32_t instruction);

    launch_record *launch_ = nullptr;
    block_clocks &clocks_;
    conflicts &conflicts_;
    const shadow &shadow_;
    bool any_ = false; // in this block
    std::unique_ptr<latest[]> latest_;
};
} // namespace cpu_device
