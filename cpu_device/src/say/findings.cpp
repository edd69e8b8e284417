// SPDX-License-Identifier: MIT
#include "findings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <unistd.h>

#include "../run/block.h"
#include "../check/counters.h"
#include "../runtime.h"

namespace cpu_device
{
settings setting;

namespace
{
// Outlives every thread and destructor.
struct tally {
    std::mutex mutex;
    std::set<std::string> printed; // of findings and places
    uint64_t errors = 0, warnings = 0;
    std::string refused_launch;
    bool call_failed = false;
};

tally &all_reports()
{
    static tally *only = new tally;
    return *only;
}

// At the end of the program, after its own destructors and exit functions.
void end_of_program(int status, void *)
{
    if (this_core != nullptr)
        return;
    wait_a_moment(); // for kernels that still run
    report_lost_output();
    tally &t = all_reports();
    if (setting.check) {
        if (!t.refused_launch.empty())
            report(severity::error, t.refused_launch);
        if (!t.call_failed)
            report_leaks();
    }
    print_counters();
    if (t.errors + t.warnings > 0 && !setting.quiet)
        print_report(format("SUMMARY: %llu error%s, %llu warning%s", (unsigned long long)t.errors,
                            t.errors == 1 ? "" : "s", (unsigned long long)t.warnings, t.warnings == 1 ? "" : "s"));
    if (status == 0 && t.errors > 0) {
        fflush(nullptr);
        _exit(setting.exit_status);
    }
}

[[noreturn]] void bad_setting(const char *name, const char *value, const char *allowed)
{
    fprintf(stderr, "CPU device: %s is '%s', and must be %s\n", name, value, allowed);
    _exit(2);
}

// Before every constructor of the program, so that its end comes after all of theirs.
__attribute__((constructor(101))) void read_settings()
{
    if (const char *text = getenv("CPU_DEVICE_CHECKS")) {
        std::string value = text;
        setting.check = value != "off";
        setting.quiet = value == "quiet";
        setting.fatal = value == "fatal";
        if (setting.check && !setting.quiet && !setting.fatal && value != "on" && !value.empty())
            bad_setting("CPU_DEVICE_CHECKS", text, "on, off, quiet or fatal");
    }
    if (const char *text = getenv("CPU_DEVICE_EXIT_STATUS")) {
        char *end;
        long value = strtol(text, &end, 10);
        if (*text == '\0' || *end != '\0' || value < 0 || value > 255)
            bad_setting("CPU_DEVICE_EXIT_STATUS", text, "a number from 0 to 255");
        setting.exit_status = (int)value;
    }
    if (const char *text = getenv("CPU_DEVICE_SEED"))
        if (text[strspn(text, "0123456789")] != '\0')
            bad_setting("CPU_DEVICE_SEED", text, "a whole number, 0 or more");
    const char *counters = getenv("CPU_DEVICE_COUNTERS");
    if (counters != nullptr && *counters != '\0' && strcmp(counters, "off") != 0) {
        if (!setting.check)
            bad_setting("CPU_DEVICE_COUNTERS", counters, "off where CPU_DEVICE_CHECKS is, which it needs");
        set_counters(counters);
    }
    on_exit(end_of_program, nullptr);
}

std::string place(const void *pc)
{
    std::string line = source_line(pc);
    return line.empty() ? format("instruction %p", pc) : line;
}

std::string block_text(const dim3 &grid, uint64_t block)
{
    return format("block (%llu,%llu,%llu)", (unsigned long long)(block % grid.x),
                  (unsigned long long)(block / grid.x % grid.y), (unsigned long long)(block / grid.x / grid.y));
}

std::string thread_text(const dim3 &block, unsigned rank)
{
    return format("thread (%u,%u,%u)", rank % block.x, rank / block.x % block.y, rank / block.x / block.y);
}

std::string times(uint64_t count)
{
    return count == 1 ? "Once" : format("%llu times", (unsigned long long)count);
}

// Of shared memory: words, for each pair of instructions, in each block between two of its barriers.
std::string places(uint64_t count)
{
    return count == 1 ? "At one place" : format("At %llu places", (unsigned long long)count);
}

// A finding by the lines of its instructions, of which there may be several to a line.
struct by_line {
    std::string line[2], variable;
    finding found;
};

bool smaller_example(const finding &a, const finding &b)
{
    return std::tie(a.block[0], a.block[1], a.thread[0], a.thread[1], a.address) <
           std::tie(b.block[0], b.block[1], b.thread[0], b.thread[1], b.address);
}

std::string advice(const finding &f, bool one_line)
{
    if (f.is_volatile[0] && f.is_volatile[1])
        return "volatile orders nothing: put a __syncthreads() between the two, or __syncwarp() within a warp.";
    if (f.atomic[0] != f.atomic[1])
        return "One is atomic, the other is not: make both so, or put a __syncthreads() between them.";
    if (f.writes[0] && f.writes[1] && one_line)
        return "Which value stays is left to chance: let one thread write, or use an atomic, as atomicAdd() for ++ and "
               "+=.";
    if (f.writes[0] && f.writes[1])
        return "Which value stays is left to chance: put a __syncthreads() between the two, or let one thread write.";
    if (!f.across_warps)
        return "Nothing orders the two, not even being in one warp: put a __syncthreads() between them, or a "
               "__syncwarp().";
    return "Nothing orders the two: put a __syncthreads() between them.";
}

std::string advice_between_blocks(const finding &f)
{
    if (f.atomic[0] != f.atomic[1])
        return "One is atomic, the other is not: make both so, or order them: __threadfence(), then an atomic that the "
               "other block reads before it goes on.";
    if (f.writes[0] && f.writes[1])
        return "Blocks run in any order, or at once, so which value stays is left to chance: let one block write, or "
               "use "
               "an atomic.";
    return "Nothing orders the two blocks: write, __threadfence(), then an atomic; in the other block an atomic that "
           "reads that one's value, __threadfence(), then read. Or use a second launch.";
}

std::string describe(const by_line &one, const grid_launch &launch)
{
    const finding &f = one.found;
    std::string where = format("kernel %s, %s", launch.body.name, block_text(launch.grid, f.block[0]).c_str());
    switch (f.what) {
    case finding::kind::race: {
        std::string lines;
        for (int i = 0; i < 2; ++i)
            lines += format("\n    %s %s%s at %s", thread_text(launch.block, f.thread[i]).c_str(),
                            f.writes[i] ? "writes" : "reads", f.atomic[i] ? " atomically" : "", one.line[i].c_str());
        return format("Error: race on shared memory\n    %s, variable %s%s\n    %s in this launch. %s", where.c_str(),
                      one.variable.c_str(), lines.c_str(), places(f.count).c_str(),
                      advice(f, one.line[0] == one.line[1]).c_str());
    }
    case finding::kind::race_between_blocks: {
        std::string lines;
        for (int i = 0; i < 2; ++i)
            lines += format("\n    %s, %s %s%s at %s", block_text(launch.grid, f.block[i]).c_str(),
                            thread_text(launch.block, f.thread[i]).c_str(), f.writes[i] ? "writes" : "reads",
                            f.atomic[i] ? " atomically" : "", one.line[i].c_str());
        return format("Error: race between blocks on global memory\n    kernel %s, %s%s\n    %s in this launch. %s",
                      launch.body.name, one.variable.c_str(), lines.c_str(), times(f.count).c_str(),
                      advice_between_blocks(f).c_str());
    }
    case finding::kind::uninitialized_shared:
        return format("Error: uninitialized shared memory\n    %s, %s reads %s at %s\n    %s in this launch. Nothing "
                      "has been written there, and shared memory does not begin as 0.",
                      where.c_str(), thread_text(launch.block, f.thread[0]).c_str(), one.variable.c_str(),
                      one.line[0].c_str(), places(f.count).c_str());
    case finding::kind::uninitialized_global:
        return format("Error: uninitialized global memory\n    %s, %s reads at %s: %s\n    %s in this launch. Nothing "
                      "has been written there, and cudaMalloc() does not clear memory; cudaMemset() does.",
                      where.c_str(), thread_text(launch.block, f.thread[0]).c_str(), one.line[0].c_str(),
                      one.variable.c_str(), times(f.count).c_str());
    }
    return "";
}

void count_and_print(severity how, const std::string &text)
{
    tally &t = all_reports();
    ++(how == severity::error ? t.errors : t.warnings);
    if (!setting.quiet)
        print_report(text);
    if (setting.fatal && how == severity::error) {
        fflush(nullptr);
        _exit(setting.exit_status);
    }
}
} // namespace

void merge(std::vector<finding> &all, const finding &found)
{
    for (finding &one : all) {
        if (one.what != found.what || one.pc[0] != found.pc[0] || one.pc[1] != found.pc[1] ||
            one.writes[0] != found.writes[0] || one.writes[1] != found.writes[1])
            continue;
        uint64_t count = one.count + found.count;
        bool across_warps = one.across_warps || found.across_warps;
        if (smaller_example(found, one))
            one = found;
        one.count = count;
        one.across_warps = across_warps;
        return;
    }
    all.push_back(found);
}

void launch_findings::add(const finding &found)
{
    std::lock_guard<std::mutex> lock(mutex_);
    merge(all_, found);
}

void launch_findings::print(const grid_launch &launch)
{
    std::map<std::string, by_line> lines; // sorted, so that they come in the same order every time
    for (const finding &f : all_) {
        bool between_blocks = f.what == finding::kind::race_between_blocks;
        bool two = between_blocks || f.what == finding::kind::race;
        bool global = between_blocks || f.what == finding::kind::uninitialized_global;
        by_line one = {{place(f.pc[0]), two ? place(f.pc[1]) : ""}, "", f};
        if (!global)
            one.variable = shared_variable(f.address);
        else if ((one.variable = describe_address(reinterpret_cast<const void *>(f.address))).empty())
            one.variable = "a __device__ variable";
        // the writer first; of two, the one in the earlier line
        bool turn =
            two && (f.writes[0] == f.writes[1] ? std::tie(one.line[0], f.thread[0]) > std::tie(one.line[1], f.thread[1])
                                               : f.writes[1]);
        if (turn) {
            std::swap(one.line[0], one.line[1]);
            std::swap(one.found.thread[0], one.found.thread[1]);
            if (between_blocks)
                std::swap(one.found.block[0], one.found.block[1]);
            std::swap(one.found.writes[0], one.found.writes[1]);
            std::swap(one.found.atomic[0], one.found.atomic[1]);
            std::swap(one.found.is_volatile[0], one.found.is_volatile[1]);
        }
        std::string key =
            format("%s|%d|%s|%d%s|%d%s", launch.body.name, (int)f.what, global ? "" : one.variable.c_str(),
                   one.found.writes[0], one.line[0].c_str(), one.found.writes[1], one.line[1].c_str());
        auto [place, fresh] = lines.emplace(key, one);
        if (fresh)
            continue;
        by_line &old = place->second;
        one.found.count += old.found.count;
        one.found.across_warps |= old.found.across_warps;
        if (!smaller_example(one.found, old.found))
            std::tie(old.found.count, old.found.across_warps) = std::tie(one.found.count, one.found.across_warps);
        else
            old = one;
    }
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    for (const auto &[key, one] : lines)
        if (t.printed.insert(key).second)
            count_and_print(severity::error, describe(one, launch));
}

void report(severity how, const std::string &text)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    count_and_print(how, text);
}

void report_once(const std::string &place, const std::string &text)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    if (all_reports().printed.insert(place).second)
        count_and_print(severity::error, text);
}

void launch_refused(const std::string &text)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    if (all_reports().refused_launch.empty())
        all_reports().refused_launch = text;
}

void launch_error_asked_for()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    all_reports().refused_launch.clear();
}

void call_failed()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    all_reports().call_failed = true;
}
} // namespace cpu_device
