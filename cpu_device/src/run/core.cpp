// SPDX-License-Identifier: MIT
#include "core.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sched.h>
#include <sys/mman.h>

#include "../../include/cuda_runtime_api.h"
#include "../check/trace.h"
#include "../say/report.h"
#include "../settings.h"
#include "builtin_variables.h"
#include "switch_stack.h"

namespace cpu_device
{
__thread core *this_core, *checked_core;
__thread unsigned polls_left;
__thread cpu_device_scope host_scope = cpu_device_scope_system;

namespace
{
unsigned lowest_bit(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

unsigned highest_bit(unsigned mask)
{
    return 31 - (unsigned)__builtin_clz(mask);
}

unsigned lanes_after(unsigned lane)
{
    return ~((2u << lane) - 1); // 2u << 31 is 0, so none
}

unsigned lanes_before(unsigned lane)
{
    return (1u << lane) - 1;
}
} // namespace

char *core::reserve_stacks()
{
    // Without MAP_NORESERVE, a strict overcommit policy would count every stack in full.
    void *stacks =
        mmap(nullptr, resident_threads() * stack_step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return stacks == MAP_FAILED ? nullptr : static_cast<char *>(stacks);
}

static std::atomic<unsigned> cores_made{0};

core::core(char *stacks) : number_(cores_made++), stacks_(stacks), checks_(memory_)
{
    idle_stacks_.reserve(max_threads);
}

void core::use_stacks(char *stacks, unsigned threads)
{
    stacks_ = stacks;
    stacks_size_ = threads * stack_step;
    stacks_made_ = 0; // what is made already can be made again
}

void core::make_stack()
{
    if (mprotect(stacks_ + stacks_made_ * stack_step + guard_size, stack_size, PROT_READ | PROT_WRITE) != 0)
        die(1, "no memory for the stack of a thread: %s", strerror(errno));
    ++stacks_made_;
}

char *core::new_stack()
{
    if (stacks_used_ == stacks_made_)
        make_stack();
    return top_of(stacks_used_++);
}

// Stacks that all began at the same offset in a page would share a few sets of the cache; these begin 192 bytes apart,
// about what a small kernel uses.
char *core::top_of(size_t stack) const
{
    return stacks_ + stack * stack_step + stack_step - stack * 192 % 4096;
}

// --- from thread to thread ---

void core::make_ready(unsigned warp, unsigned lanes)
{
    ready_[warp] |= lanes;
    if (lanes)
        ready_warps_ |= 1u << turn_[warp];
}

void core::not_ready(unsigned thread)
{
    unsigned warp = thread / warp_size;
    ready_[warp] &= ~(1u << thread % warp_size);
    if (ready_[warp] == 0) {
        ready_warps_ &= ~(1u << turn_[warp]);
        if (asks_[warp])
            answer_active(warp);
    }
}

// The next thread in cyclic order that can run.
unsigned core::next_ready(unsigned after) const
{
    unsigned warp = after / warp_size;
    unsigned lane = after % warp_size, lanes = ready_[warp] & (downwards_ ? lanes_before(lane) : lanes_after(lane));
    if (lanes == 0) {
        if (ready_warps_ == 0)
            return none;
        unsigned later = ready_warps_ & lanes_after(turn_[warp]);
        warp = warp_at_[lowest_bit(later ? later : ready_warps_)];
        lanes = ready_[warp];
    }
    return warp * warp_size + (downwards_ ? highest_bit(lanes) : lowest_bit(lanes));
}

void core::begin(unsigned thread)
{
    current_ = thread;
    threadIdx = index_[thread];
}

// Leaves the caller's fiber in *left and runs a thread.
void core::switch_to(unsigned thread, void **left)
{
    begin(thread);
    unsigned bit = 1u << thread % warp_size;
    if (started_[thread / warp_size] & bit) {
        __builtin_prefetch(fiber_of_[(thread + 1) % max_threads]); // likely the next: its stack may have left the cache
        cpu_device_switch_stack(left, fiber_of_[thread]);
        return;
    }
    started_[thread / warp_size] |= bit;
    char *top;
    if (idle_stacks_.empty()) {
        top = new_stack();
    } else {
        top = idle_stacks_.back();
        idle_stacks_.pop_back();
    }
    cpu_device_begin_stack(left, top, fiber_main);
}

// Whether the value that a thread polls is unchanged. The thread may wait for something else too, so now and then it
// runs anyway.
bool core::looks_in_vain(unsigned thread)
{
    constexpr uint8_t most_turns = 16;
    look &l = looks_[thread];
    if (l.address == nullptr || ++l.turns == most_turns)
        return false;
    switch (l.size) {
    case 2: return __atomic_load_n(static_cast<const volatile uint16_t *>(l.address), __ATOMIC_RELAXED) == l.seen;
    case 4: return __atomic_load_n(static_cast<const volatile uint32_t *>(l.address), __ATOMIC_RELAXED) == l.seen;
    default: return __atomic_load_n(static_cast<const volatile uint64_t *>(l.address), __ATOMIC_RELAXED) == l.seen;
    }
}

void core::idle_at(const volatile void *address, const void *seen, size_t size)
{
    if (idle_ != current_)
        return idle();
    if (!any_looks_)
        std::fill_n(looks_, threads_, look());
    any_looks_ = true;
    looks_[current_] = {address, 0, (uint8_t)size};
    memcpy(&looks_[current_].seen, seen, size);
    idle();
    looks_[current_].address = nullptr;
}

// The current thread waits or yields.
void core::switch_from_current()
{
    unsigned next = next_ready(current_);
    for (unsigned tries = 0; any_looks_ && tries < live_threads_ && next != none && looks_in_vain(next); ++tries)
        next = next_ready(next);
    if (next == current_)
        return;
    if (next == none)
        stuck();
    switch_to(next, &fiber_of_[current_]);
}

// --- a sweep: in order, until a thread does something else than the others ---

// The thread after it in the order of the warps and of their lanes; none after the last.
inline unsigned core::next_in_sweep(unsigned thread) const
{
    unsigned next = thread + step_;
    if (__builtin_expect(thread % warp_size != last_lane_ && next != threads_, true))
        return next;
    unsigned turn = turn_[thread / warp_size] + 1;
    return turn == warps_ ? none : first_of_turn(turn);
}

unsigned core::first_of_turn(unsigned turn) const
{
    unsigned first = warp_at_[turn] * warp_size;
    return downwards_ ? std::min(first + warp_size, threads_) - 1 : first;
}

// The running thread has reached the barrier, and waits.
inline void core::go_on_with_sweep()
{
    unsigned left = current_, next = next_in_sweep(left);
    if (__builtin_expect(next == none, false))
        return end_sweep();
    begin(next);
    if (all_started_) {
        __builtin_prefetch(fiber_of_[(next + 1) % max_threads]); // the next: its stack may have left the cache
        cpu_device_switch_stack(&fiber_of_[left], fiber_of_[next]);
    } else {
        cpu_device_begin_stack(&fiber_of_[left], top_of(stacks_used_++),
                               fiber_main); // arrive_first() has made them all
    }
}

// All have reached the barrier.
inline void core::count_votes()
{
    if (checking_)
        checks_.barrier(waits_[first_arrived_].file, waits_[first_arrived_].line);
    if (waits_[first_arrived_].kind == cpu_device_barrier_grid)
        meet_other_blocks();
    votes_result_ = votes_;
    voters_ = (int)arrived_;
    votes_ = 0;
    arrived_ = 0;
}

// All threads of the block have reached a barrier of the grid.
void core::meet_other_blocks()
{
    const waiting &at = waits_[first_arrived_];
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
    all_started_ = true;
    unsigned left = current_, first = first_of_turn(0);
    if (left == first)
        return;
    begin(first);
    cpu_device_switch_stack(&fiber_of_[left], fiber_of_[first]);
}

// Sets what a sweep does not keep: the bits of every thread.
void core::leave_sweep()
{
    if (!sweeping_)
        return;
    sweeping_ = false;
    ready_warps_ = 0;
    for (unsigned warp = 0; warp < warps_; ++warp) {
        unsigned lanes = threads_ - warp * warp_size, all = lanes >= warp_size ? ~0u : (1u << lanes) - 1;
        unsigned current = current_ / warp_size, lane = current_ % warp_size, bit = 1u << lane;
        unsigned before = turn_[warp] < turn_[current] ? all : 0;
        if (warp == current)
            before = all & (downwards_ ? lanes_after(lane) : lanes_before(lane));
        live_[warp] = arrived_ > 0 ? all : all & ~before; // else those before the current thread have exited
        live_threads_ -= (unsigned)__builtin_popcount(all & ~live_[warp]);
        started_[warp] = all_started_ ? all : warp == current ? before | bit : before;
        ready_[warp] = 0;
        make_ready(warp, all & ~before);
    }
}

void core::fiber_main()
{
    core &self = *this_core;
    if (self.ending_) {
        self.ending_ = false;
        self.finish_current();
    }
    // One call starts or continues a thread's body, so that its return address is the one that the processor predicts.
    void (*step)(const void *) = self.run_body_;
    const void *with = self.launch_->arguments;
    for (;;) {
        asm("" : "+r"(step));
        step(with);
        if (__builtin_expect(!self.sweeping_ || self.arrived_ != 0, false)) {
            self.finish_current();
            continue; // with a thread that has not begun
        }
        unsigned next = self.next_in_sweep(self.current_);
        if (__builtin_expect(next == none, false)) {
            step = cpu_device_resume_stack;
            with = self.home_;
            continue;
        }
        self.begin(next);
        if (self.all_started_) {
            __builtin_prefetch(self.fiber_of_[(next + 1) % max_threads]);
            step = cpu_device_resume_stack;
            with = self.fiber_of_[next];
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
    unsigned warp = current_ / warp_size, bit = 1u << current_ % warp_size;
    not_ready(current_);
    live_[warp] &= ~bit;
    --live_threads_;
    if (at_warp_[warp])
        release_warp(warp);
    if (live_threads_ > 0 && arrived_ == live_threads_)
        release_barrier();

    unsigned next = next_ready(current_);
    if (next != none && !(started_[next / warp_size] & 1u << next % warp_size)) {
        started_[next / warp_size] |= 1u << next % warp_size;
        begin(next);
        return;
    }
    if (next == none && live_threads_ > 0)
        stuck();
    auto here = static_cast<const char *>(__builtin_frame_address(0));
    idle_stacks_.push_back(top_of((size_t)(here - stacks_) / stack_step));
    void *unused; // goes on here
    if (next == none)
        cpu_device_switch_stack(&unused, home_);
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
    if (launch_->resident != nullptr && (next_ready(current_) == current_ || ++yields_ % 32 == 0))
        launch_->resident->let_others_run(block_number_);
    switch_from_current();
}

// --- barriers ---

void core::arrive_out_of_sweep(cpu_device_barrier_kind kind, bool predicate, const char *file, int line)
{
    leave_sweep();
    const waiting &first = waits_[first_arrived_];
    if (arrived_ == 0) {
        waits_[current_] = {file, line, true, (uint8_t)kind, 0, 0, 0};
        first_arrived_ = current_;
    } else if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind, false)) {
        wait_elsewhere({file, line, true, (uint8_t)kind, 0, 0, 0});
    }
    votes_ += predicate;
    ++arrived_;
    not_ready(current_);
    if (arrived_ == live_threads_)
        release_barrier();
    switch_from_current();
}

[[gnu::always_inline]] inline void core::arrive(cpu_device_barrier_kind kind, bool predicate, const char *file,
                                                int line)
{
    const waiting &first = waits_[first_arrived_];
    if (__builtin_expect(!sweeping_ || arrived_ == 0, false))
        return arrive_first(kind, predicate, file, line);
    if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind, false))
        return arrive_out_of_sweep(kind, predicate, file, line);
    votes_ += predicate;
    ++arrived_;
    go_on_with_sweep();
}

void core::arrive_first(cpu_device_barrier_kind kind, bool predicate, const char *file, int line)
{
    if (!sweeping_ || current_ != first_of_turn(0))
        return arrive_out_of_sweep(kind, predicate, file, line);
    while (stacks_made_ < threads_)
        make_stack();
    waits_[current_] = {file, line, true, (uint8_t)kind, 0, 0, 0};
    first_arrived_ = current_;
    votes_ = predicate;
    arrived_ = 1;
    go_on_with_sweep();
}

void core::sync(const char *file, int line)
{
    if (__builtin_expect(checking_ && checks_.traces(), false))
        waits_traced(trace_barrier + cpu_device_barrier_plain, file, line);
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
    if (__builtin_expect(checking_ && checks_.traces(), false))
        waits_traced(trace_barrier + kind, file, line);
    arrive(kind, predicate, file, line);
    switch (kind) {
    case cpu_device_barrier_plain:
    case cpu_device_barrier_group:
    case cpu_device_barrier_grid: return 0;
    case cpu_device_barrier_count: return votes_result_;
    case cpu_device_barrier_all: return votes_result_ == voters_;
    case cpu_device_barrier_any: return votes_result_ != 0;
    }
    return 0;
}

// The current thread has reached a barrier, which seems to be another one than the first thread's.
void core::wait_elsewhere(const waiting &here)
{
    waits_[current_] = here;
    if (!same_place(here, waits_[first_arrived_])) // the file's name may be another copy
        elsewhere_[current_ / warp_size] |= 1u << current_ % warp_size;
}

// Every thread that has not exited waits at a barrier.
void core::release_barrier()
{
    for (unsigned warp = 0; warp < warps_; ++warp) {
        if (elsewhere_[warp])
            stuck();
        make_ready(warp, live_[warp]);
    }
    if (live_threads_ + ended_threads_ != threads_)
        warn_of_exited();
    count_votes();
    if (live_threads_ == threads_ && next_in_sweep(current_) == none) // the first thread is the next
        sweeping_ = all_started_ = true;
}

// Some threads of the block have exited without reaching the barrier. The running thread switches to the core's stack
// to report that, and continues.
void core::warn_of_exited()
{
    left_for_ = off_fiber::exited;
    cpu_device_switch_stack(&left_for_warning_, home_);
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
    if (checking_ && checks_.traces())
        waits_traced((unsigned)kind, file, line);
    leave_sweep();
    waits_[current_] = {file, line, false, (uint8_t)kind, mask, source, value};
    at_warp_[warp] |= bit;
    not_ready(current_);
    release_warp(warp);
    if (!(ready_[warp] & bit))
        switch_from_current();
    return waits_[current_].value;
}

// --- calls of a whole warp: the last lane to arrive executes it for all, while the others wait ---

namespace
{
struct lane_work {
    void (*work)(void *const *lanes);
    void *mine;
};
const lane_work &work_of(uint64_t value)
{
    return *reinterpret_cast<const lane_work *>(value);
}
} // namespace

void core::work_together(warp_kind kind, void (*work)(void *const *lanes), void *mine, const char *file, int line)
{
    leave_sweep();
    const unsigned lanes = live_[current_ / warp_size];
    if (lanes != ~0u && ended_threads_ == 0)
        break_off(cudaErrorLaunchFailure, [=] {
            return diagnose(report_kind::part_of_warp, {})
                .where({file, line})
                .say("calls %s at %s:%d, and its warp has %d lanes: the others have exited, or there are none",
                     work_name((uint8_t)kind), base_name(file), line, __builtin_popcount(lanes))
                .say("All 32 lanes of a warp must make the same call. What a GPU does here is undefined.");
        });
    lane_work here = {work, mine};
    warp_meet(kind, ~0u, reinterpret_cast<uint64_t>(&here), current_ % warp_size, file, line);
}

bool core::same_work(const waiting &a, const waiting &b)
{
    return same_place(a, b) && work_of(a.value).work == work_of(b.value).work;
}

// A lane that an illegal access has ended has no value.
void core::do_work(const waiting *lanes, unsigned group)
{
    void *brought[warp_size] = {};
    for (unsigned left = group; left; left &= left - 1)
        brought[lowest_bit(left)] = work_of(lanes[lowest_bit(left)].value).mine;
    if (auto work = work_of(lanes[lowest_bit(group)].value).work)
        work(brought);
}

// What a lane gets from the call that `group` makes together. Of a lane that takes no part a shuffle gets 0, as on an
// H100; with a seed, a value that is hardly right by chance.
uint64_t core::value_for(unsigned warp, unsigned lane, unsigned group, uint64_t ballot) const
{
    const waiting *lanes = &waits_[warp * warp_size], &one = lanes[lane];
    if (one.kind == (uint8_t)warp_kind::ballot)
        return ballot;
    if (group >> one.source & 1)
        return lanes[one.source].value;
    if (one.kind != (uint8_t)warp_kind::shuffle)
        return one.value;
    if (checking_ && ended_threads_ == 0)
        launch_->shuffled.add(
            block_number_, {warp * warp_size + lane, one.source, !(live_[warp] >> one.source & 1), one.file, one.line});
    return launch_->seed * 0x9e3779b97f4a7c15;
}

// Lets the lanes continue whose whole mask has arrived.
void core::release_warp(unsigned warp)
{
    waiting *lanes = &waits_[warp * warp_size];
    for (unsigned rest = at_warp_[warp]; rest;) {
        const waiting &one = lanes[lowest_bit(rest)];
        unsigned group = one.mask & live_[warp];
        bool complete = (group & ~at_warp_[warp]) == 0;
        for (unsigned left = complete ? group : 0; left && complete; left &= left - 1) {
            const waiting &other = lanes[lowest_bit(left)];
            complete = other.mask == one.mask &&
                       (other.kind == one.kind || (orders_memory(other.kind) && orders_memory(one.kind))) &&
                       (!is_work(one.kind) || same_work(one, other));
        }
        if (is_work(one.kind) && group != ~0u && ended_threads_ == 0)
            complete = false;
        rest &= rest - 1;
        if (!complete)
            continue;
        rest &= ~group;

        if (is_work(one.kind))
            do_work(lanes, group);
        uint64_t results[warp_size], ballot = 0;
        for (unsigned left = group; left; left &= left - 1)
            ballot |= (uint64_t)(lanes[lowest_bit(left)].value != 0) << lowest_bit(left);
        for (unsigned left = group; left; left &= left - 1)
            results[lowest_bit(left)] = value_for(warp, lowest_bit(left), group, ballot);
        for (unsigned left = group; left; left &= left - 1)
            lanes[lowest_bit(left)].value = results[lowest_bit(left)];
        if (checking_) // shuffles and votes order no memory
            checks_.warp_meets(warp, group, group == live_[warp], orders_memory(one.kind));
        at_warp_[warp] &= ~group;
        make_ready(warp, group);
    }
}

// __activemask: on a GPU, the lanes that run together. Here a lane waits until no lane of its warp can run; those that
// wait at the same instruction then form the mask. (Instructions, not lines: a line of an inlined function occurs
// several times.)
unsigned core::active_lanes(const void *pc)
{
    unsigned warp = current_ / warp_size, bit = 1u << current_ % warp_size;
    leave_sweep();
    waits_[current_] = {static_cast<const char *>(pc), 0, false, (uint8_t)warp_kind::active, bit, 0, 0};
    asks_[warp] |= bit;
    not_ready(current_);
    if (!(ready_[warp] & bit))
        switch_from_current();
    return (unsigned)waits_[current_].value;
}

void core::answer_active(unsigned warp)
{
    waiting *lanes = &waits_[warp * warp_size];
    unsigned asking = asks_[warp];
    for (unsigned rest = asking; rest; rest &= rest - 1) {
        waiting &one = lanes[lowest_bit(rest)];
        for (unsigned others = asking; others; others &= others - 1)
            one.value |= (uint64_t)(one.file == lanes[lowest_bit(others)].file) << lowest_bit(others);
    }
    asks_[warp] = 0;
    make_ready(warp, asking);
}

// --- asynchronous copies: the data arrives when its thread waits for it ---

// False: the copy is made at once.
bool core::announce_copy(char *to, const char *from, size_t size, const void *pc)
{
    if (checking_) {
        touch(access::read, from, size, 1, pc);
        touch(access::write, to, size, 1, pc); // it may write from now on, at any time
    }
    if (!memory_.holds(to) || memory_.holds(from)) { // a GPU does so too
        memcpy(to, from, size);
        return false;
    }
    return true;
}

void core::begin_copy(char *to, const char *from, size_t size, const void *pc)
{
    if (!announce_copy(to, from, size, pc))
        return;
    memset(to, poison, size);
    if (checking_)
        checks_.not_written(to, size);
    copies_.resize(max_threads);
    copies &mine = copies_[current_];
    mine.under_way.push_back({to, from, size, pc, mine.batches});
}

// libcu++ keeps the phase in the highest bit of a barrier's first word.
static bool phase_of(const char *barrier)
{
    return __atomic_load_n(reinterpret_cast<const uint64_t *>(barrier), __ATOMIC_RELAXED) >> 63;
}

// With the checks off, no call follows a barrier's atomic operations.
void core::begin_copy_until(char *to, const char *from, size_t size, const void *pc, const char *barrier)
{
    if (!announce_copy(to, from, size, pc))
        return;
    if (!checking_ || barrier == nullptr || !memory_.holds(barrier)) {
        memcpy(to, from, size);
        return;
    }
    memset(to, poison, size);
    checks_.not_written(to, size);
    auto of_barrier = [=](const copies_until &c) { return c.barrier == barrier; };
    auto found = std::find_if(copies_until_.begin(), copies_until_.end(), of_barrier);
    if (found == copies_until_.end())
        found = copies_until_.insert(found, {barrier, false, {}});
    if (found->under_way.empty())
        found->phase = phase_of(barrier);
    found->under_way.push_back({to, from, size, pc, 0});
}

// An atomic operation has changed the barrier.
void core::finish_copies_until(const char *barrier)
{
    for (copies_until &all : copies_until_)
        if (all.barrier == barrier && phase_of(barrier) != all.phase) {
            for (const copy &c : all.under_way) {
                memcpy(c.to, c.from, c.size);
                checks_.arrived(c.to, c.size);
            }
            all.under_way.clear();
        }
}

void core::commit_copies()
{
    if (!copies_.empty())
        ++copies_[current_].batches;
}

void core::finish_copies(unsigned batches)
{
    if (copies_.empty())
        return;
    copies &mine = copies_[current_];
    size_t over = 0;
    for (; over < mine.under_way.size() && mine.under_way[over].batch + batches < mine.batches; ++over) {
        const copy c = mine.under_way[over];
        if (checking_) {
            touch(access::read, c.from, c.size, 1, c.pc);
            touch(access::write, c.to, c.size, 1, c.pc);
        }
        memcpy(c.to, c.from, c.size);
    }
    mine.under_way.erase(mine.under_way.begin(), mine.under_way.begin() + (ptrdiff_t)over);
}

uint3 core::block_index() const
{
    const dim3 &g = launch_->grid();
    return {(unsigned)(block_number_ % g.x), (unsigned)(block_number_ / g.x % g.y),
            (unsigned)(block_number_ / g.x / g.y)};
}

bool core::same_place(const waiting &a, const waiting &b)
{
    return a.line == b.line && a.at_barrier == b.at_barrier && a.kind == b.kind &&
           (a.file == b.file || (a.line != 0 && strcmp(a.file, b.file) == 0));
}

// Where a waiting thread waits. At a barrier, only threads that are not at the first one's place have stored it.
const core::waiting &core::place_of(unsigned thread) const
{
    unsigned warp = thread / warp_size, own = at_warp_[warp] | elsewhere_[warp];
    return waits_[own >> thread % warp_size & 1 ? thread : first_arrived_];
}

// --- loads and stores, atomics, fences ---

// A thread that is far ahead lets the others run, so that accesses can be combined into requests.
void core::let_warp_catch_up()
{
    unsigned warp = current_ / warp_size;
    uint32_t meetings = checks_.meetings(warp);
    yield();
    checks_.meet_unless_met(warp, meetings);
}

// With a trace: the lanes of a warp take turns at their accesses, the one that is furthest behind in the source first.
// So they stay together, as a GPU's mostly do, and a warp goes on until all of its lanes wait. A lane that holds a lock
// is ahead of those that spin: one that was passed over often comes first.
void core::take_turns(int line)
{
    leave_sweep();
    const unsigned self = current_, first = self / warp_size * warp_size;
    before_line_[self] = line;
    constexpr unsigned often = 64;
    unsigned next = self;
    for (unsigned i = 1; i < warp_size; ++i) {
        const unsigned other = first + (self + i) % warp_size;
        if (!(ready_[self / warp_size] >> other % warp_size & 1))
            continue;
        if (++passed_over_[other] > often) {
            next = other;
            break;
        }
        if (before_line_[other] < before_line_[next] || (next == self && before_line_[other] == before_line_[self]))
            next = other;
    }
    passed_over_[next] = 0;
    if (next != self)
        switch_to(next, &fiber_of_[self]);
    before_line_[self] = 0;
}

// With a trace, before a thread waits.
void core::waits_traced(unsigned kind, const char *file, int line)
{
    take_turns(line != 0 ? line : trace_line(file - 1));
    trace_waits(block_number_, current_, kind, file, line);
}

void core::touch(access kind, const char *address, size_t size, size_t alignment, const void *pc, bool of_block)
{
    if ((size_t)(address - stacks_) < stacks_size_)
        return; // mostly its own variables
    if (checks_.is_argument(address))
        return;
    const announced_access what = {kind, address, size, alignment, pc, of_block};
    if (__builtin_expect(spinning_.look() != 0, false))
        note_access(kind, address, size, pc);
    if (__builtin_expect(checks_.traces(), false))
        take_turns(trace_line(pc));
    // Other threads may run here. So this comes before the check: no other thread may run between check and access.
    if (__builtin_expect(checks_.counts(), false) && !is_atomic(what.kind) && checks_.count(current_, what))
        let_warp_catch_up();
    wrong is = checks_.access_begins(current_, what);
    if (__builtin_expect(checks_.traces(), false))
        checks_.trace(current_, what, is != wrong::nothing);
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
    if (!copies_until_.empty())
        finish_copies_until(what.address);
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
    if (tracing()) {
        std::fill(before_line_, before_line_ + max_threads, 0);
        std::fill(passed_over_, passed_over_ + max_threads, 0);
    }
    threads_ = launch.threads();
    warps_ = (threads_ + warp_size - 1) / warp_size;
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
}

void core::finish()
{
    core_ends_launch(this);
    if (checking_)
        checks_.launch_ends();
}

// The order of the warps, and of the lanes in them: their own, or one that depends on the seed and the block alone, so
// that it can be repeated.
void core::order_threads()
{
    downwards_ = launch_->seed != 0 && mix(~(launch_->seed + block_number_)) & 1;
    step_ = downwards_ ? -1u : 1;
    last_lane_ = downwards_ ? 0 : warp_size - 1;
    for (unsigned warp = 0; warp < warps_; ++warp)
        warp_at_[warp] = warp;
    if (launch_->seed != 0) {
        uint64_t random = launch_->seed + block_number_;
        for (unsigned left = warps_; left > 1; --left)
            std::swap(warp_at_[left - 1], warp_at_[(random = mix(random)) % left]);
    }
    for (unsigned turn = 0; turn < warps_; ++turn)
        turn_[warp_at_[turn]] = turn;
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

    order_threads();
    for (unsigned warp = 0; warp < warps_; ++warp)
        at_warp_[warp] = asks_[warp] = elsewhere_[warp] = of_block_[warp] = 0;
    sweeping_ = true;
    all_started_ = false;
    idle_stacks_.clear(); // what their fibers held, of a block that broke off, is abandoned
    stacks_used_ = 0;
    any_looks_ = false;
    live_threads_ = threads_;
    ended_threads_ = 0;
    wait_until_ = 0;
    arrived_ = 0;
    votes_ = 0;
    copies_.clear();
    copies_until_.clear();

    left_for_ = off_fiber::nothing;
    running_ = true;
    checked_core = checking_ ? this : nullptr;
    begin(first_of_turn(0));
    cpu_device_begin_stack(&home_, new_stack(), fiber_main);
    for (;;) {
        running_ = false;
        checked_core = nullptr;
        bool ended = left_for_ == off_fiber::ended || left_for_ == off_fiber::returned;
        if (left_for_ == off_fiber::ended)
            report_ended();
        else if (left_for_ == off_fiber::exited)
            report_exited();
        else if (left_for_ == off_fiber::asked)
            describe_spinning();
        else if (left_for_ != off_fiber::returned)
            break;
        left_for_ = off_fiber::nothing;
        running_ = true;
        checked_core = checking_ ? this : nullptr;
        if (ended) // on a fresh fiber in place of the thread's own
            cpu_device_begin_stack(&home_, ended_on_, fiber_main);
        else
            cpu_device_switch_stack(&home_, left_for_warning_);
    }
    bool broken = left_for_ != off_fiber::nothing;
    if (broken) {
        launch_->fails(error_);
        if (launch_->resident != nullptr)
            launch_->resident->break_up();
        if (why_ != nullptr && !launch_->break_reported.exchange(true)) // others: for the same reason, most likely
            report_failure(why_(captured_, where_bad()));
    }
    if (checking_)
        checks_.block_ends(block_number, broken || ended_threads_ > 0);
    return left_for_ != off_fiber::launch_broken;
}

void called_on_host(const char *function)
{
    die(1, "%s is device code, and was called on the host", function);
}
} // namespace cpu_device

// --- where a CUDA thread waits: here, so that it has a single frame when it switches stacks ---

using cpu_device::core;
using cpu_device::running_core;

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
    running_core("__syncwarp()").warp_meet(core::warp_kind::sync, mask, 0, 0, file, line);
}

void cpu_device_sync_group(unsigned mask, const char *file, int line)
{
    running_core("a group's sync()").warp_meet(core::warp_kind::group, mask, 0, 0, file, line);
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
    return running_core("a shuffle").warp_meet(core::warp_kind::shuffle, mask, bits, source, file, line);
}

void cpu_device_work_together(cpu_device_warp_work which, void (*work)(void *const *lanes), void *mine,
                              const char *file, int line)
{
    static const core::warp_kind kinds[] = {core::warp_kind::load_matrix, core::warp_kind::store_matrix,
                                            core::warp_kind::multiply_matrices};
    running_core("a wmma function").work_together(kinds[which], work, mine, file, line);
}

unsigned cpu_device_ballot(unsigned mask, int predicate, const char *file, int line)
{
    return (unsigned)running_core("a vote").warp_meet(core::warp_kind::ballot, mask, predicate != 0, 0, file, line);
}
