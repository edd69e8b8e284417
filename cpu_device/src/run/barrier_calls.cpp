// SPDX-License-Identifier: MIT
#include "barrier_calls.h"

#include "../check/events.h"
#include "../platform/source_line.h"
#include "../say/barrier_findings.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "../say/trace_page.h"
#include "core.h"
#include "switch_stack.h"

namespace cpu_device
{
// --- a sweep: in order, until a thread does something else than the others ---

// The running thread has reached the barrier, and waits.
inline void barrier_calls::go_on_with_sweep()
{
    block &b = b_;
    unsigned left = b.current, next = b.order.next_in_sweep(left);
    if (__builtin_expect(next == turns::none, false))
        return end_sweep();
    core_.begin(next);
    if (b.order.all_started) {
        b.stacks.prefetch(next + 1);
        cpu_device_switch_stack(&b.stacks.of(left), b.stacks.of(next));
    } else {
        cpu_device_begin_stack(&b.stacks.of(left), b.stacks.fresh_of_all(),
                               core::fiber_main); // arrive_first() has made them
    }
}

// All have reached the barrier.
inline void barrier_calls::count_votes()
{
    if (__builtin_expect(core_.watched.is_nudged(), false))
        core_.watched.tell_at_barrier();
    if (b_.checking && b_.checker.following().any() && !b_.barrier.all_voted_alike())
        b_.checker.tell(&observer::votes_differ);
    if (b_.checking)
        b_.checker.tell(&observer::barrier, b_.waits[b_.barrier.first()].file, b_.waits[b_.barrier.first()].line);
    if (b_.waits[b_.barrier.first()].kind == cpu_device_barrier_grid)
        meet_other_blocks();
    b_.barrier.count_votes();
}

// All threads of the block have reached a barrier of the grid.
void barrier_calls::meet_other_blocks()
{
    const waiting &at = b_.waits[b_.barrier.first()];
    b_.spins.parked = true;
    const auto met = b_.with->meet(b_.turn, at.file, at.line);
    b_.spins.progress();
    b_.spins.parked = false;
    switch (met) {
    case resident_blocks::outcome::all_came:
        if (b_.checking)
            b_.checker.tell(&observer::grid_barrier, b_.with->first_segment());
        return;
    case resident_blocks::outcome::some_exited:
        if (b_.launch->error == cudaSuccess)
            core_.ending.break_off(cudaErrorLaunchFailure, [this] { return core_.deadlock.diagnose_grid_stuck(); });
        break;
    case resident_blocks::outcome::broken: break;
    }
    core_.ending.abandon(true);
}

void barrier_calls::end_sweep()
{
    block &b = b_;
    count_votes();
    b.order.all_started = true;
    unsigned left = b.current, first = b.order.first_of_turn(0);
    if (left == first)
        return;
    core_.begin(first);
    cpu_device_switch_stack(&b.stacks.of(left), b.stacks.of(first));
}

// --- otherwise ---

void barrier_calls::arrive_out_of_sweep(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                                        by_number number, unsigned nth)
{
    block &b = b_;
    b.leave_sweep();
    const waiting &first = b.waits[b.barrier.first()];
    if (b.barrier.arrived() == 0) {
        b.waits[b.current] = {file, line, true, (uint8_t)kind, (unsigned)number, nth, 0};
        b.barrier.arrive_first(b.current, predicate);
    } else if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind ||
                                    first.source != nth,
                                false)) {
        wait_elsewhere({file, line, true, (uint8_t)kind, (unsigned)number, nth, 0});
        b.barrier.arrive(predicate);
    } else {
        b.barrier.arrive(predicate);
    }
    b.lanes.not_ready(b.current);
    if (b.barrier.arrived() == b.order.live_threads)
        release_barrier();
    core_.switch_from_current();
}

[[gnu::always_inline]] inline void barrier_calls::arrive(cpu_device_barrier_kind kind, bool predicate, const char *file,
                                                         int line, by_number number, unsigned nth)
{
    block &b = b_;
    const waiting &first = b.waits[b.barrier.first()];
    if (__builtin_expect(!b.order.sweeping || b.barrier.arrived() == 0, false))
        return arrive_first(kind, predicate, file, line, number, nth);
    if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind || first.source != nth,
                         false))
        return arrive_out_of_sweep(kind, predicate, file, line, number, nth);
    b.barrier.arrive(predicate);
    go_on_with_sweep();
}

void barrier_calls::arrive_first(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                                 by_number number, unsigned nth)
{
    if (!b_.order.sweeping || b_.current != b_.order.first_of_turn(0))
        return arrive_out_of_sweep(kind, predicate, file, line, number, nth);
    b_.stacks.make_all(b_.order.threads);
    b_.waits[b_.current] = {file, line, true, (uint8_t)kind, (unsigned)number, nth, 0};
    b_.barrier.arrive_first(b_.current, predicate);
    go_on_with_sweep();
}

void barrier_calls::sync(const char *file, int line)
{
    if (__builtin_expect(b_.checking && b_.checker.following().any(), false))
        core_.accesses.announce_wait(trace_barrier + cpu_device_barrier_plain, file, line,
                                     static_cast<const char *>(__builtin_return_address(0)) - 1);
    arrive(cpu_device_barrier_plain, false, file, line);
}

