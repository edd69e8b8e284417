// SPDX-License-Identifier: MIT
// The reports on threads of a block that wait for one another: which of them wait where, who is missing, and what to do.
#pragma once

#include "block.h"

#include "../say/barrier_findings.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class deadlock_report
{
  public:
    deadlock_report(core &on, block &its) : core_(on), b_(its) {}

    bool lacks_threads() const;
    std::string place_name(const waiting &at) const;
    diagnosis diagnose_stuck() const;
    diagnosis diagnose_exited(report_kind as) const;
    // A barrier at which threads wait, while others have gone past it and exited.
    bool is_skipped(const waiting &barrier) const;
    diagnosis diagnose_skipped(const waiting &barrier) const;
    diagnosis diagnose_grid_stuck() const;
    diagnosis diagnose_cluster_stuck() const;
    diagnosis diagnose_cluster_left() const;
    static source_position where(const waiting &at);
    static std::string line_of(const waiting &at); // " at f.cu:12"
    std::vector<waiting_group> waiting_threads(bool some_spin = false) const;
    std::string exited_threads() const; // "3-7, 12"
    std::string threads_not_begun() const;
    std::string barriers_of_waiting_threads() const;

  private:
    template <class Is> std::string threads_where(Is is) const;
    bool waits_at_numbers_or_phases() const;
    std::string advice_on_split() const;
    void say_who_is_missing(diagnosis &d, const std::vector<bool> &came, const phase_barrier *of = nullptr) const;
    bool any_waits_a_phase_late(const phase_barrier &b) const;
    bool all_skip_a_phase(const phase_barrier &b) const;
    void describe_phase(diagnosis &d, const phase_barrier &b) const;
    void describe_named(diagnosis &d, unsigned number) const;
    phase_advice advice_on_phases(const std::vector<const phase_barrier *> &all) const;
    diagnosis diagnose_stuck_apart() const;
    bool polls(const phase_barrier &b) const;

    core &core_;
    block &b_;
};
} // namespace cpu_device
