// SPDX-License-Identifier: MIT
// One core of the device: runs the blocks of kernels, one after another, each from its start to its end.
//
// Every CUDA thread of a block that has to wait gets a fiber: a stack, with the registers that it left. Only one runs
// at a time, so a block needs no locks. A thread runs until it waits (at a barrier, for its warp), yields or ends; then
// the next thread that is ready runs, in cyclic order. A thread that ends hands its fiber to the next that has not
// begun, so a kernel without barriers runs on a single stack.
//
// Reports are written on the core's own stack, since a fiber's may be almost full. A thread switches to it, and back
// unless the kernel ends. A bad access ends only its own thread, as if it had exited there, so that the checks see what
// the other threads do.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../check/checks.h"
#include "../limits.h"
#include "../memory/block_memory.h"
#include "async_copies.h"
#include "block.h"
#include "cluster.h"
#include "fibers.h"
#include "in_step.h"
#include "launch.h"
#include "named_barriers.h"
#include "phase_barriers.h"
#include "polling.h"
#include "spinning.h"
#include "turns.h"
#include "waiting.h"
#include "warps.h"
#include "way_out.h"

namespace cpu_device
{
class core
{
  public:
    explicit core(char *stacks); // called by the core's own host thread
    // From now on it uses the stacks of so many threads, which begin there.
    void use_stacks(char *stacks, unsigned threads)
    {
        b_.stacks.use_stacks(stacks, threads);
    }

    // Prepares for the blocks of a kernel.
    void prepare(grid_launch &launch);
    void let_others_run(bool crowded) // more blocks run at once than there are processors
    {
        crowded_ = crowded;
    }
    // After that: the block that it runs next is one of a cluster.
    void joins(cluster &all, unsigned rank);
    // This core runs no more of its blocks.
    void finish();
    // Runs one block. False: the launch has ended with an error, and its report is printed.
    bool run(uint64_t block_number);
    bool in_kernel() const
    {
        return running_;
    }

    void nudge(const char *instruction, const char *stack); // for spinning.h

