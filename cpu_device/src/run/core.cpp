// SPDX-License-Identifier: MIT
#include "core.h"

#include <algorithm>
#include <cstring>
#include <sched.h>

#include "../../include/cuda_runtime_api.h"
#include "../say/report.h"
#include "../say/trace_page.h"
#include "../settings.h"
#include "builtin_variables.h"
#include "switch_stack.h"

namespace cpu_device
{
__thread core *this_core, *checked_core;
__thread unsigned polls_left;
__thread cpu_device_scope host_scope = cpu_device_scope_system;

static std::atomic<unsigned> cores_made{0};

core::core(char *stacks) : number_(cores_made++), fibers_(stacks), warps_(turns_, waits_), checks_(memory_) {}

// --- from thread to thread ---

void core::begin(unsigned thread)
{
    current_ = thread;
    threadIdx = index_[thread];
}

// Leaves the caller's fiber in *left and runs a thread.
void core::switch_to(unsigned thread, void **left)
{
    begin(thread);
    if (turns_.has_started(thread)) {
        fibers_.prefetch(thread + 1);
        cpu_device_switch_stack(left, fibers_.of(thread));
        return;
    }
    turns_.starts(thread);
    cpu_device_begin_stack(left, fibers_.take(), fiber_main);
}

void core::idle_at(const volatile void *address, const void *seen, size_t size)
{
    if (idle_ != current_)
        return idle();
    polling_.begin(current_, turns_.threads, address, seen, size);
    idle();
    polling_.end(current_);
}

// The current thread waits or yields.
void core::switch_from_current()
{
    unsigned next = turns_.next_ready(current_);
    for (unsigned tries = 0; polling_.any() && tries < turns_.live_threads && next != none && polling_.is_in_vain(next);
         ++tries)
        next = turns_.next_ready(next);
    if (next == current_)
        return;
    if (next == none)
        stuck();
    switch_to(next, &fibers_.of(current_));
}

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
    if (checking_)
        checks_.barrier();
    if (waits_[barrier_.first()].kind == cpu_device_barrier_grid)
        meet_other_blocks();
    barrier_.count_votes();
}

