// SPDX-License-Identifier: MIT
// What a thread has acquired by fences: by its own, and by those of its block before the last barrier.
#pragma once

#include <cstdint>

#include "cell.h"
#include "history.h"
#include "vector_clock.h"

namespace cpu_device
{
class acquired_clocks
{
  public:
    acquired_clocks(const vector_clock &own, const vector_clock &of_block) : own_(own), of_block_(of_block) {}
    bool empty() const
    {
        return own_.empty() && of_block_.empty();
    }
    // Whether the access of the thread that the shadow value names is covered; and that of a thread in a segment.
    bool covers(shadow_value value) const;
    bool covers(const segment &s, unsigned thread) const;
    // A shadow value of another block stands for several threads, of several warps if that is its reach. The clocks
    // cover the one that it names: whether they cover another one, as they must if they cover all.
    bool covers_another(shadow_value value, unsigned threads) const;
    // Whether anything that a block did is covered. `first_segment`: of the launch.
    bool any_of_block(uint32_t block, unsigned threads, uint32_t first_segment) const;

  private:
    const vector_clock &own_, &of_block_;
};
} // namespace cpu_device