    // --- called by the running thread ---
    int barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line);
    void sync(const char *file, int line); // __syncthreads()
    void sync_by_number(const char *file, int line, bool aligned);
    void collective(unsigned threads, const char *file, int line);
    void arrive(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                by_number number = by_number::no);
    // A cluster's barrier, where the block is in one; else the block's.
    void arrive_in_cluster(bool relaxed, const char *file, int line);
    void wait_for_cluster(const char *file, int line);
    void sync_cluster(const char *file, int line); // both
    cluster *in_cluster() const                    // null: it is in none
    {
        return cluster_;
    }
    unsigned rank_in_cluster() const
    {
        return rank_in_cluster_;
    }
    const block_memory &memory() const
    {
        return b_.memory;
    }
    uint64_t warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file, int line);
    // A call that all lanes of a warp must make; when they have, `work` gets the values of all.
    void work_together(warp_kind kind, void (*work)(void *const *lanes), void *mine, const char *file, int line);
    // A call that all threads of a tile of several warps must make.
    void tile_meet(unsigned threads, const warps::tile_work &work, const char *file, int line);
    void yield();
    void poll(); // when polls_left is 0
    void idle()  // it polls, and found nothing new
    {
        if (idle_ == b_.current)
            yield();
        idle_ = b_.current;
    }
    void idle_at(const volatile void *address, const void *seen, size_t size); // the same, with what it polls
    void fence(cpu_device_scope scope, const void *pc);
    void copies(const char *to, const char *from, size_t size, const void *pc); // by memcpy()
    void ordered_fence(cpu_device_scope scope, int order);                      // one with an order of C++
    void shows();                                                               // it prints, or reads the clock
    void frees();                                                               // it frees memory of the heap
    void fence_of_atomic(bool of_device, fence_order order);                    // one by which a thread may wait
    // The scope of the running thread's atomic operations.
    void set_scope(cpu_device_scope scope)
    {
        const unsigned bit = 1u << b_.current % warp_size;
        unsigned &of_block = of_block_[b_.current / warp_size];
        of_block = (of_block & ~bit) | (scope == cpu_device_scope_block ? bit : 0);
        b_.checker.tell(&observer::sets_scope, b_.current, scope);
    }
    bool is_of_block() const
    {
        return of_block_[b_.current / warp_size] >> b_.current % warp_size & 1;
    }
    unsigned active_lanes(const void *pc);
    // An asynchronous copy that the running thread begins; and a wait for all but its last batches.
    // Both ends must be multiples of the alignment.
    void begin_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment);
    // A copy that completes with a phase of a cuda::barrier; null: at once.
    void begin_copy_until(char *to, const char *from, size_t size, const void *pc, const char *barrier);
    void commit_copies();
    void finish_copies(unsigned batches);
    // Barriers with phases, by their addresses in shared memory (phase_barriers.h).
    void begin_phases(char *address, unsigned count, const line_in_file &at, const void *pc);
    void end_phases(char *address, const line_in_file &at, const void *pc);
    // Returns the token of the phase. `completes` false: the caller looks whether all have come, and completes it.
    uint64_t arrive_at_phase(char *address, unsigned count, unsigned drop, bool completes, const line_in_file &at,
                             const void *pc);
    bool has_all_arrivals(const char *address);
    void complete_phase_at(char *address);
    void expect_bytes(char *address, long long bytes, const line_in_file &at, const void *pc);
    void begin_bulk_copy(char *to, const char *from, size_t size, char *barrier, const line_in_file &at,
                         const void *pc);
    bool test_phase(const char *address, uint64_t token, bool sleeps, const line_in_file &at, const void *pc);
    bool test_parity(const char *address, bool parity, bool sleeps, const line_in_file &at, const void *pc);
    void wait_phase(const char *address, uint64_t token, const line_in_file &at, const void *pc);
    void wait_parity(const char *address, bool parity, const line_in_file &at, const void *pc);
    // A barrier with a number (named_barriers.h).
    void meet_named(unsigned number, bool aligned, const named_barrier::arrival &how);
    // The running thread commits its copies to a stage of a pipeline, which so many threads commit; or to a phase of a
    // cuda::barrier.
    void commit_stage(const void *stage, unsigned producers);
    void commit_copies_until(const char *barrier);
    bool in_cooperative_launch() const
    {
        return b_.launch->record.cooperative;
    }
    int device() const // on which the kernel runs
    {
        return b_.launch->record.device;
    }
    unsigned rank() const // of the running thread, among those of its block
    {
        return b_.current;
    }
    std::shared_ptr<void> launches; // of the block's threads, as api/launch.cpp keeps them
    grid_launch &launch() const
    {
        return *b_.launch;
    }
    uint64_t block_number() const
    {
        return b_.number;
    }
    // The running thread launches a kernel: its vector clock at that moment.
    vector_clock clock_at_launch()
    {
        return b_.checking ? b_.checker.clock_at_launch(b_.current) : vector_clock();
    }
    void *dynamic_memory()
    {
        return b_.memory.dynamic();
    }
    unsigned number() const // among the cores
    {
        return number_;
    }
    cpu_device_space space_of(const char *address) const;
    void *shared_address(uint32_t low) const // of which these are the low bits
    {
        return b_.memory.with_low_bits(low);
    }
    [[noreturn]] void exit_thread();
    // How the kernel is checked, while in_kernel() and its launch is.
    checks &its_checks()
    {
        return b_.checker;
    }
    void touch(const announced_access &what); // the running thread is about to access memory
    // The same through a texture or a surface, which the counters leave out.
    void touch_texel(const announced_access &what);
    // It is about to do a volatile store: where it has just read, others may read before that.
    void let_others_read(const char *address)
    {
        if (looks_again(address))
            yield();
    }
    // From here to update_ends(), the running thread's atomic update of that place is under way. It was checked, and no
    // other thread of the block runs. `alone`: nothing is to be called around it.
    void updates_at(const volatile void *address, bool alone)
    {
        update_at_ = address;
        update_alone_ = alone;
    }
    bool update_is_alone() const
    {
        return update_alone_;
    }
    void update_ends()
    {
        update_at_ = nullptr;
    }
    void lone_update_ends(const void *address) // of one where nothing was called around it
    {
        update_ends();
        others_may_run_ = true;
        b_.checker.updated_alone(b_.current, static_cast<const char *>(address));
    }
    void let_others_run_after_atomic() // now and then, with a seed
    {
        if (std::exchange(far_ahead_, false))
            let_warp_catch_up();
        else if (b_.launch->seed != 0 && b_.next_random() % 4 == 0)
            yield();
    }
    bool is_updating(const volatile void *address) const
    {
        return update_at_ == address;
    }
    // Whether the address lies in shared memory, which no other core accesses, and accesses are not counted.
    bool is_its_own(const volatile void *address) const
    {
        return !b_.checker.sees_all() && b_.memory.holds(static_cast<const char *>(const_cast<const void *>(address)));
    }
    // Around an atomic operation, after its touch().
    void atomic_begins(const announced_access &what);
    void atomic_ends(const announced_access &what, outcome is);
    // Whether it has last read there by a volatile load.
    bool looks_again(const char *address) const
    {
        return b_.checker.races().has_looked_at(b_.current, b_.checker.here().in_place(address));
    }
    // At the end of an atomic operation, before atomic_ends().
    void may_use_result(const announced_access &what)
    {
        if (!result_may_be_unused_)
            b_.checker.tell(&observer::uses_result, b_.current, what.address, what.size);
    }
    // The next atomic operation is one of CUDA's functions. If its result is used, uses_result() follows, and in any
    // case function_ends(). In between, no other thread of the block runs.
    void result_may_be_unused()
    {
        result_may_be_unused_ = true;
    }
    void function_ends()
    {
        if (std::exchange(others_may_run_, false))
            let_others_run_after_atomic();
    }

    // Ends the block. `text`, a function without arguments, is called on the core's own stack and returns the report.
    // What it captures must be trivially copyable, and must stay alive.
    template <class Text> [[noreturn]] void break_off(cudaError_t error, Text text);
    // Ends the running thread after a bad access at `place`. The launch ends with the error when the other threads have
    // run. `text` as above, with the line in the source as its argument, which may be empty. With the checks off, the
    // block ends at once.
    template <class Text> [[noreturn]] void end_thread(cudaError_t error, bad_place place, Text text);
    // The running thread has met a fault. Where that is a signal, called in its handler; does not return to it.
    [[noreturn]] void fault(const fault_record &met);

    // For spinning.h: what the core has seen while the watch asked. Something has happened that no waiting thread does.
    spinning &looks()
    {
        return b_.spins;
    }
    const spinning &looks() const
    {
        return b_.spins;
    }
    void progress();

    std::string where_block() const; // "kernel k, block (0,0,0)"
    std::string where() const;       // "kernel k, block (0,0,0), thread (1,0,0)"
    // Of the running thread; its first line says where that is.
    diagnosis diagnose(report_kind what, const source_position &at, const char *subject = "") const;

  private:
    static void fiber_main();
    void go_on_with_sweep();
    [[gnu::noinline]] void arrive_first(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                                        by_number number);
    [[gnu::noinline]] void arrive_out_of_sweep(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                                               by_number number);
    void count_votes();
    [[gnu::noinline]] void meet_other_blocks();
    [[gnu::noinline]] void end_sweep();
    void leave_sweep();
    void run_threads();
    void begin(unsigned thread);
    void stop_if_forbidden(const announced_access &what);
    void switch_to(unsigned thread, void **left);
    void switch_from_current();
    void finish_current();
    static constexpr unsigned none = turns::none;
    [[gnu::noinline, gnu::cold]] void wait_elsewhere(const waiting &here);
    bool met_by_number(unsigned warp) const;
    [[gnu::noinline]] void release_barrier();
    [[gnu::cold]] void warn_of_exited();
    warps::circumstances warp_circumstances();
    [[noreturn, gnu::noinline, gnu::cold]] void stuck();
    unsigned next_to_run();
    void let_other_blocks_run();
    void cluster_may_have_met();
    void release_cluster_waiters();
    void take_leave_of_cluster(unsigned thread);
    void wait_for_other_blocks();
    void warn_of_missing();
    [[noreturn, gnu::cold]] void wrong_cluster_barrier(const char *what, const char *file, int line);
    bool waits_in_cluster(unsigned thread) const
    {
        return waiting_in_cluster_[thread / warp_size] >> thread % warp_size & 1;
    }
    const waiting &place_of(unsigned thread) const;
    uint3 block_index() const;

    // --- on the core's own stack ---
    [[noreturn]] void leave_fiber(off_fiber reason);
    void report_failure(diagnosis what);
    bool lacks_threads() const;
    void report_exited();
    void report_ended();
    [[noreturn]] void abandon(bool launch);
    [[gnu::noinline, gnu::cold]] void give_up_in_time();
    source_position where_bad() const;
    [[noreturn, gnu::noinline, gnu::cold]] void refuse(wrong what, const announced_access &access);
    [[gnu::noinline, gnu::cold]] void look_at_current();
    [[gnu::noinline, gnu::cold]] uint64_t state_of_current() const;
    [[gnu::noinline, gnu::cold]] void note_access(const announced_access &what);
    std::string place_name(const waiting &at) const;
    std::string spinning_threads() const;
    std::string line_of_spinning(unsigned thread) const;
    std::string line_on_stack(unsigned thread) const;
    void describe_spinning();
    void describe_where();
    [[gnu::noinline, gnu::cold]] void tell_where(bool at_barrier);
    [[gnu::noinline, gnu::cold]] void tell_at_barrier();
    [[gnu::noinline, gnu::cold]] void give_way();
    void let_warp_catch_up();
    void take_turns(int line);
    [[gnu::noinline, gnu::cold]] void announce_wait(unsigned kind, const char *file, int line);
    [[gnu::noinline, gnu::cold]] void announce_access(const announced_access &what);
    source_position fault_place() const;
    diagnosis diagnose_fault(const source_position &at) const;
    diagnosis diagnose_stuck() const;
    diagnosis diagnose_exited(report_kind as) const;
    diagnosis diagnose_grid_stuck() const;
    diagnosis diagnose_cluster_stuck() const;
    diagnosis diagnose_cluster_left() const;
    static std::string line_of(const waiting &at);
    std::string waiting_threads(bool some_spin = false) const;

    // --- barriers with phases or numbers ---
    void wait_apart(const waiting &here);
    void end_wait(unsigned thread);
    void wait_for_phase(const phase_barrier &b, bool to_begin, const line_in_file &at);
    void wait_until_over(phase_barrier &b, uint64_t phase, const line_in_file &at);
    void wake_at(const phase_barrier &b);
    bool waits_for(unsigned thread, const phase_barrier &b) const;
    bool any_waits_for(const phase_barrier &b) const;
    void release_at(const char *place);
    void acquire_at(const char *place);
    phase_barrier &phase_barrier_for(const char *address, const line_in_file &at);
    uint64_t phase_to_wait_for(const phase_barrier &b, uint64_t token, const line_in_file &at);
    bool has_ended(phase_barrier &b, uint64_t phase, bool sleeps);
    void note_use(phase_barrier &b);
    void complete_phase(phase_barrier &b);
    template <class Why>
    [[noreturn, gnu::noinline, gnu::cold]] void wrong_barrier(const char *subject, const line_in_file &at, Why why);
    void count_must_be_right(const char *address, unsigned count, const line_in_file &at);
    void must_not_be_alive(const phase_barrier &b, const line_in_file &at);
    void must_see_begin(const phase_barrier &b, const line_in_file &at);
    void must_not_have_ended(const phase_barrier &b, const line_in_file &at);
    void may_end(const phase_barrier &b, const line_in_file &at);
    std::string name_of_barrier(const phase_barrier &b) const;
    unsigned threads_at(const named_barrier &b) const;
    void number_must_be_right(unsigned number, const named_barrier::arrival &how);
    void counts_must_agree(unsigned number, unsigned warp, const named_barrier::arrival &how);
    bool lanes_agree(unsigned warp) const;
    void warp_arrives(unsigned warp);
    void complete_named(unsigned number);
    void look_at_named(unsigned warp);
    template <class Is> std::string threads_where(Is is) const;
    bool waits_at_numbers_or_phases() const;
    bool is_live(unsigned thread) const;
    std::string advice_on_split() const;
    std::string exited_threads() const; // "3-7, 12"
    std::string threads_not_begun() const;
    void say_who_is_missing(diagnosis &d, const std::vector<bool> &came, const phase_barrier *of = nullptr) const;
    bool any_waits_a_phase_late(const phase_barrier &b) const;
    void describe_phase(diagnosis &d, const phase_barrier &b) const;
    void describe_named(diagnosis &d, unsigned number) const;
    const char *advice_on_phases(const std::vector<const phase_barrier *> &all) const;
    diagnosis diagnose_stuck_apart() const;
    std::string barriers_of_waiting_threads() const;
    bool polls(const phase_barrier &b) const;

    block b_;                                  // that runs, and was prepared
    const volatile void *update_at_ = nullptr; // where the running thread is in an atomic update, which was checked
    bool update_alone_ = false;
    bool result_may_be_unused_ = false;               // of the thread's next atomic operation
    bool others_may_run_ = false, far_ahead_ = false; // at the end of the thread's atomic function
    const unsigned number_;                           // among the cores
    async_copies copies_;
    polling polling_;
    in_step in_step_;
    phase_barriers phases_;
    named_barriers named_;
    unsigned of_block_[max_warps]; // by warp, a bit for each lane: in an atomic operation of block scope
    unsigned idle_ = none;         // the thread that last polled and found nothing new
    uint3 index_[max_threads];     // threadIdx by rank

    // Its cluster, if it is in one. By thread: how often the barrier has opened when the one that it has arrived at
    // has; 0: it has arrived at none. By warp: a bit for each lane that waits there.
    cluster *cluster_ = nullptr;
    unsigned rank_in_cluster_ = 0, waiting_in_cluster_count_ = 0;
    unsigned arrived_in_cluster_[max_threads], waiting_in_cluster_[max_warps];

    bool announce_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment);
    void touch_barrier(access kind, const char *address, const void *pc);

    // its block
    bool running_ = false, crowded_ = false;
    dim3 prepared_block_ = dim3(0, 0, 0);
    unsigned yields_ = 0;

    // what its blocks have, and how it is checked
    // The watch has nudged the core, and a thread that spins on a plain variable yields at its loads, now and then.
    std::atomic<bool> nudged_{false};
    unsigned loads_ = 0;
    bool tells_where_ = false, all_at_barrier_ = false; // what describe_spinning() is to describe
    void (*run_body_)(const void *closure) = nullptr;

    const announced_access *in_atomic_ = nullptr; // operation of the running thread
};

