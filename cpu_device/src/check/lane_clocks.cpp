// SPDX-License-Identifier: MIT
#include "lane_clocks.h"

#include <cstring>

#include "clock_keys.h"

namespace cpu_device
{
void lane_clocks::epoch_begins()
{
    std::fill(warp_clock_, warp_clock_ + (time_.threads() + warp_size - 1) / warp_size, 0);
    forget_partial();
}

void lane_clocks::forget_partial()
{
    if (partial_)
        memset(in_warp_.get(), 0, time_.threads() * sizeof in_warp_[0]);
    partial_ = false;
}

void lane_clocks::meet(unsigned warp, unsigned lanes)
{
    const unsigned count = std::min(time_.threads() - warp * warp_size, warp_size);
    if (lanes == (count == warp_size ? ~0u : (1u << count) - 1))
        all_meet(warp, lanes);
    else
        some_meet(warp, lanes);
}

void lane_clocks::all_meet(unsigned warp, unsigned lanes)
{
    uint32_t latest = 0;
    bool quiet = true; // since they last met, no lane has done anything
    for_each_lane(warp, lanes, [&](unsigned t) {
        latest = std::max(latest, time_.clock(t));
        quiet &= !time_.timestamp(t).has_segment();
    });
    if (quiet && latest == warp_clock_[warp])
        return;
    warp_clock_[warp] = latest + 1;
    for_each_lane(warp, lanes, [&](unsigned t) { time_.set_clock(t, latest + 1); });
}

void lane_clocks::some_meet(unsigned warp, unsigned lanes)
{
    if (in_warp_ == nullptr)
        in_warp_.reset(new uint32_t[max_threads][warp_size]());
    partial_ = true;
    uint32_t all[warp_size] = {};
    for_each_lane(warp, lanes, [&](unsigned t) {
        for (unsigned i = 0; i < warp_size; ++i)
            all[i] = std::max(all[i], in_warp_[t][i]);
    });
    for_each_lane(warp, lanes, [&](unsigned t) {
        time_.tick(t);
        all[t % warp_size] = time_.clock(t);
    });
    for_each_lane(warp, lanes, [&](unsigned t) { std::copy(all, all + warp_size, in_warp_[t]); });
}

void lane_clocks::join(vector_clock &clock, unsigned thread) const
{
    const unsigned warp = thread / warp_size, first = warp * warp_size;
    if (warp_clock_[warp] > 0)
        clock.join(key_of_warp(time_.block(), thread), point_of(time_.epoch(), warp_clock_[warp] - 1));
    for (unsigned lane = 0; partial_ && lane < warp_size; ++lane)
        if (in_warp_[thread][lane] > 0)
            clock.join(key_of(time_.block(), first + lane), point_of(time_.epoch(), in_warp_[thread][lane] - 1));
}

void lane_clocks::note(shadow_value there, unsigned thread, const cell *c)
{
    if (c == nullptr)
        return;
    const unsigned warp = thread / warp_size, its = there.thread() / warp_size;
    if (there.reach() == reach::one)
        noted_.begin(c, time_.epoch_number(), its, true).add(there.thread() % warp_size, segment_of(there).clock);
    warp_lanes::entry *all = noted_.find(c, time_.epoch_number(), warp);
    if (all == nullptr) // it may have been known before
        all = &noted_.begin(c, time_.epoch_number(), warp, false);
    all->add(thread % warp_size, time_.clock(thread));
}
} // namespace cpu_device
