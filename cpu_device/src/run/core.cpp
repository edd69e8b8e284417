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

// The next thread, or none. Where all threads wait, some of them for the cluster, other blocks run.
unsigned core::next_to_run()
{
    unsigned next = b_.order.next_ready(b_.current);
    while (__builtin_expect(next == turns::none && member.any_waits(), false)) {
        member.wait_for_other_blocks();
        next = b_.order.next_ready(b_.current);
    }
    return next;
}

// The current thread waits or yields.
void core::switch_from_current()
{
    unsigned next = next_to_run();
    for (unsigned tries = 0;
         polling_.any() && tries < b_.order.live_threads && next != turns::none && polling_.is_in_vain(next); ++tries)
        next = b_.order.next_ready(next);
    if (next == b_.current)
        return;
    if (next == turns::none)
        ending.stuck();
    switch_to(next, &b_.stacks.of(b_.current));
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
        if (__builtin_expect(self.loop_begun_, false)) {
            self.has_looped_ = true;
            self.loop_begun_ = 0;
            cpu_device_resume_stack(self.b_.stacks.home);
        }
        if (__builtin_expect(!self.b_.order.sweeping || self.b_.barrier.arrived() != 0, false)) {
            self.finish_current();
            continue; // with a thread that has not begun
        }
        unsigned next = self.b_.order.next_in_sweep(self.b_.current);
        if (__builtin_expect(next == turns::none, false)) {
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

// One call runs the threads of a block.
void core::loop_main()
{
    core &self = *this_core;
    const unsigned in_row = self.b_.launch->grid().x;
    for (; self.b_.number < self.end_of_loops_; ++self.b_.number) {
        self.begin(0);
        if (++blockIdx.x >= in_row)
            blockIdx = self.b_.index();
        self.run_body_(self.b_.launch->arguments);
    }
    self.loop_begun_ = 0;
    cpu_device_resume_stack(self.b_.stacks.home);
}

// --- from thread to thread, otherwise ---

// The current thread has ended. Returns if this fiber is to run the next one, which has not begun yet; else the fiber
// ends too, and its stack is free.
void core::finish_current()
{
    b_.leave_sweep();
    b_.progress();
    const unsigned warp = b_.current / warp_size;
    b_.lanes.not_ready(b_.current);
    b_.order.ends(b_.current);
    if (b_.lanes.waiting_lanes(warp))
        b_.lanes.release(warp, in_warp.warp_circumstances());
    if (b_.order.live_threads > 0 && b_.barrier.arrived() == b_.order.live_threads)
        barriers.release_barrier();
    if (__builtin_expect(b_.named.any(), false))
        named.look_at_named(warp);

    if (member.all() != nullptr)
        member.take_leave_of_cluster(b_.current);
    unsigned next = next_to_run();
    if (next != turns::none && !b_.order.has_started(next)) {
        b_.order.starts(next);
        begin(next);
        return;
    }
    if (next == turns::none && b_.order.live_threads > 0)
        ending.stuck();
    b_.stacks.give_back(__builtin_frame_address(0));
    void *unused; // goes on here
    if (next == turns::none)
        cpu_device_switch_stack(&unused, b_.stacks.home);
    else
        switch_to(next, &unused);
}

// A thread polls by the last of so many. With a seed, after how many more it lets others run again is random.
void core::poll()
{
    constexpr unsigned without_seed = 64, most = 8;
    polls_left = b_.launch->seed == 0 ? without_seed : 1 + (unsigned)(b_.next_random() % most);
    b_.lanes.polls(b_.current);
    yield();
}

void core::yield()
{
    if (__builtin_expect(b_.launch->error.load(std::memory_order_relaxed) != cudaSuccess, false))
        ending.give_up_in_time();
    take_step_of_watch();
    if (__builtin_expect((looking.load(std::memory_order_relaxed) | b_.spins.look()) != 0 || watched.is_nudged(),
                         false))
        watched.look_at_current();
    b_.leave_sweep();
    if (b_.checking && b_.checker.following().any())
        b_.checker.tell(&observer::yields);
    if (crowded_ && ++yields_ % 32 == 0)
        yield_processor();
    // Blocks that share the core may wait for one another.
    if (b_.with != nullptr && (b_.order.next_ready(b_.current) == b_.current || ++yields_ % 32 == 0))
        member.let_other_blocks_run();
    switch_from_current();
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
    member.launch_begins();
    b_.with = launch.resident.get();
    b_.checking = launch.checked;
    run_body_ = b_.checking || launch.grid().x > CPU_DEVICE_MOST_BLOCKS_IN_LOOPS ? launch.kernel.run_checked
                                                                                 : launch.kernel.run;
    loop_ = {};
    if (may_loop(launch))
        loop_ = {{b.x, b.y, b.z}, &loop_begun_};
    has_looped_ = false;
    if (b_.checking)
        b_.checker.launch_begins(launch.record, launch.kernel.type, launch.arguments, launch.kernel.closure_size);
    if (b_.checking)
        accesses.launch_begins();
}

// Its order of threads is the one in which a loop runs them, and no other block waits for this one.
bool core::may_loop(const grid_launch &launch) const
{
    return !b_.checking && launch.seed == 0 && !launch.takes_turns();
}

void core::finish()
{
    core_ends_launch(this);
    if (b_.checking)
        b_.checker.launch_ends();
}

// Runs the block's threads until all have ended, or the block breaks off.
void core::run_threads(void (*begin_with)())
{
    b_.out.block_begins();
    works_for_others_ = false;
    running_ = true;
    checked_core = b_.checking ? this : nullptr;
    begin(b_.order.first_of_turn(0));
    cpu_device_begin_stack(&b_.stacks.home, b_.stacks.fresh(), begin_with);
    for (;;) {
        running_ = false;
        checked_core = nullptr;
        bool ended = b_.out.reason == off_fiber::ended || b_.out.reason == off_fiber::returned;
        if (b_.out.reason == off_fiber::ended)
            ending.report_ended();
        else if (b_.out.reason == off_fiber::exited)
            ending.report_exited();
        else if (b_.out.reason == off_fiber::asked)
            watched.describe_spinning();
        else if (b_.out.reason != off_fiber::returned)
            break;
        b_.out.reason = off_fiber::nothing;
        works_for_others_ = false;
        running_ = true;
        checked_core = b_.checking ? this : nullptr;
        if (ended) // on a fresh fiber in place of the thread's own
            cpu_device_begin_stack(&b_.stacks.home, b_.out.fresh_on, fiber_main);
        else
            cpu_device_switch_stack(&b_.stacks.home, b_.out.back);
    }
}

// A loop has met a fault, but not which thread has. So they run once more, each by itself. The launch fails, and with
// it all calls that could show what its threads have stored twice.
void core::run_one_by_one()
{
    const fault_record met = b_.out.fault;
    loop_begun_ = 0;
    loop_ = {};
    begin_block(b_.number);
    run_threads(fiber_main);
    if (b_.out.reason == off_fiber::nothing)
        ending.break_off_after(met);
}

void core::begin_block(uint64_t block_number)
{
    b_.begins(block_number);
    this_core = this; // it was thread_local as well
    cpu_device_threads = loop_;
    checked_core = nullptr;
    polls_left = 1;
    if (b_.checking)
        b_.checker.block_begins(block_number);
    const dim3 &grid = b_.launch->grid(), &block = b_.launch->block();
    gridDim = {grid.x, grid.y, grid.z};
    blockDim = {block.x, block.y, block.z};
    blockIdx = b_.index();
    atomics.block_begins();
    polling_.block_begins();
    member.block_begins();
}

bool core::run(uint64_t block_number)
{
    begin_block(block_number);
    run_threads(fiber_main);
    return ends_block();
}

bool core::may_run_in_loops() const
{
    return has_looped_ && b_.launch->shared_of_block() == 0;
}

bool core::run_in_loops(uint64_t first, uint64_t end)
{
    begin_block(first);
    end_of_loops_ = end;
    --blockIdx.x;
    run_threads(loop_main);
    return ends_block();
}

// After its threads.
bool core::ends_block()
{
    if (b_.out.reason == off_fiber::loop_broken)
        run_one_by_one();
    bool broken = b_.out.reason != off_fiber::nothing;
    if (broken) {
        b_.launch->fails(b_.out.error());
        if (!b_.out.is_silent() &&
            !b_.launch->break_reported.exchange(true)) // others: for the same reason, most likely
            ending.report_failure(b_.out.report(ending.where_bad()));
        b_.launch->break_up();
    }
    if (member.all() != nullptr)
        member.all()->ends(member.rank());
    if (b_.checking && member.all() != nullptr && !broken && b_.ended_threads == 0)
        b_.checker.leaves_cluster();
    if (b_.checking)
        b_.checker.block_ends(broken || b_.ended_threads > 0);
    if (b_.checking && member.all() != nullptr && member.all()->checks().have_all_ended())
        b_.checker.cluster_ends();
    return b_.out.reason != off_fiber::launch_broken;
}

void called_on_host(const char *function)
{
    die(1, "%s is device code, and was called on the host", tr(function));
}

} // namespace cpu_device