// All threads of the block have reached a barrier of the grid.
void core::meet_other_blocks()
{
    const waiting &at = waits_[barrier_.first()];
    spinning_.parked = true;
    const auto met = launch_->resident->meet(block_number_, at.file, at.line);
    spinning_.progress();
    spinning_.parked = false;
    switch (met) {
    case resident_blocks::outcome::all_came:
        if (checking_)
            checks_.grid_barrier(launch_->resident->first_segment());
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

void core::leave_sweep()
{
    if (turns_.sweeping)
        turns_.leave_sweep(current_, barrier_.arrived() > 0);
}

void core::fiber_main()
{
    core &self = *this_core;
    if (self.out_.ending) {
        self.out_.ending = false;
        self.finish_current();
    }
    // One call starts or continues a thread's body, so that its return address is the one that the processor predicts.
    void (*step)(const void *) = self.run_body_;
    const void *with = self.launch_->arguments;
    for (;;) {
        asm("" : "+r"(step));
        step(with);
        if (__builtin_expect(!self.turns_.sweeping || self.barrier_.arrived() != 0, false)) {
            self.finish_current();
            continue; // with a thread that has not begun
        }
        unsigned next = self.turns_.next_in_sweep(self.current_);
        if (__builtin_expect(next == none, false)) {
            step = cpu_device_resume_stack;
            with = self.fibers_.home;
            continue;
        }
        self.begin(next);
        if (self.turns_.all_started) {
            self.fibers_.prefetch(next + 1);
            step = cpu_device_resume_stack;
            with = self.fibers_.of(next);
        }
    }
}

// --- from thread to thread, otherwise ---

// The current thread has ended. Returns if this fiber is to run the next one, which has not begun yet; else the fiber
// ends too, and its stack is free.
void core::finish_current()
{
    leave_sweep();
    progress();
    const unsigned warp = current_ / warp_size;
    warps_.not_ready(current_);
    turns_.ends(current_);
    if (warps_.waiting_lanes(warp))
        release_warp(warp);
    if (turns_.live_threads > 0 && barrier_.arrived() == turns_.live_threads)
        release_barrier();

    unsigned next = turns_.next_ready(current_);
    if (next != none && !turns_.has_started(next)) {
        turns_.starts(next);
        begin(next);
        return;
    }
    if (next == none && turns_.live_threads > 0)
        stuck();
    fibers_.give_back(__builtin_frame_address(0));
    void *unused; // goes on here
    if (next == none)
        cpu_device_switch_stack(&unused, fibers_.home);
    else
        switch_to(next, &unused);
}

// A thread polls by the last of so many. With a seed, after how many more it lets others run again is random.
void core::poll()
{
    constexpr unsigned without_seed = 64, most = 8;
    polls_left = launch_->seed == 0 ? without_seed : 1 + (unsigned)(next_random() % most);
    yield();
}

void core::yield()
{
    if (__builtin_expect(launch_->error.load(std::memory_order_relaxed) != cudaSuccess, false))
        give_up_in_time();
    if (__builtin_expect((looking.load(std::memory_order_relaxed) | spinning_.look()) != 0, false))
        look_at_current();
    leave_sweep();
    if (crowded_ && ++yields_ % 32 == 0)
        sched_yield();
    // Blocks that share the core may wait for one another.
    if (launch_->resident != nullptr && (turns_.next_ready(current_) == current_ || ++yields_ % 32 == 0))
        launch_->resident->let_others_run(block_number_);
    switch_from_current();
}

// --- barriers ---

void core::arrive_out_of_sweep(cpu_device_barrier_kind kind, bool predicate, const char *file, int line)
{
    leave_sweep();
    const waiting &first = waits_[barrier_.first()];
    if (barrier_.arrived() == 0) {
        waits_[current_] = {file, line, true, (uint8_t)kind, 0, 0, 0};
        barrier_.arrive_first(current_, predicate);
    } else if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind, false)) {
        wait_elsewhere({file, line, true, (uint8_t)kind, 0, 0, 0});
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
                                                int line)
{
    const waiting &first = waits_[barrier_.first()];
    if (__builtin_expect(!turns_.sweeping || barrier_.arrived() == 0, false))
        return arrive_first(kind, predicate, file, line);
    if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind, false))
        return arrive_out_of_sweep(kind, predicate, file, line);
    barrier_.arrive(predicate);
    go_on_with_sweep();
}

void core::arrive_first(cpu_device_barrier_kind kind, bool predicate, const char *file, int line)
{
    if (!turns_.sweeping || current_ != turns_.first_of_turn(0))
        return arrive_out_of_sweep(kind, predicate, file, line);
    fibers_.make_all(turns_.threads);
    waits_[current_] = {file, line, true, (uint8_t)kind, 0, 0, 0};
    barrier_.arrive_first(current_, predicate);
    go_on_with_sweep();
}

void core::sync(const char *file, int line)
{
    if (__builtin_expect(checking_ && checks_.are_followed(), false))
        announce_wait(trace_barrier + cpu_device_barrier_plain, file, line);
    arrive(cpu_device_barrier_plain, false, file, line);
}

int core::barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line)
{
    if (kind == cpu_device_barrier_grid && !in_cooperative_launch())
        break_off(cudaErrorLaunchFailure, [=] {
            return diagnose(report_kind::grid_not_cooperative, {})
                .where({file, line})
                .say("calls sync() of a grid_group at %s:%d", base_name(file), line)
                .say("Only cudaLaunchCooperativeKernel() and its kin see to it that all blocks run at once; launch the "
                     "kernel with that.");
        });
    if (__builtin_expect(checking_ && checks_.are_followed(), false))
        announce_wait(trace_barrier + kind, file, line);
    arrive(kind, predicate, file, line);
    return barrier_.answer(kind);
}

// The current thread has reached a barrier, which seems to be another one than the first thread's.
void core::wait_elsewhere(const waiting &here)
{
    waits_[current_] = here;
    if (!same_place(here, waits_[barrier_.first()])) // the file's name may be another copy
        barrier_.set_elsewhere(current_);
}

