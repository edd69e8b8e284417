// SPDX-License-Identifier: MIT
#include "phase_rules.h"

#include "../platform/source_line.h"
#include "../say/barrier_findings.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
source_position position_of(const line_in_file &at)
{
    return at.line != 0 ? source_position{at.file, at.line} : reported_place(at.file - 1, false);
}

static std::string by_whom(const launch_name &launch, const phase_barrier::use &use)
{
    return thread_at(thread_text(launch, use.thread), position_of(use.at));
}

std::string phase_rules::name_of_barrier(const phase_barrier &b) const
{
    return name_of(b.address(), b_.checker.here());
}

phase_state phase_rules::state_of(const phase_barrier &b) const
{
    return {name_of_barrier(b), b.phase(), b.expected(),    (unsigned)b.arrived().size(),
            b.pending(),        b.bytes(), b.let_any_pass()};
}

// Ends the launch. `why` adds the last lines of the report.
template <class Why> void phase_rules::wrong_barrier(const char *subject, const line_in_file &at, Why why)
{
    core_.ending.break_off(cudaErrorLaunchFailure, [=, this] {
        return why(b_.diagnose(report_kind::wrong_barrier, position_of(at), subject));
    });
}

void phase_rules::count_must_be_right(const char *address, unsigned count, const line_in_file &at)
{
    if (count > 0 && count <= phase_barrier::most)
        return;
    wrong_barrier("a count that no barrier can have", at, [=, this](const diagnosis &d) {
        return counts_wrongly(d, name_of(address, b_.checker.here()), count, phase_barrier::most);
    });
}

// A barrier is initialized where there is one already. PTX leaves that undefined; between two phases it works.
void phase_rules::must_not_be_alive(const phase_barrier &b, const line_in_file &at)
{
    if (!b.alive() || (!b.is_unused() && b.arrived().empty() && !b_.any_waits_for(b)))
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is initialized twice", at, [=, this](const diagnosis &d) {
        const uint64_t phase = one->phase();
        return begins_twice(d, name_of_barrier(*one), by_whom(b_.launch->record.name, one->initialized()),
                            one->arrived().empty() ? nullptr : &phase);
    });
}

void phase_rules::must_see_begin(const phase_barrier &b, const line_in_file &at)
{
    if (!b_.checking || b.knows(b_.current) || b_.checker.races().is_ordered(b.initialized().timestamp, b_.current))
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is used before its initialization is visible", at, [=, this](const diagnosis &d) {
        return used_before_visible(d, name_of_barrier(*one), by_whom(b_.launch->record.name, one->initialized()));
    });
}

void phase_rules::must_not_have_ended(const phase_barrier &b, const line_in_file &at)
{
    if (!b.has_ended())
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is used after it was destroyed", at, [=, this](const diagnosis &d) {
        return used_after_end(d, name_of_barrier(*one), by_whom(b_.launch->record.name, one->ended()));
    });
}

void phase_rules::may_end(const phase_barrier &b, const line_in_file &at)
{
    const phase_barrier *const one = &b;
    for (const phase_barrier::use &u : b.users()) {
        if (u.at.file == nullptr || u.thread == b_.current || !b_.checking)
            continue;
        const bool waits = b_.waits_for(u.thread, b);
        if (!waits && b_.checker.races().is_ordered(u.timestamp, b_.current))
            continue;
        wrong_barrier("a barrier is destroyed while others may use it", at, [=, this](const diagnosis &d) {
            return ends_in_use(d, name_of_barrier(*one), by_whom(b_.launch->record.name, u), waits);
        });
    }
}

void phase_rules::arrivals_must_be_expected(const phase_barrier &b, unsigned count, unsigned drop,
                                            const line_in_file &at)
{
    if (count <= b.pending() && drop <= b.expected())
        return;
    wrong_barrier("more arrivals than a barrier expects", at,
                  [=, this, &b](const diagnosis &d) { return arrives_too_often(d, state_of(b), count); });
}

// The phase that the thread may wait for with this token.
uint64_t phase_rules::phase_to_wait_for(const phase_barrier &b, uint64_t token, const line_in_file &at)
{
    const uint64_t phase = b.phase_of(token);
    const phase_barrier *const one = &b;
    if (phase == phase_barrier::none)
        wrong_barrier("a token of another barrier", at,
                      [=, this](const diagnosis &d) { return token_of_other(d, name_of_barrier(*one)); });
    // Where the thread has not arrived since, others decide how far the barrier is, and the phase is over.
    const uint64_t arrived = b.arrivals_until(b_.current);
    if (arrived > phase + 1)
        wrong_barrier("a token of an earlier phase", at, [=, this](const diagnosis &d) {
            return token_too_old(d, name_of_barrier(*one), phase, arrived);
        });
    return phase;
}
} // namespace cpu_device
