// SPDX-License-Identifier: MIT
// What a run has tried, and what it leaves open, in words.
#pragma once

#include <map>
#include <string>

#include "../platform/source_line.h"

namespace cpu_device
{
// What is known about the launches of one kernel.
struct kernel_so_far {
    unsigned long long launches = 0, checked = 0;
    bool seeded = true;         // each with a seed
    bool uses_volatile = false; // at all
    bool takes_any = false;     // it reads what other threads store meanwhile, and either value counts as right
    bool fences = false, coarse = false;
};
using kernels_so_far = std::map<std::string, kernel_so_far>; // by name

// What its kernels have computed as a GPU does, where C++ promises nothing: how often, and the first of the lines.
struct undefined_so_far {
    unsigned long long count = 0;
    source_position at;
};

// The line after a run without a report; "": nothing is open that matters.
std::string what_is_open(const kernels_so_far &kernels);
// All of it. `clock_read`: a kernel has read the clock, or the program the time between events.
std::string what_was_tried(const kernels_so_far &kernels, bool clock_read);
// Says which conversions to integers and shifts are undefined; each text begins with `before`. "": none is.
std::string what_is_undefined(const undefined_so_far &conversions, const undefined_so_far &shifts, const char *before);
} // namespace cpu_device