// Every thread that has not exited waits at a barrier.
void core::release_barrier()
{
    for (unsigned warp = 0; warp < turns_.warps; ++warp) {
        if (barrier_.elsewhere(warp))
            stuck();
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

// --- warps ---

uint64_t core::warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file, int line)
{
    static const char *const names[] = {"__syncwarp", "a shuffle", "a vote", "a group's sync()"}; // those with a mask
    unsigned warp = current_ / warp_size, bit = 1u << current_ % warp_size;
    if (!(mask & bit))
        break_off(cudaErrorLaunchFailure, [=] {
            return diagnose(report_kind::lane_outside_mask, {})
                .where({file, line})
                .say("calls %s at %s:%d with mask 0x%08x, in which its lane, %u, has no bit", names[(int)kind],
                     base_name(file), line, mask, current_ % warp_size)
                .say("The mask must name every lane that calls, the caller included.");
        });
    if (checking_ && checks_.are_followed())
        announce_wait((unsigned)kind, file, line);
    leave_sweep();
    warps_.wait(current_, {file, line, false, (uint8_t)kind, mask, source, value});
    release_warp(warp);
    if (!turns_.is_ready(current_))
        switch_from_current();
    return waits_[current_].value;
}

// --- calls of a whole warp: the last lane to arrive executes it for all, while the others wait ---

void core::work_together(warp_kind kind, void (*work)(void *const *lanes), void *mine, const char *file, int line)
{
    leave_sweep();
    const unsigned lanes = turns_.live[current_ / warp_size];
    if (lanes != ~0u && ended_threads_ == 0)
        break_off(cudaErrorLaunchFailure, [=] {
            return diagnose(report_kind::part_of_warp, {})
                .where({file, line})
                .say("calls %s at %s:%d, and its warp has %d lanes: the others have exited, or there are none",
                     work_name((uint8_t)kind), base_name(file), line, __builtin_popcount(lanes))
                .say("All 32 lanes of a warp must make the same call. What a GPU does here is undefined.");
        });
    warps::lane_work here = {work, mine};
    warp_meet(kind, ~0u, reinterpret_cast<uint64_t>(&here), current_ % warp_size, file, line);
}

void core::release_warp(unsigned warp)
{
    warps_.release(warp, {*launch_, block_number_, ended_threads_ > 0, checking_ ? &checks_ : nullptr});
}

unsigned core::active_lanes(const void *pc)
{
    leave_sweep();
    warps_.ask_active(current_, pc);
    if (!turns_.is_ready(current_))
        switch_from_current();
    return (unsigned)waits_[current_].value;
}

uint3 core::block_index() const
{
    const dim3 &g = launch_->grid();
    return {(unsigned)(block_number_ % g.x), (unsigned)(block_number_ / g.x % g.y),
            (unsigned)(block_number_ / g.x / g.y)};
}

// Where a waiting thread waits. At a barrier, only threads that are not at the first one's place have stored it.
const waiting &core::place_of(unsigned thread) const
{
    unsigned warp = thread / warp_size, own = warps_.waiting_lanes(warp) | barrier_.elsewhere(warp);
    return waits_[own >> thread % warp_size & 1 ? thread : barrier_.first()];
}

// --- loads and stores, atomics, fences ---

// A thread that is far ahead lets the others run, so that accesses can be combined into requests.
void core::let_warp_catch_up()
{
    yield();
    checks_.others_have_run(current_);
}

void core::take_turns(int line)
{
    leave_sweep();
    const unsigned self = current_, next = in_step_.next(self, line, turns_);
    if (next != self)
        switch_to(next, &fibers_.of(self));
    in_step_.goes_on(self);
}

// Before a thread waits.
void core::announce_wait(unsigned kind, const char *file, int line)
{
    if (checks_.keep_in_step())
        take_turns(line != 0 ? line : in_step_.line_number(file - 1));
    checks_.waits(current_, kind, file, line);
}

void core::announce_access(const announced_access &what)
{
    if (checks_.keep_in_step())
        take_turns(in_step_.line_number(what.pc));
    if (checks_.about_to_access(current_, what))
        let_warp_catch_up();
}

void core::touch(access kind, const char *address, size_t size, size_t alignment, const void *pc, bool of_block)
{
    if (fibers_.holds(address))
        return; // mostly its own variables
    if (checks_.is_argument(address))
        return;
    const announced_access what = {kind, address, size, alignment, pc, of_block};
    if (__builtin_expect(spinning_.look() != 0, false))
        note_access(kind, address, size, pc);
    // Other threads may run here. So this comes before the check: no other thread may run between check and access.
    if (__builtin_expect(checks_.are_followed(), false))
        announce_access(what);
    wrong is = checks_.access_begins(current_, what);
    if (__builtin_expect(checks_.are_followed(), false))
        checks_.access_checked(current_, what, is != wrong::nothing);
    if (__builtin_expect(is != wrong::nothing, false))
        refuse(is, what);
}

void core::touch_texel(bool stores, const char *address, size_t size, const void *pc)
{
    const announced_access what = {stores ? access::write : access::read, address, size, 1, pc};
    wrong is = checks_.texel_begins(current_, what);
    if (__builtin_expect(is != wrong::nothing, false))
        refuse(is, what);
}

void core::atomic_begins(const announced_access &what)
{
    in_atomic_ = &what;
    checks_.atomic_begins(current_, what);
}

void core::atomic_ends(const announced_access &what, outcome is)
{
    in_atomic_ = nullptr;
    copies_.finish_until(what.address, [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        checks_.arrived(c.to, c.size);
    });
    if (checks_.atomic_ends(current_, what, is))
        let_warp_catch_up();
    else if (launch_->seed != 0 && next_random() % 4 == 0)
        yield();
}

void core::fence(bool of_device)
{
    if (checking_)
        checks_.fence(current_, of_device);
}

void core::fence_of_atomic(bool of_device, fence_order order)
{
    if (checking_) {
        checks_.fence(current_, of_device, order);
        launch_->record.sync_places.volatiles.becomes_true();
    }
}

// --- a block ---

void core::prepare(grid_launch &launch)
{
    launch_ = &launch;
    core_begins_launch(this);
    turns_.launch_begins(launch.threads());
    const dim3 &b = launch.block();
    if (b.x != prepared_block_.x || b.y != prepared_block_.y || b.z != prepared_block_.z) {
        unsigned rank = 0;
        for (unsigned z = 0; z < b.z; ++z)
            for (unsigned y = 0; y < b.y; ++y)
                for (unsigned x = 0; x < b.x; ++x)
                    index_[rank++] = {x, y, z};
        prepared_block_ = b;
    }
    memory_.use_image(image_of(launch.kernel.type));
    memory_.set_dynamic_size(launch.dynamic_shared);
    checking_ = launch.checked;
    run_body_ = checking_ ? launch.kernel.run_checked : launch.kernel.run;
    if (checking_)
        checks_.launch_begins(launch.record, launch.kernel.type, launch.arguments, launch.kernel.closure_size);
    if (checking_ && checks_.keep_in_step())
        in_step_.launch_begins();
}

void core::finish()
{
    core_ends_launch(this);
    if (checking_)
        checks_.launch_ends();
}

// Runs the block's threads until all have ended, or the block breaks off.
void core::run_threads()
{
    out_.block_begins();
    running_ = true;
    checked_core = checking_ ? this : nullptr;
    begin(turns_.first_of_turn(0));
    cpu_device_begin_stack(&fibers_.home, fibers_.fresh(), fiber_main);
    for (;;) {
        running_ = false;
        checked_core = nullptr;
        bool ended = out_.reason == off_fiber::ended || out_.reason == off_fiber::returned;
        if (out_.reason == off_fiber::ended)
            report_ended();
        else if (out_.reason == off_fiber::exited)
            report_exited();
        else if (out_.reason == off_fiber::asked)
            describe_spinning();
        else if (out_.reason != off_fiber::returned)
            break;
        out_.reason = off_fiber::nothing;
        running_ = true;
        checked_core = checking_ ? this : nullptr;
        if (ended) // on a fresh fiber in place of the thread's own
            cpu_device_begin_stack(&fibers_.home, out_.fresh_on, fiber_main);
        else
            cpu_device_switch_stack(&fibers_.home, out_.back);
    }
}

bool core::run(uint64_t block_number)
{
    block_number_ = block_number;
    spinning_.block_begins();
    memory_.poison_all();
    this_core = this; // it was thread_local as well
    checked_core = nullptr;
    random_ = launch_->seed == 0 ? 0 : mix(launch_->seed ^ mix(block_number));
    polls_left = 1;
    if (checking_)
        checks_.block_begins(block_number);
    const dim3 &grid = launch_->grid(), &block = launch_->block();
    gridDim = {grid.x, grid.y, grid.z};
    blockDim = {block.x, block.y, block.z};
    blockIdx = block_index();

    turns_.block_begins(launch_->seed, block_number);
    warps_.block_begins(turns_.warps);
    barrier_.block_begins(turns_.warps);
    std::fill_n(of_block_, turns_.warps, 0);
    fibers_.block_begins();
    polling_.block_begins();
    ended_threads_ = 0;
    copies_.block_begins();

    run_threads();
    bool broken = out_.reason != off_fiber::nothing;
    if (broken) {
        launch_->fails(out_.error());
        if (launch_->resident != nullptr)
            launch_->resident->break_up();
        if (!out_.is_silent() && !launch_->break_reported.exchange(true)) // others: for the same reason, most likely
            report_failure(out_.report(where_bad()));
    }
    if (checking_)
        checks_.block_ends(broken || ended_threads_ > 0);
    return out_.reason != off_fiber::launch_broken;
}

void called_on_host(const char *function)
{
    die(1, "%s is device code, and was called on the host", function);
}
} // namespace cpu_device

