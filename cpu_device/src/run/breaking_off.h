// SPDX-License-Identifier: MIT
// How a kernel is ended by an error: its thread switches to the core's own stack, where the report is written.
#pragma once

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class breaking_off
{
  public:
    breaking_off(core &on, block &its) : core_(on), b_(its) {}
    [[noreturn]] void exit_thread();
    // Ends the block. `text`, a function without arguments, is called on the core's own stack and returns the report.
    // What it captures must be trivially copyable, and must stay alive.
    template <class Text> [[noreturn]] void break_off(cudaError_t error, Text text);
    // Ends the running thread after a bad access at `place`. The launch ends with the error when the other threads have
    // run. `text` as above, with the line in the source as its argument, which may be empty. With the checks off, the
    // block ends at once.
    template <class Text> [[noreturn]] void end_thread(cudaError_t error, const bad_place &place, Text text);
    // The running thread has met a fault. Where that is a signal, called in its handler; does not return to it.
    [[noreturn]] void fault(const fault_record &met);
    // The running thread's access is one that it may not make.
    [[noreturn, gnu::noinline, gnu::cold]] void refuse(access_error error, const announced_access &access);
    // No thread can run, and those that are left wait for one another.
    [[noreturn, gnu::noinline, gnu::cold]] void stuck();
    // Ends the block, or the launch, without a report: for what follows from an error that was reported.
    [[noreturn]] void abandon(bool launch);
    // A thread of this launch was ended by an error, and the running thread yields: does that if it waits in vain.
    [[gnu::noinline, gnu::cold]] void give_up_in_time();

    // The calls in the program that a stack shows, the nearest first, from this address on: some of them may be over.
    std::vector<const char *> callers_on(const char *stack) const;

    // --- on the core's own stack ---
    source_position where_bad() const;
    void report_failure(diagnosis d);
    void report_exited();                          // of threads that have left a barrier to the others
    void report_ended();                           // of a thread
    void break_off_after(const fault_record &met); // a fault that no single thread has met again

  private:
    [[noreturn]] void leave_fiber(off_fiber reason);
    source_position fault_place() const;
    diagnosis diagnose_fault(const source_position &at) const;

    core &core_;
    block &b_;
};

template <class Text> void breaking_off::break_off(cudaError_t error, Text text)
{
    b_.out.prepare(error, {}, [text](const source_position &) { return text(); });
    leave_fiber(off_fiber::launch_broken);
}

template <class Text> void breaking_off::end_thread(cudaError_t error, const bad_place &place, Text text)
{
    b_.out.prepare(error, place, text);
    leave_fiber(b_.checking ? off_fiber::ended : off_fiber::launch_broken);
}
} // namespace cpu_device
