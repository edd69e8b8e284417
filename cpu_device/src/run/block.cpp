// SPDX-License-Identifier: MIT
#include "block.h"

#include <algorithm>

#include "../say/kernel_findings.h"
#include "../say/report.h"

namespace cpu_device
{
void block::begins(uint64_t its_number)
{
    number = its_number;
    spins.block_begins();
    memory.poison_all();
    random = launch->seed == 0 ? 0 : mix(launch->seed ^ mix(number));
    order.block_begins(launch->seed, number);
    lanes.block_begins(order.warps);
    barrier.block_begins(order.warps);
    stacks.block_begins();
    ended_threads = 0;
    exits.block_begins(order.warps);
    copies.block_begins();
    phases.block_begins();
    named.block_begins();
    std::fill_n(apart, order.warps, 0);
    std::fill_n(at_cluster, order.warps, 0);
}

std::string block::where_block() const
{
    return block_text(launch->record.name, number);
}

std::string block::where() const
{
    return where_block() + tr(", ") + thread_text(launch->record.name, current);
}

diagnosis block::diagnose(report_kind kind, const source_position &at, const char *subject) const
{
    return found_in_kernel(kind, subject, doer_in(launch->record.name, number, current), where(), at);
}

void block::end_wait(unsigned thread)
{
    const unsigned bit = 1u << thread % warp_size;
    apart[thread / warp_size] &= ~bit;
    order.make_ready(thread / warp_size, bit);
}

bool block::waits_for(unsigned thread, const phase_barrier &b) const
{
    return apart[thread / warp_size] >> thread % warp_size & 1 && waits[thread].kind == (uint8_t)warp_kind::phase &&
           waits[thread].value == reinterpret_cast<uint64_t>(b.address());
}

bool block::any_waits_for(const phase_barrier &b) const
{
    for (unsigned t = 0; t < order.threads; ++t)
        if (waits_for(t, b))
            return true;
    return false;
}

uint3 block::index() const
{
    const dim3 &g = launch->grid();
    return {(unsigned)(number % g.x), (unsigned)(number / g.x % g.y), (unsigned)(number / g.x / g.y)};
}

// Where a waiting thread waits. At a barrier, only threads that are not at the first one's place have stored it.
const waiting &block::place_of(unsigned thread) const
{
    unsigned warp = thread / warp_size;
    unsigned own = lanes.waiting_lanes(warp) | barrier.elsewhere(warp) | at_cluster[warp] | apart[warp];
    return waits[own >> thread % warp_size & 1 ? thread : barrier.first()];
}
} // namespace cpu_device
