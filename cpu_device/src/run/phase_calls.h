// SPDX-License-Identifier: MIT
// What a thread does with a barrier that has phases (phase_barriers.h).
#pragma once

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class phase_calls
{
  public:
    phase_calls(core &on, block &its) : core_(on), b_(its) {}
    // Barriers are known by their addresses in shared memory.
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

  private:
    bool has_ended(phase_barrier &b, uint64_t phase, bool sleeps);
    void wait_apart(const waiting &here);
    void wait_for_phase(const phase_barrier &b, bool to_begin, const line_in_file &at);
    void wait_until_over(phase_barrier &b, uint64_t phase, const line_in_file &at);
    void wake_at(const phase_barrier &b);
    void release_at(const char *place);
    void acquire_at(const char *place);
    phase_barrier &phase_barrier_for(const char *address, const line_in_file &at);
    void note_use(phase_barrier &b);
    void complete_phase(phase_barrier &b);
    void on_barrier_access(access kind, const char *address, const void *pc);

    core &core_;
    block &b_;
};
} // namespace cpu_device
