// SPDX-License-Identifier: MIT
// The time of one block. Its barriers divide it into epochs. Within an epoch each thread has a clock, which its fences
// and warp barriers advance.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../limits.h"
#include "cell.h"
#include "history.h"

namespace cpu_device
{
// The first shadow values that may be unordered.
struct first_unordered {
    shadow_value of_launch = {}; // those of other launches in other streams included
    shadow_value of_grid = {};   // of this launch, since the last barrier of the grid
    shadow_value of_block = {};  // in shared memory
    shadow_value of_epoch = {};  // in shared memory, since the last barrier
};

// One for each core.
class epochs
{
  public:
    epochs() : clock_(new uint32_t[max_threads]()) {}
    // `anew`: the numbers of segments have begun anew since the last launch.
    void launch_begins(launch_record &launch, bool anew);
    void block_begins(uint32_t block);
    void barrier();
    // After barrier(), in each block: earlier accesses have lower segments.
    void grid_barrier(uint32_t first_segment);

    uint32_t threads() const
    {
        return threads_;
    }
    uint32_t block() const
    {
        return block_;
    }
    uint32_t epoch() const // within the block
    {
        return epoch_;
    }
    uint32_t epoch_number() const // unique over all blocks
    {
        return epoch_number_;
    }

    // --- threads ---

    uint32_t clock(unsigned thread) const // in this epoch
    {
        return clock_[thread];
    }
    bool has_ticked(unsigned thread) const
    {
        return clock_[thread] != 0;
    }
    void set_clock(unsigned thread, uint32_t to)
    {
        clock_[thread] = to;
        now_[thread] = now_[thread].without_segment();
    }
    void tick(unsigned thread)
    {
        set_clock(thread, clock_[thread] + 1);
    }
    // The thread's timestamp. now(): its segment has a number, unless there are none left.
    shadow_value timestamp(unsigned thread) const
    {
        return now_[thread];
    }
    shadow_value now(unsigned thread)
    {
        if (!now_[thread].has_segment())
            now_[thread] = now_[thread].in_segment(segment_for(clock_[thread]));
        return now_[thread];
    }

    const first_unordered &first() const
    {
        return first_;
    }

  private:
    uint32_t segment_for(uint32_t clock);
    void epoch_begins();

    launch_record *launch_ = nullptr;
    bool several_streams_ = false; // launches of other streams may not be ordered with this one
    uint32_t threads_ = 0, block_ = 0, epoch_ = 0, epoch_number_ = 0;
    first_unordered first_;
    shadow_value now_[max_threads] = {}; // thread, and segment if it has a number yet
    std::unique_ptr<uint32_t[]> clock_;
    spare_numbers<segment> spare_segments_{segments};
    std::vector<uint32_t> segments_by_clock_; // of this epoch; 0: none yet
};
} // namespace cpu_device
