// SPDX-License-Identifier: MIT
// A block's barriers: its threads arrive, in a sweep or one by one, and the last one releases them.
#include "../check/events.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "../say/trace_page.h"
#include "core.h"
#include "switch_stack.h"

namespace cpu_device
{
// --- a sweep: in order, until a thread does something else than the others ---

// The running thread has reached the barrier, and waits.
inline void core::go_on_with_sweep()
{
    unsigned left = current_, next = turns_.next_in_sweep(left);
    if (__builtin_expect(next == none, false))
        return end_sweep();
    begin(next);
    if (turns_.all_started) {
        fibers_.prefetch(next + 1);
        cpu_device_switch_stack(&fibers_.of(left), fibers_.of(next));
    } else {
        cpu_device_begin_stack(&fibers_.of(left), fibers_.fresh_of_all(), fiber_main); // arrive_first() has made them
    }
}

// All have reached the barrier.
inline void core::count_votes()
{
    if (__builtin_expect(nudged_.load(std::memory_order_relaxed), false))
        tell_at_barrier();
    if (checking_)
        checks_.tell(&observer::barrier, waits_[barrier_.first()].file, waits_[barrier_.first()].line);
    if (waits_[barrier_.first()].kind == cpu_device_barrier_grid)
        meet_other_blocks();
    barrier_.count_votes();
}

// All threads of the block have reached a barrier of the grid.
void core::meet_other_blocks()
{
    const waiting &at = waits_[barrier_.first()];
    spinning_.parked = true;
    const auto met = with_->meet(turn_, at.file, at.line);
    spinning_.progress();
    spinning_.parked = false;
    switch (met) {
    case resident_blocks::outcome::all_came:
        if (checking_)
            checks_.tell(&observer::grid_barrier, with_->first_segment());
        return;
    case resident_blocks::outcome::some_exited:
        if (launch_->error == cudaSuccess)
            break_off(cudaErrorLaunchFailure, [this] { return diagnose_grid_stuck(); });
        break;
    case resident_blocks::outcome::broken: break;
    }
    abandon(true);
}

void core::end_sweep()
{
    count_votes();
    turns_.all_started = true;
    unsigned left = current_, first = turns_.first_of_turn(0);
    if (left == first)
        return;
    begin(first);
    cpu_device_switch_stack(&fibers_.of(left), fibers_.of(first));
}

// --- otherwise ---

void core::arrive_out_of_sweep(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                               by_number number)
{
    leave_sweep();
    const waiting &first = waits_[barrier_.first()];
    if (barrier_.arrived() == 0) {
        waits_[current_] = {file, line, true, (uint8_t)kind, (unsigned)number, 0, 0};
        barrier_.arrive_first(current_, predicate);
    } else if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind, false)) {
        wait_elsewhere({file, line, true, (uint8_t)kind, (unsigned)number, 0, 0});
        barrier_.arrive(predicate);
    } else {
        barrier_.arrive(predicate);
    }
    warps_.not_ready(current_);
    if (barrier_.arrived() == turns_.live_threads)
        release_barrier();
    switch_from_current();
}

[[gnu::always_inline]] inline void core::arrive(cpu_device_barrier_kind kind, bool predicate, const char *file,
                                                int line, by_number number)
{
    const waiting &first = waits_[barrier_.first()];
    if (__builtin_expect(!turns_.sweeping || barrier_.arrived() == 0, false))
        return arrive_first(kind, predicate, file, line, number);
    if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind, false))
        return arrive_out_of_sweep(kind, predicate, file, line, number);
    barrier_.arrive(predicate);
    go_on_with_sweep();
}

void core::arrive_first(cpu_device_barrier_kind kind, bool predicate, const char *file, int line, by_number number)
{
    if (!turns_.sweeping || current_ != turns_.first_of_turn(0))
        return arrive_out_of_sweep(kind, predicate, file, line, number);
    fibers_.make_all(turns_.threads);
    waits_[current_] = {file, line, true, (uint8_t)kind, (unsigned)number, 0, 0};
    barrier_.arrive_first(current_, predicate);
    go_on_with_sweep();
}

void core::sync(const char *file, int line)
{
    if (__builtin_expect(checking_ && checks_.are_followed(), false))
        announce_wait(trace_barrier + cpu_device_barrier_plain, file, line);
    arrive(cpu_device_barrier_plain, false, file, line);
}

