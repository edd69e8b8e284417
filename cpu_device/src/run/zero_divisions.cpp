// SPDX-License-Identifier: MIT
#include "zero_divisions.h"

#include <algorithm>
#include <tuple>

#include "../platform/source_line.h"
#include "../say/report.h"

namespace cpu_device
{
namespace
{
struct divided_line {
    source_position at;
    uint64_t block;
    unsigned thread;
};

source_position place_of(const char *instruction, const std::vector<const char *> &callers)
{
    source_position at = reported_place(instruction, false);
    for (size_t i = 0; i < callers.size() && at.line == 0; ++i)
        at = reported_place(callers[i], false);
    return at;
}
} // namespace

bool zero_divisions::report(const launch_name &launch)
{
    std::vector<divided_line> lines;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        for (const auto &[instruction, first] : found_)
            lines.push_back({place_of(instruction, first.callers), first.block, first.thread});
    }
    std::sort(lines.begin(), lines.end(), [](const divided_line &a, const divided_line &b) {
        return std::tie(a.block, a.thread, a.at.line) < std::tie(b.block, b.thread, b.at.line);
    });
    bool any = false;
    std::set<std::string> reported;
    for (const divided_line &line : lines) {
        if (reported.size() >= most || !reported.insert(line.at.text()).second)
            continue;
        const std::string who = block_text(launch, line.block) + ", " + thread_text(launch, line.thread);
        const doer by = doer_in(launch, line.block, line.thread);
        any |= report_once("division|" + line.at.text(),
                           divides_by_zero(found_in_kernel(report_kind::division_by_zero, "", by, who, line.at)));
    }
    return any;
}
} // namespace cpu_device
