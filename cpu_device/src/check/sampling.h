// SPDX-License-Identifier: MIT
// Which launches are checked. A program that draws for hours launches the same kernel again and again; what is wrong
// with it was found in the first seconds. So where a kernel has been checked for a while in the same shape, and nothing
// new was found, it is checked now and then only, and takes little longer than without.
#pragma once

#include "history.h"

namespace cpu_device
{
// Whether the launch, which is about to begin, is to be checked. What a kernel without these checks stores is not
// marked as written, so from the first one left out on, nothing is said of memory that nothing has written.
bool begins_checked(launch_record &launch);
// It is over, and this was new: whatever was reported, or an error.
void ended_checked(const launch_record &launch, bool anything_new);
bool any_left_out();
} // namespace cpu_device