void core::sync_by_number(const char *file, int line, bool aligned)
{
    if (checking_ && checks_.are_followed())
        announce_wait(trace_barrier + cpu_device_barrier_plain, file, line);
    arrive(cpu_device_barrier_plain, false, file, line, aligned ? by_number::aligned : by_number::yes);
}

int core::barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line)
{
    if (kind == cpu_device_barrier_grid && !in_cooperative_launch())
        break_off(cudaErrorLaunchFailure, [=] {
            return diagnose(report_kind::grid_not_cooperative, {})
                .where({file, line})
                .say("calls sync() of a grid_group at %s:%d", base_name(file), line)
                .say("A barrier of the grid needs all blocks to run at once, which only a cooperative launch ensures: "
                     "launch the kernel with cudaLaunchCooperativeKernel().");
        });
    if (__builtin_expect(checking_ && checks_.are_followed(), false))
        announce_wait(trace_barrier + kind, file, line);
    arrive(kind, predicate, file, line);
    return barrier_.answer(kind);
}

void core::collective(unsigned threads, const char *file, int line)
{
    barrier_.expect(threads);
    barrier(cpu_device_barrier_collective, false, file, line);
}

// The current thread has reached a barrier, which seems to be another one than the first thread's.
void core::wait_elsewhere(const waiting &here)
{
    waits_[current_] = here;
    if (!same_place(here, waits_[barrier_.first()])) // the file's name may be another copy
        barrier_.set_elsewhere(current_);
}

// Whether the lanes of a warp that wait elsewhere have nevertheless met the others: PTX pairs warps by the barrier's
// number, wherever its instructions are. But the lanes of a warp execute the same one, if it is aligned.
bool core::met_by_number(unsigned warp) const
{
    const unsigned elsewhere = barrier_.elsewhere(warp);
    const waiting &first = waits_[barrier_.first()], &one = waits_[warp * warp_size + lowest_bit(elsewhere)];
    const auto is_numbered = [](const waiting &w) { return w.mask != (unsigned)by_number::no; };
    const auto is_aligned = [](const waiting &w) { return w.mask != (unsigned)by_number::yes; };
    if ((turns_.live[warp] & ~elsewhere) != 0 && (is_aligned(first) || is_aligned(one)))
        return false;
    for (unsigned rest = elsewhere; rest; rest &= rest - 1) {
        const waiting &here = waits_[warp * warp_size + lowest_bit(rest)];
        if (here.kind != first.kind || !(is_numbered(here) || is_numbered(first)))
            return false;
        if ((is_aligned(here) || is_aligned(one)) && !same_place(here, one))
            return false;
    }
    return true;
}

// Every thread that has not exited waits at a barrier.
void core::release_barrier()
{
    for (unsigned warp = 0; warp < turns_.warps; ++warp) {
        if (barrier_.elsewhere(warp)) {
            if (!met_by_number(warp))
                stuck();
            barrier_.has_met(warp);
        }
        turns_.make_ready(warp, turns_.live[warp]);
    }
    if (turns_.live_threads + ended_threads_ != turns_.threads)
        warn_of_exited();
    count_votes();
    if (turns_.live_threads == turns_.threads && turns_.next_in_sweep(current_) == none) // the first thread is the next
        turns_.sweeping = turns_.all_started = true;
}

// Some threads of the block have exited without reaching the barrier. The running thread switches to the core's stack
// to report that, and continues.
void core::warn_of_exited()
{
    out_.reason = off_fiber::exited;
    cpu_device_switch_stack(&out_.back, fibers_.home);
}
} // namespace cpu_device

// --- where a CUDA thread waits: here, so that it has a single frame when it switches stacks ---

using cpu_device::running_core;

[[gnu::flatten]] void cpu_device_sync(const char *file, int line)
{
    running_core("__syncthreads()").sync(file, line);
}

[[gnu::flatten]] void cpu_device_collective(int threads, const char *file, int line)
{
    running_core("a collective of CUB").collective(threads < 0 ? 0 : (unsigned)threads, file, line);
}

[[gnu::flatten]] int cpu_device_barrier(cpu_device_barrier_kind kind, int predicate, const char *file, int line)
{
    return running_core("__syncthreads()").barrier(kind, predicate != 0, file, line);
}
