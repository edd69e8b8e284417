// SPDX-License-Identifier: MIT
// What is reported of launches while they run: the findings so far, and that they can never end (spinning.h).
#pragma once

#include <vector>

#include "device.h"
#include "spinning.h"

namespace cpu_device
{
// Of a launch that has run for so long, one line: where its threads are, as the cores have described it; of the others,
// what signals have found.
void say_running(const grid_launch &launch, long long seconds, const std::vector<glance> &others);
void report_early(grid_launch &launch, bool stuck);
// When the cores have described their blocks.
void report_waiting(const std::vector<operation_pointer> &running);
} // namespace cpu_device
