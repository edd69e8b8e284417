// SPDX-License-Identifier: MIT
// If a check wants it (events.h), the lanes of a warp take turns at their accesses; the lane that is furthest behind in
// the source comes first. So they stay together, as a GPU's mostly do, and a warp goes on until all of its lanes wait.
// A lane that holds a lock is ahead of those that spin for it. So a lane that was passed over often comes first.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "turns.h"

namespace cpu_device
{
class lockstep
{
  public:
    void launch_begins();
    int line_number(const void *instruction); // 0: it is not known
    // A thread is about to access memory, or to wait, at that line: which thread of its warp runs next. When the thread
    // runs again, goes_on() is to be called.
    unsigned next(unsigned thread, int line, const turns &all);
    void goes_on(unsigned thread)
    {
        before_line_[thread] = 0;
    }

  private:
    int before_line_[max_threads] = {};     // the line of the access for which a thread waits, 0 if it does not
    uint8_t passed_over_[max_threads] = {}; // how often other lanes came first
    std::unordered_map<const void *, int> lines_;
};
} // namespace cpu_device
