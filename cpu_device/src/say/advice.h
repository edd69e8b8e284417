// SPDX-License-Identifier: MIT
// What to do about a finding in a launch: one remedy, which fits the place.
#pragma once

#include <string>
#include <vector>

#include "findings.h"
#include "source_text.h"

namespace cpu_device
{
struct advice {
    std::string text;
    std::string round[2]; // of two accesses: ", still in round 0 of the loop"; or ""
    remedy mend;
};
struct advice_wanted {
    const finding &found;
    const std::vector<diagnosis::access> &accesses;
    const launch_name &launch;
    bool rewrites; // threads write the same place in one line,
    bool updates;  // and read it there too
    bool in_steps; // one line reads some elements and writes others
    const place_in_memory &memory;
    const std::vector<unordered_lines> &others; // the same race at other lines, as they stand in the source
};
advice advice_on(const advice_wanted &about);
} // namespace cpu_device
