// SPDX-License-Identifier: MIT
// In a programmatic dependent launch: which threads of the block have waited for the kernels before it, or have heard
// of that by a barrier, by meeting such a thread in a warp, or by atomic and volatile accesses, whatever they read.
#pragma once

#include <bitset>
#include <cstdint>

#include "../limits.h"
#include "history.h"
#include "lane_clocks.h"

namespace cpu_device
{
// One for each core.
class primary_waits
{
  public:
    void launch_begins(const launch_record &launch)
    {
        launch_ = &launch;
    }
    void block_begins()
    {
        awaited_.reset();
        listens_.reset();
    }
    void waits(unsigned thread)
    {
        if (launch_->depends == nullptr)
            return;
        launch_->depends->awaited.becomes_true();
        awaited_.set(thread);
    }
    void lets_next_begin(unsigned thread) const
    {
        if (launch_->depends != nullptr && !has_awaited(thread))
            launch_->depends->triggered_first.becomes_true();
    }
    void may_hear(unsigned thread) // of one that has waited, from any thread
    {
        if (launch_->depends != nullptr)
            listens_.set(thread);
    }
    void lanes_hear(unsigned warp, unsigned lanes)
    {
        if (launch_->depends == nullptr)
            return;
        bool any = false;
        for_each_lane(warp, lanes, [&](unsigned t) { any |= has_awaited(t); });
        for_each_lane(warp, any ? lanes : 0, [&](unsigned t) { awaited_.set(t); });
    }
    void block_hears() // of a thread of any block
    {
        if (launch_->depends != nullptr && launch_->depends->awaited)
            awaited_.set();
    }
    void barrier()
    {
        if (launch_->depends != nullptr && (awaited_.any() || (listens_.any() && launch_->depends->awaited)))
            awaited_.set();
    }
    // Whether work of the host's streams happens before what the thread does now.
    bool is_after(unsigned stream, uint64_t work, unsigned thread) const
    {
        return launch_->comes_after.includes(stream, work) &&
               (has_awaited(thread) || launch_->begins_after(stream, work));
    }

  private:
    bool has_awaited(unsigned thread) const
    {
        return awaited_[thread] || (listens_[thread] && launch_->depends->awaited);
    }

    const launch_record *launch_ = nullptr;
    std::bitset<max_threads> awaited_, listens_;
};
} // namespace cpu_device
