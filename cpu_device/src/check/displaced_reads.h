// SPDX-License-Identifier: MIT
// A cell keeps only the last of the loads by launches that may be unordered. `x[i] += 1` loads before it stores, so
// its own load would push out another launch's load, with which its store races. This table keeps that load for the
// store that soon follows. It is a cache without collision lists: a lost entry is a false negative.
#pragma once

#include <cstdint>
#include <memory>

#include "cell.h"

namespace cpu_device
{
// One for each core, for the running launch.
class displaced_reads
{
  public:
    void forget()
    {
        all_.reset();
    }
    void keep(const cell *of, shadow_value read)
    {
        if (all_ == nullptr)
            all_.reset(new entry[count]());
        slot_of(of) = {of, read};
    }
    shadow_value of(const cell *c) const // empty: none
    {
        if (all_ == nullptr)
            return shadow_value();
        const entry &e = slot_of(c);
        return e.of == c ? e.read : shadow_value();
    }

  private:
    struct entry {
        const cell *of;
        shadow_value read;
    };
    static constexpr unsigned count = 4096;
    entry &slot_of(const cell *of) const
    {
        return all_[reinterpret_cast<uintptr_t>(of) / sizeof(cell) % count];
    }
    std::unique_ptr<entry[]> all_;
};
} // namespace cpu_device
