// SPDX-License-Identifier: MIT
// For CPU_DEVICE_ADVICE: the lines of the source that synchronize, and what all launches have shown of each.
// needless.cpp collects it, needless_notes.cpp says which lines the run did not need.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "../../include/cpu_device/interface.h"
#include "../platform/source_line.h"
#include "../say/needless_findings.h"
#include "needless_order.h"

namespace cpu_device
{
// A line of the source that synchronizes, and what all launches have shown of it so far.
struct sync_place {
    sync_kind kind;
    source_position at;
    bool is_volatile = true;  // all that is known of it are volatile accesses, as the loads of a cuda::atomic are
    bool names_scope = false; // as a cuda::atomic does, and atomicAdd() does not
    cpu_device_scope scope = cpu_device_scope_block; // the widest that it has named
    uint64_t executed = 0;
    bool in_company = false;     // in a launch of several threads
    bool several_blocks = false; // in a launch of several blocks
    bool needed = false, needs_device = false, needs_system = false;
};

// All of them, of all cores.
struct all_places {
    std::mutex mutex;
    std::vector<sync_place> places;                                                    // by sync_line
    std::map<std::tuple<sync_kind, std::string, int, std::string>, sync_line> numbers; // the last: its calls
    line_sets sets;

    // With its lock. The last number is for all that do not fit.
    sync_line number_of(sync_kind kind, const source_position &at);
};
all_places &known_places();

void print_needless(); // a note on each line that the run did not need
} // namespace cpu_device
