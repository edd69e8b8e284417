// SPDX-License-Identifier: MIT
// The environment variables CPU_DEVICE_..., read before main begins (say/program_end.cpp).
#pragma once

#include <cstdint>
#include <string>

namespace cpu_device
{
struct settings {
    bool check = true;    // CPU_DEVICE_CHECKS=off: none of the checks of loads and stores, barriers excepted
    bool quiet = false;   // nothing is printed
    bool fatal = false;   // the first error ends the program
    int exit_status = 3;  // CPU_DEVICE_EXIT_STATUS: instead of 0, if there were errors
    uint64_t seed = 0;    // CPU_DEVICE_SEED: of the order of the warps; 0: their own
    bool count = false;   // CPU_DEVICE_COUNTERS: what kernels do to memory,
    std::string counters; // and the file for it, as CSV; empty: a table on stderr
};
extern settings setting;
} // namespace cpu_device