// --- where a CUDA thread waits: here, so that it has a single frame when it switches stacks ---

using cpu_device::core;
using cpu_device::running_core;
using cpu_device::warp_kind;

[[gnu::flatten]] void cpu_device_sync(const char *file, int line)
{
    running_core("__syncthreads()").sync(file, line);
}

[[gnu::flatten]] int cpu_device_barrier(cpu_device_barrier_kind kind, int predicate, const char *file, int line)
{
    return running_core("__syncthreads()").barrier(kind, predicate != 0, file, line);
}

void cpu_device_syncwarp(unsigned mask, const char *file, int line)
{
    running_core("__syncwarp()").warp_meet(warp_kind::sync, mask, 0, 0, file, line);
}

void cpu_device_sync_group(unsigned mask, const char *file, int line)
{
    running_core("a group's sync()").warp_meet(warp_kind::group, mask, 0, 0, file, line);
}

unsigned cpu_device_activemask()
{
    return running_core("__activemask()").active_lanes(__builtin_return_address(0));
}

unsigned cpu_device_lane()
{
    return running_core("a shuffle").rank() % cpu_device::warp_size;
}

uint64_t cpu_device_shuffle(unsigned mask, uint64_t bits, unsigned source, const char *file, int line)
{
    file = file != nullptr ? file : static_cast<const char *>(__builtin_return_address(0));
    return running_core("a shuffle").warp_meet(warp_kind::shuffle, mask, bits, source, file, line);
}

void cpu_device_work_together(cpu_device_warp_work which, void (*work)(void *const *lanes), void *mine,
                              const char *file, int line)
{
    static const warp_kind kinds[] = {warp_kind::load_matrix, warp_kind::store_matrix, warp_kind::multiply_matrices};
    running_core("a wmma function").work_together(kinds[which], work, mine, file, line);
}

unsigned cpu_device_ballot(unsigned mask, int predicate, const char *file, int line)
{
    return (unsigned)running_core("a vote").warp_meet(warp_kind::ballot, mask, predicate != 0, 0, file, line);
}
