// SPDX-License-Identifier: MIT
// Where the debug information of a program, or of what it has loaded, lies in memory.
#pragma once

#include <cstddef>
#include <functional>

#include "program_image.h"

namespace cpu_device
{
// Calls function(name, begin, size) for each section of the file that is not compressed. They stay where they are.
void for_each_debug_section(const code_image &image,
                            const std::function<void(const char *, const char *, size_t)> &function);
} // namespace cpu_device
