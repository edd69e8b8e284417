// SPDX-License-Identifier: MIT
// What the lanes of a warp know of one another in this epoch, from __syncwarp() and the like.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "../limits.h"
#include "cell.h"
#include "epochs.h"
#include "vector_clock.h"
#include "warp_lanes.h"

namespace cpu_device
{
// For each lane of a warp.
template <class Function> void for_each_lane(unsigned warp, unsigned lanes, Function function)
{
    for (unsigned rest = lanes; rest; rest &= rest - 1)
        function(warp * warp_size + (unsigned)__builtin_ctz(rest));
}

// One for each core.
class lane_clocks
{
  public:
    explicit lane_clocks(epochs &time) : time_(time) {}
    void launch_begins() // before that of the epochs: earlier blocks may have had more threads
    {
        forget_partial();
    }
    void epoch_begins();
    // What any of these lanes did before is ordered before what any of them does now.
    void meet(unsigned warp, unsigned lanes);
    bool is_partial() const // some lanes of a warp have met without the others
    {
        return partial_;
    }
    // What the lane of the thread's warp did before this clock of its own is ordered before what the thread does now.
    uint32_t known_of(unsigned thread, unsigned lane) const
    {
        const uint32_t all = warp_clock_[thread / warp_size];
        return partial_ ? std::max(all, in_warp_[thread][lane]) : all;
    }
    // What the lanes that the thread has met did before that counts as its own.
    void join(vector_clock &clock, unsigned thread) const;
    // A shadow value that stands for one thread of the block, or for several, will stand for this thread too.
    void note(shadow_value there, unsigned thread, const cell *c);
    // The lanes of a warp that a shadow value of the cell stands for; null: not known.
    const warp_lanes::entry *noted(const cell *c, unsigned warp) const
    {
        return noted_.find(c, time_.epoch_number(), warp);
    }

  private:
    void forget_partial();
    void all_meet(unsigned warp, unsigned lanes);
    void some_meet(unsigned warp, unsigned lanes);

    epochs &time_;
    uint32_t warp_clock_[max_warps] = {}; // what the lanes did before it is ordered for all lanes
    bool partial_ = false;
    std::unique_ptr<uint32_t[][warp_size]> in_warp_; // then: each thread's clock for the lanes of its warp
    warp_lanes noted_;
};
} // namespace cpu_device