// All warps that meet give the number of threads, or none of them does.
void barrier_calls::counts_must_agree(unsigned warp, const waiting &here)
{
    const waiting &first = b_.waits[b_.barrier.first()];
    if (is_counted(first) == is_counted(here))
        return;
    const bool first_counts = is_counted(first);
    const waiting &one = first_counts ? first : here, &other = first_counts ? here : first;
    const unsigned first_warp = b_.barrier.first() / warp_size;
    core_.ending.break_off(cudaErrorIllegalInstruction, [=, this] {
        return count_and_none(
            b_.diagnose(report_kind::wrong_barrier, {here.file, here.line}, "a thread count, and none, at one barrier"),
            0, {first_counts ? first_warp : warp, b_.order.threads, {one.file, one.line}},
            {first_counts ? warp : first_warp, 0, {other.file, other.line}});
    });
}

void barrier_calls::sync_by_number(const char *file, int line, by_number number)
{
    if (b_.checking && b_.checker.following().any())
        core_.accesses.announce_wait(trace_barrier + cpu_device_barrier_plain, file, line);
    if (b_.barrier.arrived() != 0)
        counts_must_agree(b_.current / warp_size, {file, line, true, cpu_device_barrier_plain, (unsigned)number, 0, 0});
    arrive(cpu_device_barrier_plain, false, file, line, number);
}

int barrier_calls::barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line, unsigned nth)
{
    if (kind == cpu_device_barrier_grid && !b_.launch->record.cooperative)
        core_.ending.break_off(cudaErrorLaunchFailure, [=] {
            return calls_grid_barrier(b_.diagnose(report_kind::grid_not_cooperative, {}), {file, line});
        });
    if (__builtin_expect(b_.checking && b_.checker.following().any(), false))
        core_.accesses.announce_wait(trace_barrier + kind, file, line,
                                     static_cast<const char *>(__builtin_return_address(0)) - 1);
    arrive(kind, predicate, file, line, by_number::no, nth);
    return b_.barrier.answer(kind);
}

void barrier_calls::collective(unsigned threads, const char *file, int line)
{
    b_.barrier.expect(threads);
    barrier(cpu_device_barrier_collective, false, file, line);
}

// The current thread has reached a barrier, which seems to be another one than the first thread's.
void barrier_calls::wait_elsewhere(const waiting &here)
{
    b_.waits[b_.current] = here;
    if (!same_place(here, b_.waits[b_.barrier.first()])) // the file's name may be another copy
        b_.barrier.set_elsewhere(b_.current);
}

// Whether the lanes of a warp that wait elsewhere have nevertheless met the others: PTX pairs warps by the barrier's
// number, wherever its instructions are. But the lanes of a warp execute the same one, if it is aligned.
bool barrier_calls::met_by_number(unsigned warp) const
{
    const unsigned elsewhere = b_.barrier.elsewhere(warp);
    const waiting &first = b_.waits[b_.barrier.first()], &one = b_.waits[warp * warp_size + lowest_bit(elsewhere)];
    if ((b_.order.live[warp] & ~elsewhere) != 0 && (is_aligned(first) || is_aligned(one)))
        return false;
    for (unsigned rest = elsewhere; rest; rest &= rest - 1) {
        const waiting &here = b_.waits[warp * warp_size + lowest_bit(rest)];
        if (here.kind != first.kind || !(has_number(here) || has_number(first)))
            return false;
        if ((is_aligned(here) || is_aligned(one)) && !same_place(here, one))
            return false;
    }
    return true;
}

// Every thread that has not exited waits at a barrier.
void barrier_calls::release_barrier()
{
    block &b = b_;
    for (unsigned warp = 0; warp < b.order.warps; ++warp) {
        if (b.barrier.elsewhere(warp)) {
            if (!met_by_number(warp))
                core_.ending.stuck();
            counts_must_agree(warp, b.waits[warp * warp_size + lowest_bit(b.barrier.elsewhere(warp))]);
            b.barrier.has_met(warp);
        }
        b.order.make_ready(warp, b.order.live[warp]);
    }
    if (b.order.live_threads + b.ended_threads != b.order.threads)
        warn_of_exited();
    count_votes();
    if (b.order.live_threads == b.order.threads &&
        b.order.next_in_sweep(b.current) == turns::none) // the first thread is the next
        b.order.sweeping = b.order.all_started = true;
}

// Some threads of the block have exited without reaching the barrier. The running thread switches to the core's stack
// to report that, and continues.
void barrier_calls::warn_of_exited()
{
    b_.out.reason = off_fiber::exited;
    cpu_device_switch_stack(&b_.out.back, b_.stacks.home);
}
} // namespace cpu_device

// --- where a CUDA thread waits: here, so that it has a single frame when it switches stacks ---

using cpu_device::running_core;

[[gnu::flatten]] void cpu_device_sync(const char *file, int line)
{
    running_core("__syncthreads()").barriers.sync(file, line);
}

[[gnu::flatten]] void cpu_device_collective(int threads, const char *file, int line)
{
    running_core("a collective of CUB").barriers.collective(threads < 0 ? 0 : (unsigned)threads, file, line);
}

[[gnu::flatten]] int cpu_device_barrier(cpu_device_barrier_kind kind, int predicate, const char *file, int line,
                                        unsigned nth)
{
    return running_core("__syncthreads()").barriers.barrier(kind, predicate != 0, file, line, nth);
}
