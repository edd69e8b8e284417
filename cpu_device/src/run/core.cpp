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

core::core(char *stacks) : b_(stacks), number_(cores_made++) {}

// --- from thread to thread ---

void core::begin(unsigned thread)
{
    b_.current = thread;
    threadIdx = index_[thread];
}

// Leaves the caller's fiber in *left and runs a thread.
void core::switch_to(unsigned thread, void **left)
{
    begin(thread);
    if (b_.order.has_started(thread)) {
        b_.stacks.prefetch(thread + 1);
        cpu_device_switch_stack(left, b_.stacks.of(thread));
        return;
    }
    b_.order.starts(thread);
    cpu_device_begin_stack(left, b_.stacks.take(), fiber_main);
}

void core::idle_at(const volatile void *address, const void *seen, size_t size)
{
    if (idle_ != b_.current)
        return idle();
    polling_.begin(b_.current, b_.order.threads, address, seen, size);
    idle();
    polling_.end(b_.current);
}

// The current thread waits or yields.
void core::switch_from_current()
{
    unsigned next = next_to_run();
    for (unsigned tries = 0;
         polling_.any() && tries < b_.order.live_threads && next != none && polling_.is_in_vain(next); ++tries)
        next = b_.order.next_ready(next);
    if (next == b_.current)
        return;
    if (next == none)
        stuck();
    switch_to(next, &b_.stacks.of(b_.current));
}

void core::leave_sweep()
{
    if (b_.order.sweeping)
        b_.order.leave_sweep(b_.current, b_.barrier.arrived() > 0);
}

