// SPDX-License-Identifier: MIT
// The source lines of an instruction, from the program's debug information.
#pragma once

#include <functional>

namespace cpu_device
{
// Calls function(file, line, name) for each function that was inlined there, the innermost first, and for the function
// that they are in. Any of the strings may be null.
void for_each_function_at(const void *instruction,
                          const std::function<void(const char *, int, const char *)> &function);
} // namespace cpu_device
