// SPDX-License-Identifier: MIT
#include "needless_order.h"

#include <algorithm>

namespace cpu_device
{
// --- sets of lines ---

void line_sets::add(one lines, unsigned count)
{
    for (unsigned i = 0; i < count; ++i)
        if (is_needed(lines[i]))
            return; // it stays in any case
    if (count == 1) {
        if (lines[0] >= needed_.size())
            needed_.resize(lines[0] + 1u);
        needed_[lines[0]] = true;
        return;
    }
    std::sort(lines.begin(), lines.begin() + count);
    std::fill(lines.begin() + count, lines.end(), lines[count - 1]);
    sets_.insert(lines);
}

void line_sets::add(const line_sets &other)
{
    for (size_t line = 0; line < other.needed_.size(); ++line)
        if (other.needed_[line])
            add_needed((sync_line)line);
    sets_.insert(other.sets_.begin(), other.sets_.end());
}

std::vector<bool> line_sets::needless(size_t lines) const
{
    std::vector<bool> may_go(lines);
    for (size_t line = 0; line < lines; ++line) {
        if (is_needed((sync_line)line))
            continue;
        may_go[line] = true;
        const bool too_many = std::any_of(sets_.begin(), sets_.end(), [&](const one &set) {
            return std::all_of(set.begin(), set.end(), [&](sync_line l) { return may_go[l]; });
        });
        if (too_many)
            may_go[line] = false;
    }
    return may_go;
}

// --- executions ---

void executions::add(sync_line line)
{
    uint32_t other = 0;
    if (!all_.empty())
        other = all_.back().line == line ? all_.back().other : count();
    all_.push_back({line, other});
}

unsigned executions::lines_since(uint32_t first, line_sets::one &lines) const
{
    constexpr unsigned most_steps = 16; // with lines in turn, there may be many
    unsigned found = 0, steps = 0;
    for (uint32_t at = count(); at > first && found < lines.size() && steps < most_steps; ++steps) {
        const execution &e = all_[at - 1];
        if (std::find(lines.begin(), lines.begin() + found, e.line) == lines.begin() + found)
            lines[found++] = e.line;
        at = e.other;
    }
    return found;
}

// --- a block ---

void block_order::block_begins()
{
    of_block_.clear();
    for (executions &e : of_warp_)
        e.clear();
    cells_.clear();
    unordered_ = false;
    added_.fill({0, 0, 0});
}

void block_order::barrier(sync_line line)
{
    of_block_.add(line);
    for (executions &e : of_warp_)
        e.add(line);
}

void block_order::access(unsigned thread, uintptr_t address, size_t size, bool writes, bool atomic)
{
    const timestamp now = {(uint16_t)thread, of_block_.count(), of_warp_[thread / warp_size].count()};
    if (address < first_address) {
        access_history(cells_[address].whole, now, writes, atomic, address >= other_warps);
        return;
    }
    for (uintptr_t at = address, end = address + size; at < end; at = (at / 4 + 1) * 4) {
        const unsigned first = at % 4, past = (unsigned)std::min<uintptr_t>(end - at / 4 * 4, 4);
        access_cell(now, at / 4, (1u << past) - (1u << first), writes, atomic);
    }
}

void block_order::access_cell(const timestamp &now, uintptr_t number, unsigned bytes, bool writes, bool atomic)
{
    cell &c = cells_[number];
    if (bytes == 15 && c.bytes == nullptr)
        return access_history(c.whole, now, writes, atomic);
    if (c.bytes == nullptr) {
        c.bytes = std::make_unique<std::array<history, 4>>();
        c.bytes->fill(c.whole);
    }
    for (unsigned i = 0; i < 4; ++i)
        if (bytes >> i & 1)
            access_history((*c.bytes)[i], now, writes, atomic);
}

void block_order::access_history(history &h, const timestamp &now, bool writes, bool atomic, bool within_warp)
{
    compare(h, h.writes, now, atomic, within_warp);
    if (writes)
        compare(h, h.reads, now, atomic, within_warp);
    record(writes ? h.writes : h.reads, now);
    if (!atomic)
        h.plain = now.in_block;
}

// The earlier access of each warp that has the fewest executions between.
void block_order::compare(const history &h, const std::vector<by_warp> &earlier, const timestamp &now, bool atomic,
                          bool within_warp)
{
    const unsigned warp = now.thread / warp_size;
    for (const by_warp &e : earlier) {
        const bool same_warp = e.warp == warp;
        if (same_warp ? e.last.thread == now.thread && !e.several : within_warp)
            continue;
        const timestamp &there = same_warp && e.last.thread == now.thread ? e.other : e.last;
        if (there.in_block == now.in_block && (!same_warp || there.in_warp == now.in_warp))
            unordered_ |= !atomic || h.plain == now.in_block;
        else if (same_warp)
            must_stay(of_warp_[warp], warp + 1, there.in_warp);
        else
            must_stay(of_block_, 0, there.in_block);
    }
}

// At least one of the lines executed since then must stay. `number`: the warp's number plus 1; 0: the block.
void block_order::must_stay(const executions &of, unsigned number, uint32_t since)
{
    range &last = added_[(number + since) % added_.size()];
    if (last.number == number && last.since == since && last.count == of.count())
        return;
    last = {number, since, of.count()};
    line_sets::one lines = {};
    const unsigned count = of.lines_since(since, lines);
    sets_.add(lines, count);
}

void block_order::record(std::vector<by_warp> &all, const timestamp &now)
{
    const auto warp = (uint16_t)(now.thread / warp_size);
    auto at = std::find_if(all.begin(), all.end(), [=](const by_warp &e) { return e.warp == warp; });
    if (at == all.end()) {
        all.push_back({warp, false, now, now});
        return;
    }
    if (at->last.thread != now.thread) {
        at->other = at->last;
        at->several = true;
    }
    at->last = now;
}
} // namespace cpu_device
