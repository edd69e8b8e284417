// SPDX-License-Identifier: MIT
// Which launches are checked. A program that draws for hours launches the same kernel again and again, and its errors
// show in the first seconds. So a kernel that was checked for some seconds in the same shape, with no new finding, is
// checked now and then only, and then takes little longer than without checks.
#pragma once

#include "history.h"

namespace cpu_device
{
// Whether the launch that is about to begin is to be checked. Stores of an unchecked kernel are not marked as written,
// so after the first unchecked launch, reads of uninitialized memory are no longer reported.
bool begins_checked(launch_record &launch);
// The launch is over. `anything_new`: something was reported, or it failed.
void ended_checked(const launch_record &launch, bool anything_new);
bool any_left_out();
} // namespace cpu_device
