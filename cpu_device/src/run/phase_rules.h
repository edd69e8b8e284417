// SPDX-License-Identifier: MIT
// What is wrong with the use of a barrier that has phases (phase_barriers.h). Each of these ends the launch.
#pragma once

#include "block.h"

#include "../say/barrier_findings.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class phase_rules
{
  public:
    phase_rules(core &on, block &its) : core_(on), b_(its) {}

    void count_must_be_right(const char *address, unsigned count, const line_in_file &at);
    void must_not_be_alive(const phase_barrier &b, const line_in_file &at);
    void must_see_begin(const phase_barrier &b, const line_in_file &at);
    void must_not_have_ended(const phase_barrier &b, const line_in_file &at);
    void may_end(const phase_barrier &b, const line_in_file &at);
    std::string name_of_barrier(const phase_barrier &b) const;
    phase_state state_of(const phase_barrier &b) const;

    void arrivals_must_be_expected(const phase_barrier &b, unsigned count, unsigned drop, const line_in_file &at);
    uint64_t phase_to_wait_for(const phase_barrier &b, uint64_t token, const line_in_file &at); // with this token

  private:
    template <class Why>
    [[noreturn, gnu::noinline, gnu::cold]] void wrong_barrier(const char *subject, const line_in_file &at, Why why);

    core &core_;
    block &b_;
};
} // namespace cpu_device
