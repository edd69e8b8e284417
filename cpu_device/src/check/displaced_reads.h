// SPDX-License-Identifier: MIT
// A cell keeps one load of the launches that may be unordered, the last one. `x[i] += 1` loads before it stores, so its
// own load would take the place of another launch's, with which the store races. This table keeps such a load for the
// store that follows soon. It is a cache without collision lists: a lost entry is a false negative.
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
    void keep(const cell *of, word read)
    {
        if (all_ == nullptr)
            all_.reset(new entry[count]());
        slot_of(of) = {of, read};
    }
    word of(const cell *c) const // empty: none
    {
        if (all_ == nullptr)
            return word();
        const entry &e = slot_of(c);
        return e.of == c ? e.read : word();
    }

  private:
    struct entry {
        const cell *of;
        word read;
    };
    static constexpr unsigned count = 4096;
    entry &slot_of(const cell *of) const
    {
        return all_[reinterpret_cast<uintptr_t>(of) / sizeof(cell) % count];
    }
    std::unique_ptr<entry[]> all_;
};
} // namespace cpu_device
