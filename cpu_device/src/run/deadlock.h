// SPDX-License-Identifier: MIT
// What is reported of launches while they run: the findings so far, and that they can never end (spinning.h).
#pragma once

#include <vector>

#include "device.h"
#include "spinning.h"

namespace cpu_device
{
// Prints one line about a launch that has run for so many seconds: where its threads are, as their cores describe it;
// for the other cores, what signals have found.
void say_running(const grid_launch &launch, long long seconds, const std::vector<glance> &others);
void report_early(grid_launch &launch, bool stuck);
// Threads that have left a barrier, or that waited for one another: after the races, of which that may be a
// consequence.
void report_waiting_threads(grid_launch &launch);
// When the cores have described their blocks. `to_load`: launches that wait for their kernels to be loaded.
void report_waiting(const std::vector<operation_pointer> &running, const std::vector<operation_pointer> &to_load);
} // namespace cpu_device
