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
#include "block.h"
#include "breaking_off.h"
#include "cluster_member.h"
#include "copy_calls.h"
#include "deadlock_report.h"
#include "in_step.h"
#include "lookout.h"
#include "named_calls.h"
#include "phase_calls.h"
#include "phase_rules.h"
#include "polling.h"

namespace cpu_device
{
class core
{
    block b_; // that runs, and was prepared

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
    // This core runs no more of its blocks.
    void finish();
    // Runs one block. False: the launch has ended with an error, and its report is printed.
    bool run(uint64_t block_number);
    bool in_kernel() const
    {
        return running_;
    }

    // --- called by the running thread ---
    int barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line);
    void sync(const char *file, int line); // __syncthreads()
    void sync_by_number(const char *file, int line, bool aligned);
    void collective(unsigned threads, const char *file, int line);
    void arrive(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                by_number number = by_number::no);
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

    spinning &looks() // what it has seen while the watch asked
    {
        return b_.spins;
    }
    const spinning &looks() const
    {
        return b_.spins;
    }

    // A fault in an atomic operation of the running thread ends the operation.
    void give_up_atomic();

    // --- for its parts ---
    void begin(unsigned thread);
    void switch_to(unsigned thread, void **left); // leaves the caller's fiber in *left
    void switch_from_current();                   // which waits or yields
    [[gnu::noinline, gnu::cold]] void announce_wait(unsigned kind, const char *file, int line);
    // Where the running thread is, for a report about it.
    diagnosis diagnose(report_kind what, const source_position &at, const char *subject = "") const
    {
        return b_.diagnose(what, at, subject);
    }

    // --- its parts ---
    breaking_off ending{*this, b_};
    deadlock_report deadlock{*this, b_};
    phase_rules rules{*this, b_};
    phase_calls phases{*this, b_};
    named_calls named{*this, b_};
    cluster_member member{*this, b_};
    copy_calls copying{*this, b_};
    lookout watched{*this, b_};

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
    void run_threads();
    void stop_if_forbidden(const announced_access &what);
    void finish_current();
    warps::circumstances warp_circumstances();
    [[gnu::noinline, gnu::cold]] void wait_elsewhere(const waiting &here);
    bool met_by_number(unsigned warp) const;
    [[gnu::noinline]] void release_barrier();
    [[gnu::cold]] void warn_of_exited();
    unsigned next_to_run();

    void let_warp_catch_up();
    void take_turns(int line);
    [[gnu::noinline, gnu::cold]] void announce_access(const announced_access &what);

    const volatile void *update_at_ = nullptr; // where the running thread is in an atomic update, which was checked
    bool update_alone_ = false;
    bool result_may_be_unused_ = false;               // of the thread's next atomic operation
    bool others_may_run_ = false, far_ahead_ = false; // at the end of the thread's atomic function
    const unsigned number_;                           // among the cores
    polling polling_;
    in_step in_step_;
    unsigned of_block_[max_warps]; // by warp, a bit for each lane: in an atomic operation of block scope
    unsigned idle_ = turns::none;  // the thread that last polled and found nothing new
    uint3 index_[max_threads];     // threadIdx by rank

    // its block
    bool running_ = false, crowded_ = false;
    dim3 prepared_block_ = dim3(0, 0, 0);
    unsigned yields_ = 0;

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

} // namespace cpu_device
