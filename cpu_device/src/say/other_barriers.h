// SPDX-License-Identifier: MIT
// Two accesses are not ordered, though the source has a barrier about them that is not the whole block's: one with
// phases or a number, a cluster's, a group's or a pipeline's. Why does it not help?
#pragma once

#include <string>

#include "source_text.h"

namespace cpu_device
{
struct other_barrier {
    enum reason {
        none,          // there is no such barrier, or the text is not understood
        before_wait,   // one access comes between its thread's arrival and the wait, at `line`
        after_arrival, // the first one comes after its thread has arrived, at `line`
        never_waits,   // the second one comes after an arrival at `line`, and no wait
        only_asks,     // `call`, at `line`, says whether the phase is over, and the answer is not used
        relaxed,       // the arrival at `line` has relaxed order
        next_round,    // `call`, at `line`, is between the two, and one thread is a round of the loop ahead
        one_way,       // the same; one of the two threads only arrives at the barrier
        other_warp,    // `call`, at `line`, is for one warp
        other_group,   // or for another group of threads
        other_phase,   // the barrier at `line` is between the two, and has phases or a number
        released,      // consumer_release() at `line` comes before the second one
        not_acquired,  // no producer_acquire() comes before the copy, at `line`
        own_copies,    // consumer_wait() at `line` waits for this thread's copies
        other_stage    // consumer_wait() at `line` waits for another stage
    } why = none;
    bool second = false; // before_wait: it is the second access, as they stand in the source
    int line = 0;
    std::string call; // "tile.sync()"
};

// How the two came to be unordered.
struct unordered_threads {
    bool later_first;  // in this run, the one that stands later in the source came first
    bool across_warps; // they are in different warps
    bool of_cluster;   // or in blocks of a cluster
    unsigned in_block; // how many threads their block has
};
other_barrier find_other_barrier(const unordered_lines &lines, const unordered_threads &threads);

// The line of a __syncwarp() after both, in a loop that holds both, if none stands between them; 0: there is none.
int syncwarp_after(const unordered_lines &lines);
} // namespace cpu_device
