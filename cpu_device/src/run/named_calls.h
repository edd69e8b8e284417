// SPDX-License-Identifier: MIT
// What a thread does at a barrier with a number (named_barriers.h), and what is wrong with it.
#pragma once

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class named_calls
{
  public:
    named_calls(core &on, block &its) : core_(on), b_(its) {}
    // A barrier with a number (named_barriers.h).
    void meet_named(unsigned number, bool aligned, const named_barrier::arrival &how);
    unsigned threads_at(const named_barrier &b) const;
    void look_at_named(unsigned warp);

  private:
    void number_must_be_right(unsigned number, const named_barrier::arrival &how);
    void counts_must_agree(unsigned number, unsigned warp, const named_barrier::arrival &how);
    bool lanes_agree(unsigned warp) const;
    void warp_arrives(unsigned warp);
    void complete_named(unsigned number);

    core &core_;
    block &b_;
};
} // namespace cpu_device
