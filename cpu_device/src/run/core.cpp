// SPDX-License-Identifier: MIT
#include "core.h"

#include <algorithm>
#include <cstring>

#include "../../include/cuda_runtime_api.h"
#include "../platform/pages.h"
#include "../platform/symbols.h"
#include "../platform/threads.h"
#include "../say/report.h"
#include "../say/trace_page.h"
#include "../settings.h"
#include "builtin_variables.h"
#include "switch_stack.h"
#include "watch.h"

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
    unsigned next = next_to_run();
    for (unsigned tries = 0; polling_.any() && tries < turns_.live_threads && next != none && polling_.is_in_vain(next);
         ++tries)
        next = turns_.next_ready(next);
    if (next == current_)
        return;
    if (next == none)
        stuck();
    switch_to(next, &fibers_.of(current_));
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
        warps_.release(warp, warp_circumstances());
    if (turns_.live_threads > 0 && barrier_.arrived() == turns_.live_threads)
        release_barrier();
    if (__builtin_expect(named_.any(), false))
        look_at_named(warp);

    if (cluster_ != nullptr)
        take_leave_of_cluster(current_);
    unsigned next = next_to_run();
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
    take_step_of_watch();
    if (__builtin_expect((looking.load(std::memory_order_relaxed) | spinning_.look()) != 0 ||
                             nudged_.load(std::memory_order_relaxed),
                         false))
        look_at_current();
    leave_sweep();
    if (checking_ && checks_.are_followed())
        checks_.tell(&observer::yields);
    if (crowded_ && ++yields_ % 32 == 0)
        yield_processor();
    // Blocks that share the core may wait for one another.
    if (with_ != nullptr && (turns_.next_ready(current_) == current_ || ++yields_ % 32 == 0))
        let_other_blocks_run();
    switch_from_current();
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
    unsigned warp = thread / warp_size;
    unsigned own = warps_.waiting_lanes(warp) | barrier_.elsewhere(warp) | waiting_in_cluster_[warp] | apart_[warp];
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
    static_assert((unsigned)warp_kind::sync == trace_syncwarp && (unsigned)warp_kind::group == trace_sync_of_group);
    if (checks_.keep_in_step())
        take_turns(line != 0 ? line : in_step_.line_number(file - 1));
    checks_.tell(&observer::waits, current_, kind, file, line);
}

void core::announce_access(const announced_access &what)
{
    if (checks_.keep_in_step())
        take_turns(in_step_.line_number(what.pc));
    if (checks_.about_to_access(current_, what))
        let_warp_catch_up();
}

namespace
{
// In a browser, the compiler announces the loads of these as those of any variable: threadIdx and its kin, and what
// says whether a variable of a function was constructed.
#ifdef __wasm__
bool is_no_ones_variable(const char *address)
{
    for (const uint3 *one : {&threadIdx, &blockIdx, &blockDim, &gridDim})
        if ((size_t)(address - reinterpret_cast<const char *>(one)) < sizeof *one)
            return true;
    return is_guard(address);
}
#else
constexpr bool is_no_ones_variable(const char *)
{
    return false;
}
#endif
} // namespace

// What a signal does where memory has page protection.
inline void core::stop_if_forbidden(const announced_access &what)
{
    if (!is_forbidden(what.address, what.size, writes(what.kind)))
        return;
    fault_record f = {};
    f.is = fault_record::kind::memory;
    f.address = what.address;
    f.access = writes(what.kind) ? "writes" : "reads";
    f.instruction = static_cast<const char *>(what.pc);
    f.stack = static_cast<const char *>(__builtin_frame_address(0));
    fault(f);
}

// Other threads run as at a poll.
void core::give_way()
{
    constexpr unsigned enough = 64;
    if (++loads_ % enough == 0)
        yield();
}

