// SPDX-License-Identifier: MIT
// What the checks find: gathered for each launch, printed once for each place in the source, summed up at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "../../include/vector_types.h"

namespace cpu_device
{
struct grid_launch;

// CPU_DEVICE_CHECKS and CPU_DEVICE_EXIT_STATUS, read before main begins.
struct settings {
    bool check = true;   // off: none of the checks of loads and stores, barriers excepted
    bool quiet = false;  // nothing is printed
    bool fatal = false;  // the first error ends the program
    int exit_status = 3; // instead of 0, if there were errors
};
extern settings setting;

// Two places of the source, or one, at which a block has done something wrong.
struct finding {
    enum class kind : uint8_t { race, race_between_blocks, uninitialized_shared, uninitialized_global } what;
    const void *pc[2]; // the instructions; of a race, in this order
    bool writes[2];    // of a race: whether each writes
    bool atomic[2];    // or does so atomically, or through volatile
    bool is_volatile[2];
    unsigned thread[2]; // by rank; the smallest that did it
    uint64_t block[2];  // the first that did it; a race between blocks: that of each
    uint64_t address;   // of the memory: an offset in shared memory, or an address
    uint64_t count;
    bool across_warps; // a race: also between threads of different warps
};

// The findings of one launch. Blocks add theirs as they end.
class launch_findings
{
  public:
    void add(const finding &found);
    // When the launch is over: prints what was not printed before for the same lines.
    void print(const grid_launch &launch);

  private:
    std::mutex mutex_;
    std::vector<finding> all_;
};

// Adds to a list, or to the count of one of its elements.
void merge(std::vector<finding> &all, const finding &found);

enum class severity { warning, error };
// Prints a report, which counts for the summary at the end of the program.
void report(severity how, const std::string &text);
// The same, but once for each `place`.
void report_once(const std::string &place, const std::string &text);
// A launch was refused; an error at the end of the program, unless it asks for the error.
void launch_refused(const std::string &text);
void launch_error_asked_for();
// A call failed, so that the program may well have ended early: what is not freed is no leak.
void call_failed();
} // namespace cpu_device
