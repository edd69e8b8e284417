// SPDX-License-Identifier: MIT
// The registers that a function must preserve.
#pragma once

#include <cstddef>

namespace cpu_device
{
constexpr size_t registers_size = 176;               // bytes
void read_registers(char (&values)[registers_size]); // those that there are not are 0
} // namespace cpu_device
