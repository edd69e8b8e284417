// SPDX-License-Identifier: MIT
// How many steps of joins of vector clocks a core makes in a launch before its clocks become coarse: so many, and more
// for each fence; twice as many with block scope, for which everything is joined twice.
#pragma once

#include <cstdint>

#include "vector_clock.h"

namespace cpu_device
{
class join_budget
{
  public:
    void begin(bool block_scope)
    {
        left_ = most_steps << block_scope;
        left_for_others_ = most_steps;
    }
    void add_fence(bool block_scope)
    {
        left_ += steps_a_fence << block_scope;
    }
    // Subtracts the steps of the joins since there were `before`. False: none are left.
    bool pay(uint64_t before)
    {
        left_ -= steps_since(before);
        return left_ >= 0;
    }
    // The same of joins for other launches: without any left, later ones hear of all that this one has done.
    void pay_for_others(uint64_t before)
    {
        left_for_others_ -= steps_since(before);
    }
    bool has_steps_for_others() const
    {
        return left_for_others_ >= 0;
    }

  private:
    static constexpr int64_t most_steps = 1 << 18, steps_a_fence = 8;
    static int64_t steps_since(uint64_t before)
    {
        return (int64_t)(vector_clock::steps_made() - before);
    }
    int64_t left_ = 0, left_for_others_ = 0;
};
} // namespace cpu_device