void core::fiber_main()
{
    core &self = *this_core;
    if (self.b_.out.ending) {
        self.b_.out.ending = false;
        self.finish_current();
    }
    // One call starts or continues a thread's body, so that its return address is the one that the processor predicts.
    void (*step)(const void *) = self.run_body_;
    const void *with = self.b_.launch->arguments;
    for (;;) {
        asm("" : "+r"(step));
        step(with);
        if (__builtin_expect(!self.b_.order.sweeping || self.b_.barrier.arrived() != 0, false)) {
            self.finish_current();
            continue; // with a thread that has not begun
        }
        unsigned next = self.b_.order.next_in_sweep(self.b_.current);
        if (__builtin_expect(next == none, false)) {
            step = cpu_device_resume_stack;
            with = self.b_.stacks.home;
            continue;
        }
        self.begin(next);
        if (self.b_.order.all_started) {
            self.b_.stacks.prefetch(next + 1);
            step = cpu_device_resume_stack;
            with = self.b_.stacks.of(next);
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
    const unsigned warp = b_.current / warp_size;
    b_.lanes.not_ready(b_.current);
    b_.order.ends(b_.current);
    if (b_.lanes.waiting_lanes(warp))
        b_.lanes.release(warp, warp_circumstances());
    if (b_.order.live_threads > 0 && b_.barrier.arrived() == b_.order.live_threads)
        release_barrier();
    if (__builtin_expect(named_.any(), false))
        look_at_named(warp);

    if (cluster_ != nullptr)
        take_leave_of_cluster(b_.current);
    unsigned next = next_to_run();
    if (next != none && !b_.order.has_started(next)) {
        b_.order.starts(next);
        begin(next);
        return;
    }
    if (next == none && b_.order.live_threads > 0)
        stuck();
    b_.stacks.give_back(__builtin_frame_address(0));
    void *unused; // goes on here
    if (next == none)
        cpu_device_switch_stack(&unused, b_.stacks.home);
    else
        switch_to(next, &unused);
}

// A thread polls by the last of so many. With a seed, after how many more it lets others run again is random.
void core::poll()
{
    constexpr unsigned without_seed = 64, most = 8;
    polls_left = b_.launch->seed == 0 ? without_seed : 1 + (unsigned)(b_.next_random() % most);
    yield();
}

void core::yield()
{
    if (__builtin_expect(b_.launch->error.load(std::memory_order_relaxed) != cudaSuccess, false))
        give_up_in_time();
    take_step_of_watch();
    if (__builtin_expect((looking.load(std::memory_order_relaxed) | b_.spins.look()) != 0 ||
                             nudged_.load(std::memory_order_relaxed),
                         false))
        look_at_current();
    leave_sweep();
    if (b_.checking && b_.checker.are_followed())
        b_.checker.tell(&observer::yields);
    if (crowded_ && ++yields_ % 32 == 0)
        yield_processor();
    // Blocks that share the core may wait for one another.
    if (b_.with != nullptr && (b_.order.next_ready(b_.current) == b_.current || ++yields_ % 32 == 0))
        let_other_blocks_run();
    switch_from_current();
}

uint3 core::block_index() const
{
    const dim3 &g = b_.launch->grid();
    return {(unsigned)(b_.number % g.x), (unsigned)(b_.number / g.x % g.y), (unsigned)(b_.number / g.x / g.y)};
}

// Where a waiting thread waits. At a barrier, only threads that are not at the first one's place have stored it.
const waiting &core::place_of(unsigned thread) const
{
    unsigned warp = thread / warp_size;
    unsigned own =
        b_.lanes.waiting_lanes(warp) | b_.barrier.elsewhere(warp) | waiting_in_cluster_[warp] | b_.apart[warp];
    return b_.waits[own >> thread % warp_size & 1 ? thread : b_.barrier.first()];
}

// --- loads and stores, atomics, fences ---

// A thread that is far ahead lets the others run, so that accesses can be combined into requests.
void core::let_warp_catch_up()
{
    yield();
    b_.checker.others_have_run(b_.current);
}

void core::take_turns(int line)
{
    leave_sweep();
    const unsigned self = b_.current, next = in_step_.next(self, line, b_.order);
    if (next != self)
        switch_to(next, &b_.stacks.of(self));
    in_step_.goes_on(self);
}

// Before a thread waits.
void core::announce_wait(unsigned kind, const char *file, int line)
{
    static_assert((unsigned)warp_kind::sync == trace_syncwarp && (unsigned)warp_kind::group == trace_sync_of_group);
    if (b_.checker.keep_in_step())
        take_turns(line != 0 ? line : in_step_.line_number(file - 1));
    b_.checker.tell(&observer::waits, b_.current, kind, file, line);
}

void core::announce_access(const announced_access &what)
{
    if (b_.checker.keep_in_step())
        take_turns(in_step_.line_number(what.pc));
    if (b_.checker.about_to_access(b_.current, what))
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
    if (!b_.checking || b_.stacks.holds(what.address))
        return; // mostly its own variables
    if (b_.checker.is_argument(what.address) || is_no_ones_variable(what.address))
        return;
    if (__builtin_expect(b_.spins.look() != 0, false))
        note_access(what);
    if (__builtin_expect(nudged_.load(std::memory_order_relaxed), false) && what.kind == access::read)
        give_way();
    // Other threads may run here. So this comes before the check: no other thread may run between check and access.
    if (__builtin_expect(b_.checker.are_followed(), false))
        announce_access(what);
    wrong is = b_.checker.access_begins(b_.current, what);
    if (__builtin_expect(b_.checker.are_followed(), false))
        b_.checker.access_checked(b_.current, what, is != wrong::nothing);
    if (__builtin_expect(is != wrong::nothing, false))
        refuse(is, what);
    stop_if_forbidden(what);
}

void core::touch_texel(const announced_access &what)
{
    wrong is = b_.checker.texel_begins(b_.current, what);
    if (__builtin_expect(is != wrong::nothing, false))
        refuse(is, what);
}

void core::atomic_begins(const announced_access &what)
{
    in_atomic_ = &what;
    b_.checker.atomic_begins(b_.current, what);
    stop_if_forbidden(what);
}

void core::atomic_ends(const announced_access &what, outcome is)
{
    in_atomic_ = nullptr;
    copies_.finish_until(what.address, [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        b_.checker.tell(&observer::copy_arrives, c.to, c.size);
    });
    far_ahead_ = b_.checker.atomic_ends(b_.current, what, is);
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
    if (!b_.checking)
        return;
    b_.checker.tell(&observer::fence, b_.current, scope != cpu_device_scope_block, fence_order::both);
    b_.checker.tell(&observer::fence_called, b_.current, scope, pc);
}

void core::copies(const char *to, const char *from, size_t size, const void *pc)
{
    const bool is_after = to > from;
    const auto distance = (size_t)(is_after ? to - from : from - to);
    if (b_.checking && distance > 0 && distance < size)
        b_.launch->overlapping.add(b_.number, {b_.current, pc, size, distance, is_after});
}

void core::ordered_fence(cpu_device_scope scope, int order)
{
    fence_of_atomic(scope != cpu_device_scope_block, fence_order::both);
    if (b_.checking)
        b_.checker.tell(&observer::fence_in_order, b_.current, scope, order);
}

void core::frees()
{
    progress();
    b_.checker.tell(&observer::frees, b_.current);
}

void core::shows()
{
    progress();
    if (b_.checking)
        b_.checker.tell(&observer::shows, b_.current);
}

void core::fence_of_atomic(bool of_device, fence_order order)
{
    if (b_.checking) {
        b_.checker.tell(&observer::fence, b_.current, of_device, order);
        b_.launch->record.sync_places.volatiles.becomes_true();
    }
}

// --- a block ---

void core::prepare(grid_launch &launch)
{
    b_.launch = &launch;
    core_begins_launch(this);
    b_.order.launch_begins(launch.threads());
    const dim3 &b = launch.block();
    if (b.x != prepared_block_.x || b.y != prepared_block_.y || b.z != prepared_block_.z) {
        unsigned rank = 0;
        for (unsigned z = 0; z < b.z; ++z)
            for (unsigned y = 0; y < b.y; ++y)
                for (unsigned x = 0; x < b.x; ++x)
                    index_[rank++] = {x, y, z};
        prepared_block_ = b;
    }
    b_.memory.use_image(image_of(launch.kernel.type));
    b_.memory.set_dynamic_size(launch.dynamic_shared);
    cluster_ = nullptr;
    b_.with = launch.resident.get();
    b_.checking = launch.checked;
    run_body_ = b_.checking ? launch.kernel.run_checked : launch.kernel.run;
    if (b_.checking)
        b_.checker.launch_begins(launch.record, launch.kernel.type, launch.arguments, launch.kernel.closure_size);
    if (b_.checking && b_.checker.keep_in_step())
        in_step_.launch_begins();
}

void core::finish()
{
    core_ends_launch(this);
    if (b_.checking)
        b_.checker.launch_ends();
}

// Runs the block's threads until all have ended, or the block breaks off.
void core::run_threads()
{
    b_.out.block_begins();
    running_ = true;
    checked_core = b_.checking ? this : nullptr;
    begin(b_.order.first_of_turn(0));
    cpu_device_begin_stack(&b_.stacks.home, b_.stacks.fresh(), fiber_main);
    for (;;) {
        running_ = false;
        checked_core = nullptr;
        bool ended = b_.out.reason == off_fiber::ended || b_.out.reason == off_fiber::returned;
        if (b_.out.reason == off_fiber::ended)
            report_ended();
        else if (b_.out.reason == off_fiber::exited)
            report_exited();
        else if (b_.out.reason == off_fiber::asked)
            describe_spinning();
        else if (b_.out.reason != off_fiber::returned)
            break;
        b_.out.reason = off_fiber::nothing;
        running_ = true;
        checked_core = b_.checking ? this : nullptr;
        if (ended) // on a fresh fiber in place of the thread's own
            cpu_device_begin_stack(&b_.stacks.home, b_.out.fresh_on, fiber_main);
        else
            cpu_device_switch_stack(&b_.stacks.home, b_.out.back);
    }
}

bool core::run(uint64_t block_number)
{
    b_.number = block_number;
    b_.spins.block_begins();
    b_.memory.poison_all();
    this_core = this; // it was thread_local as well
    checked_core = nullptr;
    b_.random = b_.launch->seed == 0 ? 0 : mix(b_.launch->seed ^ mix(block_number));
    polls_left = 1;
    if (b_.checking)
        b_.checker.block_begins(block_number);
    const dim3 &grid = b_.launch->grid(), &block = b_.launch->block();
    gridDim = {grid.x, grid.y, grid.z};
    blockDim = {block.x, block.y, block.z};
    blockIdx = block_index();

    b_.order.block_begins(b_.launch->seed, block_number);
    b_.lanes.block_begins(b_.order.warps);
    b_.barrier.block_begins(b_.order.warps);
    std::fill_n(of_block_, b_.order.warps, 0);
    b_.stacks.block_begins();
    polling_.block_begins();
    b_.ended_threads = 0;
    copies_.block_begins();
    phases_.block_begins();
    named_.block_begins();
    std::fill_n(b_.apart, b_.order.warps, 0);
    std::fill_n(waiting_in_cluster_, b_.order.warps, 0);
    waiting_in_cluster_count_ = 0;
    if (cluster_ != nullptr)
        std::fill_n(arrived_in_cluster_, b_.order.threads, 0);
    else
        b_.turn = block_number;

    run_threads();
    bool broken = b_.out.reason != off_fiber::nothing;
    if (broken) {
        b_.launch->fails(b_.out.error());
        if (!b_.out.is_silent() &&
            !b_.launch->break_reported.exchange(true)) // others: for the same reason, most likely
            report_failure(b_.out.report(where_bad()));
        b_.launch->break_up();
    }
    if (cluster_ != nullptr)
        cluster_->ends(rank_in_cluster_);
    if (b_.checking && cluster_ != nullptr && !broken && b_.ended_threads == 0)
        b_.checker.leaves_cluster();
    if (b_.checking)
        b_.checker.block_ends(broken || b_.ended_threads > 0);
    if (b_.checking && cluster_ != nullptr && cluster_->checks().have_all_ended())
        b_.checker.cluster_ends();
    return b_.out.reason != off_fiber::launch_broken;
}

void called_on_host(const char *function)
{
    die(1, "%s is device code, and was called on the host", tr(function));
}
} // namespace cpu_device
