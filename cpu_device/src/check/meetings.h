// SPDX-License-Identifier: MIT
// Kernels of several streams or devices that wait for one another while they run: a thread of one releases a place, and
// a thread of another acquires it.
//
// This keeps no clocks, only which launches a launch has heard from: all that it does afterwards counts as ordered
// after all that those have done. That can cause false negatives, but no false positives. An operation of device scope
// reaches only the kernels of its own device.
#pragma once

#include <cstdint>
#include <vector>

namespace cpu_device
{
struct launch_record;

// Launches by their numbers. Of the oldest ones it is no longer known, and they count as heard of.
class launches_heard_of
{
  public:
    void add(uint32_t launch);
    void add(const launches_heard_of &others);
    bool has(uint32_t launch) const;

  private:
    static constexpr size_t most = 64;
    uint32_t all_up_to_ = 0;
    std::vector<uint32_t> later_; // in order
};

// A thread of a launch has stored at a place, after a fence; or has read there, before one.
void releases_to_others(const launch_record &launch, const void *place, bool of_device);
void acquires_of_others(const launch_record &launch, const void *place, bool of_device);
bool has_heard_of(const launch_record &launch, uint32_t other);
// Whether these two would have met if their flags had not been of device scope.
bool meet_in_vain(uint32_t launch, uint32_t other);
} // namespace cpu_device
