// SPDX-License-Identifier: MIT
// Memory as a kernel's code names it, for reports.
#pragma once

#include <string>

#include "events.h"

namespace cpu_device
{
// "reads address 0x10: a null pointer, ..."; of an access that access_checks::begins() has refused.
std::string describe_wrong(access_error error, const announced_access &access, const running_block &here);
// The memory at an address, as the running kernel names it.
std::string name_of(const char *address, const running_block &here);
// An access of a kernel that it may not make, as in "reads a[64] at address 0x7f0000000100: just past the end of 256
// bytes from cudaMalloc at f.cu:3"; and what lies there. `launch`: null if that is unknown.
std::string describe_illegal(const char *verb, const char *address, const launch_name *launch);
place_in_memory illegal_memory(const char *address, const launch_name *launch);
// Names the memory as the kernel does: "a[3]", by its parameter a.
place_in_memory memory_in_kernel(const char *address, const launch_name &launch);
// The name of the memory that a finding in a kernel is about.
place_in_memory memory_name(const finding &found, const launch_name &launch);
} // namespace cpu_device