// Whether the instruction before an address of the program is a call.
bool behind_call(const char *address);

// The core of the calling host thread; null in the program's own host threads.
extern __thread core *this_core;
// That core, while a kernel runs on it whose accesses are checked; else null.
extern __thread core *checked_core;
// How many atomic operations and other polls of the running block are left until one lets other threads run: the first
// one, and then every 64th, or with a seed some of them.
extern __thread unsigned polls_left;
// Of the atomic operations of a thread of the host's.
extern __thread cpu_device_scope host_scope;
// The core on which the caller, a CUDA thread, runs. Ends the program if the caller is no CUDA thread.
[[noreturn, gnu::cold]] void called_on_host(const char *function);
inline core &running_core(const char *function)
{
    if (__builtin_expect(this_core == nullptr || !this_core->in_kernel(), false))
        called_on_host(function);
    return *this_core;
}

template <class Text> void core::break_off(cudaError_t error, Text text)
{
    b_.out.prepare(error, {}, [text](const source_position &) { return text(); });
    leave_fiber(off_fiber::launch_broken);
}

template <class Text> void core::end_thread(cudaError_t error, bad_place place, Text text)
{
    b_.out.prepare(error, place, text);
    leave_fiber(b_.checking ? off_fiber::ended : off_fiber::launch_broken);
}
} // namespace cpu_device
