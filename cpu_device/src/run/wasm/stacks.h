// SPDX-License-Identifier: MIT
// Stacks are switched by Binaryen's pass `asyncify`: every function that may be on a stack that stops can write its
// variables to memory and return, and later begin again where it was. So a switch is: all functions return to
// run_on_stacks(), which calls the first function of the other stack again.
#pragma once

#include <functional>

namespace cpu_device
{
// Calls a function that may begin other stacks (run/switch_stack.h), and returns when that function does.
void run_on_stacks(const std::function<void()> &function);
} // namespace cpu_device
