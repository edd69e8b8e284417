// SPDX-License-Identifier: MIT
// Where a barrier is missing between two accesses: in the function that holds both, or between the calls that lead to
// them.
#pragma once

#include "advice.h"

namespace cpu_device
{
int first_in_source(const source_position (&at)[2]);

struct placed_barrier : missing_barrier {
    int first;             // the access that stands first in the source
    bool of_calls = false; // it is between two calls of device functions, in one of which the access is
};
// For accesses in device functions, the calls that led there, from the kernel on, show where they part. If they do not,
// or a barrier stands between them, one thread may be in the next round of a loop in a function that calls theirs.
placed_barrier missing_between(const advice_wanted &about);
// The same race at other lines: a barrier after the last access that comes first orders them all.
void move_behind_others(placed_barrier &found, const advice_wanted &about);

// The accesses, or the calls from which they come: where the two ways from the kernel part. By numbers in the lists of
// calls, in which each is the last that differs, or the innermost.
struct two_places {
    size_t call[2];
    source_position at[2];
};
two_places where_they_part(const advice_wanted &about);
} // namespace cpu_device
