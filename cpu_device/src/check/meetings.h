// SPDX-License-Identifier: MIT
// Kernels of several streams or devices that wait for one another while they run: a thread of one releases a place, and
// a thread of another acquires it.
//
// A release hands on the clock of its thread, and so what other threads of its launch do without a barrier or a fence
// before it stays unordered. The other launch is not known by threads: all that it does after one of them has acquired
// counts as ordered. That can cause false negatives, but no false positives. An operation of device scope reaches only
// the kernels of its own device.
#pragma once

#include <cstdint>
#include <vector>

#include "vector_clock.h"
#include "work_clock.h"

namespace cpu_device
{
struct launch_record;
struct launch_place;

// Launches by their numbers, each with the clock that it has released. Of the oldest ones it is no longer known, and
// they count as heard of.
class launches_heard_of
{
  public:
    void add(const launch_record &launch, const vector_clock &released);
    void add(const launches_heard_of &others, uint32_t self = 0); // but not of itself
    bool has_forgotten(uint32_t launch) const
    {
        return launch <= all_up_to_;
    }
    // What was released by it; null: nothing.
    const vector_clock *released_by(uint32_t launch) const;
    // Whether that work came before one of the launches.
    bool came_before(unsigned stream, uint64_t work) const
    {
        return before_.includes(stream, work);
    }

  private:
    static constexpr size_t most = 64;
    struct one {
        uint32_t launch;
        vector_clock released;
    };
    one *find(uint32_t launch);
    void insert(const one &fresh);

    uint32_t all_up_to_ = 0;
    std::vector<one> later_; // in order
    work_clock before_;
};

// What a launch has heard of another.
struct heard_of_launch {
    bool everything = false;    // that it has done
    vector_clock released = {}; // what it has released
    bool meet = false;          // one of the two has read a flag of the other
};

// A thread of a launch stores at a place, and releases that clock; or has read there, before a fence.
void releases_to_others(const launch_record &launch, const void *place, bool of_device, const vector_clock &released);
void acquires_of_others(const launch_record &launch, const void *place, bool of_device);
heard_of_launch heard_of(const launch_record &launch, const launch_place &other);
// Whether these two would have met if their flags had not been of device scope.
bool meet_in_vain(uint32_t launch, uint32_t other);
} // namespace cpu_device
