// SPDX-License-Identifier: MIT
// One core of the device: runs the blocks of kernels, one after another, each from its start to its end.
//
// Every CUDA thread of a block that has to wait gets a fiber: a stack, with the registers that it left. Only one runs
// at a time, so a block needs no locks. A thread runs until it waits (at a barrier, for its warp), yields or ends; then
// the next thread that is ready runs, in cyclic order. A thread that ends hands its fiber to the next that has not
// begun, so a kernel without barriers runs on a single stack. Without the checks, and without a seed, one call runs all
// threads of a kernel that waits nowhere but at barriers of the whole block, in a loop (thread_loop.h).
//
// Reports are written on the core's own stack, since a fiber's may be almost full. A thread switches to it, and back
// unless the kernel ends. A bad access ends only its own thread, as if it had exited there, so that the checks see what
// the other threads do.
//
// What a thread does beyond its own registers is divided into the core's parts, a class with its own files for each:
// all of them know the block that runs (block.h), and call one another through the core. The core itself switches from
// thread to thread.
#pragma once

#include <cstdint>
#include <memory>

#include "../check/checks.h"
#include "../limits.h"
#include "../memory/block_memory.h"
#include "access_calls.h"
#include "atomic_calls.h"
#include "barrier_calls.h"
#include "block.h"
#include "breaking_off.h"
#include "cluster_member.h"
#include "copy_calls.h"
#include "deadlock_report.h"
#include "lookout.h"
#include "named_calls.h"
#include "phase_calls.h"
#include "phase_rules.h"
#include "polling.h"
#include "warp_calls.h"

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
    // Whether one call runs the threads of a block, and nothing is to be done between blocks: then they run by this.
    bool may_run_in_loops() const;
    bool run_in_loops(uint64_t first, uint64_t end);
    bool in_kernel() const
    {
        return running_;
    }
    bool in_loop() const // over the threads of the block
    {
        return loop_begun_ != 0;
    }

    const block_memory &memory() const
    {
        return b_.memory;
    }
    void yield();
    void poll(); // when polls_left is 0
    void idle()  // it polls, and found nothing new
    {
        b_.lanes.polls(b_.current);
        if (idle_ == b_.current)
            yield();
        idle_ = b_.current;
    }
    void idle_at(const volatile void *address, const void *seen, size_t size); // the same, with what it polls
    void returns(const char *file, int begin, int end) // the running thread; of the kernel's lines, past these
    {
        b_.exits.returns(b_.current, file, begin, end);
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
    unsigned number() const // among the cores
    {
        return number_;
    }
    cpu_device_space space_of(const char *address) const;
    // How the kernel is checked, while in_kernel() and its launch is.
    bool is_on_stack(const void *address) const // of a thread
    {
        return b_.stacks.holds(static_cast<const char *>(address));
    }
    bool is_own(const void *address) const // on the stack of the running thread, which calls this
    {
        return works_for_others_ || b_.stacks.share_stack(address, __builtin_frame_address(0));
    }
    // The running thread does the work of a group, with what the others have on their stacks.
    template <class Work> void for_others(Work work)
    {
        works_for_others_ = true;
        work();
        works_for_others_ = false;
    }
    checks &its_checks()
    {
        return b_.checker;
    }

    spinning &looks() // what it has seen while the watch asked
    {
        return b_.spins;
    }
    const spinning &looks() const
    {
        return b_.spins;
    }

    // --- for its parts ---
    static void fiber_main();
    void begin(unsigned thread);
    void switch_to(unsigned thread, void **left); // leaves the caller's fiber in *left
    void switch_from_current();                   // which waits or yields
    // Where the running thread is, for a report about it.
    diagnosis diagnose(report_kind kind, const source_position &at, const char *subject = "") const
    {
        return b_.diagnose(kind, at, subject);
    }

    // --- its parts ---
    access_calls accesses{*this, b_};    // memory, and fences
    atomic_calls atomics{*this, b_};     // atomic operations
    copy_calls copying{*this, b_};       // asynchronous copies
    barrier_calls barriers{*this, b_};   // __syncthreads()
    warp_calls in_warp{*this, b_};       // __syncwarp(), shuffles, tiles
    phase_calls phases{*this, b_};       // barriers with phases, in shared memory
    phase_rules rules{*this, b_};        // what is wrong with the use of one
    named_calls named{*this, b_};        // barriers with a number
    cluster_member member{*this, b_};    // the block's cluster
    breaking_off ending{*this, b_};      // errors that end a thread or the launch
    deadlock_report deadlock{*this, b_}; // threads that wait for one another
    lookout watched{*this, b_};          // what the watch asks

  private:
    bool may_loop(const grid_launch &launch) const;
    void begin_block(uint64_t block_number);
    static void loop_main();
    void run_threads(void (*begin_with)());
    void run_one_by_one();
    bool ends_block();
    void finish_current();
    unsigned next_to_run();

    const unsigned number_; // among the cores
    polling polling_;
    unsigned idle_ = turns::none; // the thread that last polled and found nothing new
    uint3 index_[max_threads];    // threadIdx by rank

    // its block
    bool running_ = false, crowded_ = false, works_for_others_ = false;
    dim3 prepared_block_ = dim3(0, 0, 0);
    unsigned yields_ = 0;

    void (*run_body_)(const void *closure) = nullptr;
    // For a kernel that never waits: what run_body_ gets; whether it has begun to run all threads of the block; whether
    // it has done so in this launch.
    cpu_device_thread_loop loop_ = {};
    int loop_begun_ = 0;
    bool has_looped_ = false;
    uint64_t end_of_loops_ = 0; // the block after the last one to run
};

// Whether the instruction before an address of the program is a call.
bool follows_call(const char *address);

// The core of the calling host thread; null in the program's own host threads.
extern __thread core *this_core;
// That core, while a kernel runs on it whose accesses are checked; else null.
extern __thread core *checked_core;
// How many atomic operations and other polls of the running block are left until one lets other threads run: the first
// one, and then every 64th, or with a seed some of them.
extern __thread unsigned polls_left;
// The scope of a host thread's atomic operations.
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
