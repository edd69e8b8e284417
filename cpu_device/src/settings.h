// SPDX-License-Identifier: MIT
// The environment variables CPU_DEVICE_..., read before main begins (api/program.cpp).
#pragma once

#include <cstdint>
#include <cstdlib>

namespace cpu_device
{
// A block's stacks are up to 2048 mappings, and Linux allows a process 65530 (vm.max_map_count). With half as many
// cores, each can have the stacks of two such blocks (run/resident_blocks.cpp).
constexpr unsigned most_cores = 24;

// The exit status of a program that asked for what the device does not have.
constexpr int status_of_limit = 4;

// Constants before main: it is set before any constructor runs. CPU_DEVICE_LANGUAGE is with the texts: platform/text.h.
struct settings {
    bool check = true;              // CPU_DEVICE_CHECKS=off: none of the checks of loads and stores, barriers excepted
    bool quiet = false;             // nothing is printed
    bool fatal = false;             // the first error ends the program
    unsigned cores = 0;             // CPU_DEVICE_CORES; 0: as many as the process may use
    int devices = 1;                // CPU_DEVICE_COUNT
    int exit_status = 3;            // CPU_DEVICE_EXIT_STATUS: instead of 0, if there were errors
    int timeout = 0;                // CPU_DEVICE_TIMEOUT: seconds after which a launch ends with an error; 0: never
    bool every_launch = false;      // CPU_DEVICE_LAUNCHES=all: see check/sampling.cpp
    const char *kernels = nullptr;  // CPU_DEVICE_KERNELS: the names of those that are checked; null: all
    const char *launches = nullptr; // CPU_DEVICE_LAUNCHES: the numbers of their launches, if given
    bool same_value = false;        // CPU_DEVICE_SAME_VALUE=report: stores of one and the same value are races too
    bool weak = false;              // CPU_DEVICE_MEMORY=weak: loads may get old values, see check/weak_memory.cpp
    bool leaks_are_errors = false;  // CPU_DEVICE_LEAKS=error: memory that is not freed is an error, not a warning
    bool advice = false;            // CPU_DEVICE_ADVICE: notes on needless synchronization, see check/needless.cpp
    bool explain = false;           // CPU_DEVICE_EXPLAIN: what the run has tried, see check/exercised.cpp
    bool count = false;             // CPU_DEVICE_COUNTERS: what kernels do to memory,
    const char *counters = nullptr; // and the file for it, as CSV; null: a table on stderr
    const char *report = nullptr;   // CPU_DEVICE_REPORT: the file for the reports as JSON, see docs/reports.md
    const char *excused = nullptr;  // CPU_DEVICE_SUPPRESSIONS: the file that says which reports are left out
    const char *trace = nullptr;    // CPU_DEVICE_TRACE: the page to write, see check/trace.cpp
    const char *fixed = nullptr;    // CPU_DEVICE_TRACE_FIXED: the page of the program without its error
    unsigned trace_launch = 0;      // CPU_DEVICE_TRACE_LAUNCH: the first is 1; 0: the one with the first report
    bool trace_last = false;        // CPU_DEVICE_TRACE_LAUNCH=last: where no launch has a report, the last one
    bool trace_one_block = false;   // CPU_DEVICE_TRACE_BLOCK
    unsigned trace_block = 0;       // by number in the grid
};
extern settings setting;

// The number of CPU_DEVICE_SEED, 0 without one. Read at each launch, since a program may set it.
inline uint64_t seed_asked_for()
{
    const char *text = getenv("CPU_DEVICE_SEED");
    return text != nullptr ? strtoull(text, nullptr, 10) : 0;
}
} // namespace cpu_device
