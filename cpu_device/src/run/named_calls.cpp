// SPDX-License-Identifier: MIT
#include "named_calls.h"

#include "../../include/cuda_runtime_api.h"
#include "../platform/source_line.h"
#include "../say/barrier_findings.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
// How many threads the barrier waits for: with named_barrier::all, those of all warps that have not exited.
unsigned named_calls::threads_at(const named_barrier &b) const
{
    if (b.first().threads != named_barrier::all)
        return b.first().threads;
    unsigned alive = 0;
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        alive += b_.order.live[warp] != 0;
    return alive * warp_size;
}

void named_calls::number_must_be_right(unsigned number, const named_barrier::arrival &how)
{
    const unsigned most = b_.order.warps * warp_size;
    const char *const subject = number >= named_barriers::count ? "a block has no barrier of this number"
                                : how.threads % warp_size != 0  ? "a thread count that is no multiple of 32"
                                : how.threads > most            ? "a barrier for more threads than the block has"
                                                                : nullptr;
    if (subject == nullptr)
        return;
    core_.ending.break_off(cudaErrorLaunchFailure, [=, this] {
        const diagnosis d = b_.diagnose(report_kind::wrong_barrier, {how.at.file, how.at.line}, subject);
        return number >= named_barriers::count
                   ? number_too_high(d, number)
                   : wrong_thread_count(d, number, how.threads, b_.order.threads, how.threads % warp_size == 0);
    });
}

void named_calls::counts_must_agree(unsigned number, unsigned warp, const named_barrier::arrival &how)
{
    const named_barrier &b = b_.named.at(number);
    if (!b.is_in_use() || b.first().threads == how.threads)
        return;
    core_.ending.break_off(cudaErrorIllegalInstruction, [=, this, &b] {
        const named_barrier::arrival &first = b.first();
        const source_position at = {how.at.file, how.at.line};
        const expecting_warp before = {b.first_warp(), first.threads, {first.at.file, first.at.line}},
                             here = {warp, how.threads, at};
        if (first.threads == named_barrier::all || how.threads == named_barrier::all) {
            const bool first_counts = first.threads != named_barrier::all;
            return count_and_none(
                b_.diagnose(report_kind::wrong_barrier, at, "a thread count, and none, at one barrier"), number,
                first_counts ? before : here, first_counts ? here : before);
        }
        return counts_differ(b_.diagnose(report_kind::wrong_barrier, at, "two thread counts at one barrier"), number,
                             before, here);
    });
}

// All lanes of a warp that have not exited have reached a barrier. False: not the same one, or not in the same way.
bool named_calls::lanes_agree(unsigned warp) const
{
    const named_barriers::lane *one = nullptr;
    for (unsigned rest = b_.order.live[warp]; rest; rest &= rest - 1) {
        const named_barriers::lane &other = b_.named.of(warp * warp_size + lowest_bit(rest));
        if (one == nullptr)
            one = &other;
        if (other.number != one->number || other.how.threads != one->how.threads || other.how.waits != one->how.waits)
            return false;
        if ((other.aligned || one->aligned) && other.how.at.line != one->how.at.line)
            return false;
    }
    return true;
}

// A warp that has arrived already comes again when the phase is over.
void named_calls::warp_arrives(unsigned warp)
{
    const unsigned lanes = b_.named.gathered(warp);
    if (lanes == 0 || (b_.order.live[warp] & ~lanes) != 0 || !lanes_agree(warp))
        return;
    const unsigned first = warp * warp_size + lowest_bit(b_.order.live[warp]);
    const named_barriers::lane here = b_.named.of(first);
    named_barrier &b = b_.named.at(here.number);
    if (b.has_come(warp))
        return;
    counts_must_agree(here.number, warp, here.how);
    b_.named.gathered(warp) = 0;
    b.arrive(warp, here.how);
    for (unsigned rest = b_.order.live[warp]; rest; rest &= rest - 1) {
        const unsigned thread = warp * warp_size + lowest_bit(rest);
        b_.waits[thread].value = b.phase();
        if (b_.checking)
            b_.checker.tell(&observer::flag, thread, b.place(b.phase()), false, true);
        if (!here.how.waits)
            b_.end_wait(thread);
    }
    complete_named(here.number);
}

void named_calls::complete_named(unsigned number)
{
    named_barrier &b = b_.named.at(number);
    if (!b.is_in_use() || b.arrived() < threads_at(b))
        return;
    const unsigned came = b.warps();
    b.next_phase();
    b_.progress();
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        for (unsigned rest = came >> warp & 1 ? b_.apart[warp] & ~b_.named.gathered(warp) : 0; rest; rest &= rest - 1) {
            const unsigned thread = warp * warp_size + lowest_bit(rest);
            if (b_.waits[thread].kind == (uint8_t)warp_kind::named && b_.named.of(thread).number == number)
                b_.end_wait(thread);
        }
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        if (b_.named.gathered(warp) != 0)
            warp_arrives(warp);
}

// A thread of this warp has exited.
void named_calls::look_at_named(unsigned warp)
{
    warp_arrives(warp);
    for (unsigned number = 0; number < named_barriers::count; ++number)
        complete_named(number);
}

void named_calls::meet_named(unsigned number, bool aligned, const named_barrier::arrival &how)
{
    if (number == 0 && how.waits && how.threads == named_barrier::all)
        return core_.barriers.sync_by_number(how.at.file, how.at.line, aligned ? by_number::aligned : by_number::yes);
    if (number == 0 && how.waits && how.threads == b_.order.warps * warp_size)
        return core_.barriers.sync_by_number(how.at.file, how.at.line,
                                             aligned ? by_number::aligned_and_counted : by_number::yes_and_counted);
    number_must_be_right(number, how);
    b_.leave_sweep();
    core_.accesses.fence_of_atomic(false, fence_order::release);
    const unsigned warp = b_.current / warp_size;
    b_.named.of(b_.current) = {(uint8_t)number, aligned, how};
    b_.named.gathered(warp) |= 1u << b_.current % warp_size;
    b_.waits[b_.current] = {how.at.file, how.at.line, false, (uint8_t)warp_kind::named, number, how.threads, 0};
    b_.apart[warp] |= 1u << b_.current % warp_size;
    b_.lanes.not_ready(b_.current);
    warp_arrives(warp);
    if (!b_.order.is_ready(b_.current))
        core_.switch_from_current();
    if (!how.waits)
        return;
    if (b_.checking)
        b_.checker.tell(&observer::flag, b_.current, b_.named.at(number).place(b_.waits[b_.current].value), true,
                        false);
    core_.accesses.fence_of_atomic(false, fence_order::acquire);
}
} // namespace cpu_device

void cpu_device_named_barrier(unsigned number, unsigned threads, int how, const char *file, int line)
{
    cpu_device::running_core("a barrier with a number")
        .named.meet_named(number, (how & cpu_device_named_aligned) != 0,
                          {threads, (how & cpu_device_named_waits) != 0, {file, line}});
}
