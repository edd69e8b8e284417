// SPDX-License-Identifier: MIT
#include "deadlock.h"

#include <algorithm>
#include <map>

#include "../check/memory_names.h"
#include "../platform/source_line.h"
#include "../say/barrier_findings.h"
#include "../say/report.h"
#include "launch.h"
#include "spinning.h"

namespace cpu_device
{
void report_early(grid_launch &launch, bool stuck)
{
    launch.incomplete.report(launch.record.name.kernel, "");
    launch.record.findings.print_early(launch.record.name, memory_name, stuck);
    report_waiting_threads(launch);
}

void report_waiting_threads(grid_launch &launch)
{
    if (!launch.left.any() && !launch.skipped.any() && !launch.left_in_cluster.any() && !launch.stuck.any())
        return;
    const std::string line = launch.record.findings.line_that_decides(),
                      cause = line.empty() ? ""
                                           : format("This follows from the race above: the value that races is tested "
                                                    "at %s, so threads go different ways.",
                                                    line.c_str());
    launch.skipped.report(launch.record.name.kernel, cause);
    launch.left.report(launch.record.name.kernel, cause);
    launch.left_in_cluster.report(launch.record.name.kernel, cause);
    launch.stuck.report(cause);
}

namespace
{
std::string line_of(const glance &g)
{
    for (const void *pc : g.pcs)
        if (const std::string line = pc != nullptr ? source_line(pc, nullptr, false) : ""; !line.empty())
            return format(" at %s", line.c_str());
    return "";
}
} // namespace

void say_running(const grid_launch &launch, long long seconds, const std::vector<glance> &others)
{
    const launch_name &name = launch.record.name;
    std::map<std::string, std::vector<std::string>> blocks; // by what they have in common
    for (const described_block &b : descriptions())
        if (b.launch == &launch.record)
            blocks[b.text].push_back(b.which);
    for (const glance &g : others)
        if (g.launch == &launch.record)
            blocks[format("\n    %s%s", thread_text(name, g.thread).c_str(), line_of(g).c_str())].push_back(
                block_in_grid(name, g.block));
    std::string text = format(seconds == 1 ? "kernel %s, launched at %s:%d, has been running for %lld second"
                                           : "kernel %s, launched at %s:%d, has been running for %lld seconds",
                              name.kernel, name.file, name.line, seconds);
    for (auto &[said, which] : blocks) {
        const size_t more = which.size() - 1;
        text += "; " + *std::min_element(which.begin(), which.end());
        if (more > 0)
            text += format(more == 1 ? ", and %zu other block" : ", and %zu other blocks", more);
        const char *between = ": ";
        for (size_t from = 0, end; from < said.size(); from = end, between = ", ") {
            from = said.find_first_not_of("\n ", from);
            end = std::min(said.find('\n', from), said.size());
            text += between + said.substr(from, end - from);
        }
    }
    say_line(text);
}

void report_waiting(const std::vector<operation_pointer> &running, const std::vector<operation_pointer> &to_load)
{
    std::map<std::string, std::vector<described_block>> blocks; // by what they have in common
    for (const described_block &b : take_descriptions())
        blocks[b.text].push_back(b);
    for (const operation_pointer &op : running)
        report_early(*op->kernel, true);
    diagnosis d(report_kind::deadlock);
    d.by.kernel = running.front()->kernel->record.name.kernel;
    for (auto &[said, which] : blocks) {
        const described_block &first =
            *std::min_element(which.begin(), which.end(),
                              [](const described_block &a, const described_block &b) { return a.which < b.which; });
        and_others(d, first.which, which.size() - 1).add(said);
        d.waiting.insert(d.waiting.end(), first.waiting.begin(), first.waiting.end());
    }
    for (const operation_pointer &op : running) {
        grid_launch &kernel = *op->kernel;
        if (kernel.resident != nullptr)
            d.add(kernel.resident->text(d.waiting));
        const uint64_t begun = std::min(op->next_block.load(), kernel.blocks());
        const uint64_t most = most_on_gpu(kernel.threads(), kernel.shared_of_block());
        if (!kernel.takes_turns() && begun < kernel.blocks())
            not_begun(d, kernel.blocks() - begun, kernel.blocks(), most);
    }
    if (to_load.empty())
        say_that_it_spins(d);
    for (const operation_pointer &op : to_load)
        must_be_loaded(d, op->kernel->record.name);
    report(d);
}
} // namespace cpu_device
