// SPDX-License-Identifier: MIT
// The barriers of a block: its threads arrive, in a sweep or one by one, and the last one releases them.
#pragma once

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class barrier_calls
{
  public:
    barrier_calls(core &on, block &its) : core_(on), b_(its) {}
    // --- called by the running thread ---
    int barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line, unsigned nth = 0);
    void sync(const char *file, int line); // __syncthreads()
    void sync_by_number(const char *file, int line, by_number number);
    void collective(unsigned threads, const char *file, int line);
    void arrive(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                by_number number = by_number::no, unsigned nth = 0);
    [[gnu::noinline]] void release_barrier();

  private:
    void go_on_with_sweep();
    [[gnu::noinline]] void arrive_first(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                                        by_number number, unsigned nth);
    [[gnu::noinline]] void arrive_out_of_sweep(cpu_device_barrier_kind kind, bool predicate, const char *file, int line,
                                               by_number number, unsigned nth);
    void count_votes();
    [[gnu::noinline]] void meet_other_blocks();
    [[gnu::noinline]] void end_sweep();
    [[gnu::noinline, gnu::cold]] void wait_elsewhere(const waiting &here);
    bool met_by_number(unsigned warp) const;
    [[gnu::cold]] void counts_must_agree(unsigned warp, const waiting &here);
    [[gnu::cold]] void warn_of_exited();

    core &core_;
    block &b_;
};
} // namespace cpu_device
