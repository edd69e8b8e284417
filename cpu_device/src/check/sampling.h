// SPDX-License-Identifier: MIT
// Which launches are checked. A program that draws for hours launches the same kernel again and again, and its errors
// show in the first seconds. So a kernel that was checked for some seconds in the same shape without a new finding is
// checked only now and then, and the program takes little longer than without checks.
#pragma once

namespace cpu_device
{
// Whether a launch has been left out. Stores of an unchecked kernel are not marked as written, so from then on reads of
// uninitialized memory are not reported.
bool any_left_out();
} // namespace cpu_device
