// SPDX-License-Identifier: MIT
#include "findings.h"

#include <map>
#include <tuple>

#include "report.h"
#include "source_line.h"

namespace cpu_device
{
namespace
{
std::string place(const void *pc)
{
    std::string line = source_line(pc);
    return line.empty() ? format("instruction %p", pc) : line;
}

std::string block_in_grid(const launch_name &launch, uint64_t block)
{
    const dim3 &g = launch.grid;
    return format("block (%llu,%llu,%llu)", (unsigned long long)(block % g.x), (unsigned long long)(block / g.x % g.y),
                  (unsigned long long)(block / g.x / g.y));
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

std::string describe(const by_line &one, const launch_name &launch)
{
    const finding &f = one.found;
    std::string where = block_text(launch, f.block[0]);
    switch (f.what) {
    case finding::kind::race: {
        std::string lines;
        for (int i = 0; i < 2; ++i)
            lines += format("\n    %s %s%s at %s", thread_text(launch, f.thread[i]).c_str(),
                            f.writes[i] ? "writes" : "reads", f.atomic[i] ? " atomically" : "", one.line[i].c_str());
        return format("Error: race on shared memory\n    %s, variable %s%s\n    %s in this launch. %s", where.c_str(),
                      one.variable.c_str(), lines.c_str(), places(f.count).c_str(),
                      advice(f, one.line[0] == one.line[1]).c_str());
    }
    case finding::kind::race_between_blocks: {
        std::string lines;
        for (int i = 0; i < 2; ++i)
            lines += format("\n    %s, %s %s%s at %s", block_in_grid(launch, f.block[i]).c_str(),
                            thread_text(launch, f.thread[i]).c_str(), f.writes[i] ? "writes" : "reads",
                            f.atomic[i] ? " atomically" : "", one.line[i].c_str());
        return format("Error: race between blocks on global memory\n    kernel %s, %s%s\n    %s in this launch. %s",
                      launch.kernel, one.variable.c_str(), lines.c_str(), times(f.count).c_str(),
                      advice_between_blocks(f).c_str());
    }
    case finding::kind::uninitialized_shared:
        return format("Error: uninitialized shared memory\n    %s, %s reads %s at %s\n    %s in this launch. Nothing "
                      "has been written there, and shared memory does not begin as 0.",
                      where.c_str(), thread_text(launch, f.thread[0]).c_str(), one.variable.c_str(),
                      one.line[0].c_str(), places(f.count).c_str());
    case finding::kind::uninitialized_global:
        return format("Error: uninitialized global memory\n    %s, %s reads at %s: %s\n    %s in this launch. Nothing "
                      "has been written there, and cudaMalloc() does not clear memory; cudaMemset() does.",
                      where.c_str(), thread_text(launch, f.thread[0]).c_str(), one.line[0].c_str(),
                      one.variable.c_str(), times(f.count).c_str());
    }
    return "";
}
} // namespace

std::string block_text(const launch_name &launch, uint64_t block)
{
    return format("kernel %s, %s", launch.kernel, block_in_grid(launch, block).c_str());
}

std::string thread_text(const launch_name &launch, unsigned thread)
{
    const dim3 &b = launch.block;
    return format("thread (%u,%u,%u)", thread % b.x, thread / b.x % b.y, thread / b.x / b.y);
}

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

void launch_findings::let_guess_pass(const void *pc)
{
    std::lock_guard<std::mutex> lock(mutex_);
    guesses_.insert(pc);
}

void launch_findings::print(const launch_name &launch, std::string (*memory_name)(const finding &))
{
    std::map<std::string, by_line> lines; // sorted, so that they come in the same order every time
    for (const finding &f : all_) {
        auto guesses = [&](int i) {
            return !f.writes[i] && !f.is_volatile[i] && f.atomic[1 - i] && guesses_.count(f.pc[i]);
        };
        if (guesses(0) || guesses(1))
            continue;
        bool between_blocks = f.what == finding::kind::race_between_blocks;
        bool two = between_blocks || f.what == finding::kind::race;
        bool global = between_blocks || f.what == finding::kind::uninitialized_global;
        by_line one = {{place(f.pc[0]), two ? place(f.pc[1]) : ""}, memory_name(f), f};
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
        std::string key = format("%s|%d|%s|%d%s|%d%s", launch.kernel, (int)f.what, global ? "" : one.variable.c_str(),
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
    for (const auto &[key, one] : lines)
        report_once(severity::error, key, describe(one, launch));
}
} // namespace cpu_device
