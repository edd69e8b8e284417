// SPDX-License-Identifier: MIT
// What a thread does with memory, other than atomic operations: its accesses, fences, and what shows or frees.
#pragma once

#include "block.h"
#include "lockstep.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class access_calls
{
  public:
    access_calls(core &on, block &its) : core_(on), b_(its) {}
    void fence(cpu_device_scope scope, const void *pc);
    // It divides an integer by zero; `stack`: its stack pointer.
    void divides_by_zero(const char *instruction, const char *stack);
    void copies(const char *to, const char *from, size_t size, const void *pc); // by memcpy()
    void ordered_fence(cpu_device_scope scope, int order);                      // one with an order of C++
    void shows();                                                               // it prints, or reads the clock
    void frees();                                                               // it frees memory of the heap
    void fence_of_atomic(bool of_device, fence_order order);                    // one by which a thread may wait
    void on_access(const announced_access &access); // the running thread is about to access memory
    // The same through a texture or a surface, which the counters leave out.
    void on_texel_access(const announced_access &access);
    // It is about to do a volatile store: where it has just read, others may read before that.
    void let_others_read(const char *address);
    // Whether it has last read there by a volatile load.
    bool looks_again(const char *address) const
    {
        return b_.checker.races().has_looked_at(b_.current, b_.checker.here().in_place(address));
    }
    [[gnu::noinline, gnu::cold]] void announce_wait(unsigned kind, const char *file, int line,
                                                    const void *pc = nullptr);
    void stop_if_forbidden(const announced_access &access);

    void let_warp_catch_up();
    void launch_begins(); // of a checked one

  private:
    void take_turns(int line);
    [[gnu::noinline, gnu::cold]] void announce_access(const announced_access &access);

    core &core_;
    block &b_;
    lockstep lockstep_;
};
} // namespace cpu_device
