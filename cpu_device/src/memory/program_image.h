// SPDX-License-Identifier: MIT
// The program as it lies in memory: __device__ and __constant__ variables are its own variables.
#pragma once

#include <cstddef>
#include <vector>

namespace cpu_device
{
struct program_segment {
    const char *begin, *end;
};
// Of the program itself; not of its libraries.
const std::vector<program_segment> &program_segments();
bool in_program(const char *address);
// The first values of the program's __device__, __managed__ and __constant__ variables: keeps them, before main begins;
// gives them back.
void keep_variables();
void reset_variables();
// Whether there is memory of the process at an address.
bool is_mapped(const char *address);
} // namespace cpu_device
