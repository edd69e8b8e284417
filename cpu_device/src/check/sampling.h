// SPDX-License-Identifier: MIT
// Which launches are checked. A program that draws for hours launches the same kernel again and again, and its errors
// show in the first seconds. So a kernel that was checked for some seconds in the same shape without a new finding is
// checked only now and then, and the program takes little longer than without checks. The user, too, can say which
// ones: CPU_DEVICE_KERNELS and CPU_DEVICE_LAUNCHES.
#pragma once

namespace cpu_device
{
// Whether a launch has been left out. Stores of an unchecked kernel are not marked as written, so from then on reads of
// uninitialized memory are not reported.
bool any_left_out();
// "histogram, scan<float, *>": checks the launches of these kernels alone. False: that is no list of names.
bool choose_kernels(const char *names);
// "3, 5-8": of these, only some, the first is 1. False: that is no list of numbers.
bool choose_launches(const char *numbers);
} // namespace cpu_device