void core::touch(const announced_access &what)
{
    if (!checking_ || fibers_.holds(what.address))
        return; // mostly its own variables
    if (checks_.is_argument(what.address) || is_no_ones_variable(what.address))
        return;
    if (__builtin_expect(spinning_.look() != 0, false))
        note_access(what);
    if (__builtin_expect(nudged_.load(std::memory_order_relaxed), false) && what.kind == access::read)
        give_way();
    // Other threads may run here. So this comes before the check: no other thread may run between check and access.
    if (__builtin_expect(checks_.are_followed(), false))
        announce_access(what);
    wrong is = checks_.access_begins(current_, what);
    if (__builtin_expect(checks_.are_followed(), false))
        checks_.access_checked(current_, what, is != wrong::nothing);
    if (__builtin_expect(is != wrong::nothing, false))
        refuse(is, what);
    stop_if_forbidden(what);
}

void core::touch_texel(const announced_access &what)
{
    wrong is = checks_.texel_begins(current_, what);
    if (__builtin_expect(is != wrong::nothing, false))
        refuse(is, what);
}

void core::atomic_begins(const announced_access &what)
{
    in_atomic_ = &what;
    checks_.atomic_begins(current_, what);
    stop_if_forbidden(what);
}

void core::atomic_ends(const announced_access &what, outcome is)
{
    in_atomic_ = nullptr;
    copies_.finish_until(what.address, [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        checks_.tell(&observer::copy_arrives, c.to, c.size);
    });
    far_ahead_ = checks_.atomic_ends(current_, what, is);
    const bool of_function = std::exchange(result_may_be_unused_, false);
    if (is == outcome::tried_again) // until the next try, no other thread of the block runs: see updates_at()
        return;
    if (of_function)
        others_may_run_ = true;
    else
        let_others_run_after_atomic();
}

void core::fence(cpu_device_scope scope, const void *pc)
{
    if (!checking_)
        return;
    checks_.tell(&observer::fence, current_, scope != cpu_device_scope_block, fence_order::both);
    checks_.tell(&observer::fence_called, current_, scope, pc);
}

void core::copies(const char *to, const char *from, size_t size, const void *pc)
{
    const bool is_after = to > from;
    const auto distance = (size_t)(is_after ? to - from : from - to);
    if (checking_ && distance > 0 && distance < size)
        launch_->overlapping.add(block_number_, {current_, pc, size, distance, is_after});
}

void core::ordered_fence(cpu_device_scope scope, int order)
{
    fence_of_atomic(scope != cpu_device_scope_block, fence_order::both);
    if (checking_)
        checks_.tell(&observer::fence_in_order, current_, scope, order);
}

void core::frees()
{
    progress();
    checks_.tell(&observer::frees, current_);
}

void core::shows()
{
    progress();
    if (checking_)
        checks_.tell(&observer::shows, current_);
}

void core::fence_of_atomic(bool of_device, fence_order order)
{
    if (checking_) {
        checks_.tell(&observer::fence, current_, of_device, order);
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
    cluster_ = nullptr;
    with_ = launch.resident.get();
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
    phases_.block_begins();
    named_.block_begins();
    std::fill_n(apart_, turns_.warps, 0);
    std::fill_n(waiting_in_cluster_, turns_.warps, 0);
    waiting_in_cluster_count_ = 0;
    if (cluster_ != nullptr)
        std::fill_n(arrived_in_cluster_, turns_.threads, 0);
    else
        turn_ = block_number;

    run_threads();
    bool broken = out_.reason != off_fiber::nothing;
    if (broken) {
        launch_->fails(out_.error());
        if (!out_.is_silent() && !launch_->break_reported.exchange(true)) // others: for the same reason, most likely
            report_failure(out_.report(where_bad()));
        launch_->break_up();
    }
    if (cluster_ != nullptr)
        cluster_->ends(rank_in_cluster_);
    if (checking_ && cluster_ != nullptr && !broken && ended_threads_ == 0)
        checks_.leaves_cluster();
    if (checking_)
        checks_.block_ends(broken || ended_threads_ > 0);
    if (checking_ && cluster_ != nullptr && cluster_->checks().have_all_ended())
        checks_.cluster_ends();
    return out_.reason != off_fiber::launch_broken;
}

void called_on_host(const char *function)
{
    die(1, "%s is device code, and was called on the host", tr(function));
}
} // namespace cpu_device
