// SPDX-License-Identifier: MIT
#include "phase_rules.h"

#include "../platform/source_line.h"
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
    return thread_text(launch, use.thread) + tr(", at ") + position_of(use.at).text();
}

std::string phase_rules::name_of_barrier(const phase_barrier &b) const
{
    return name_of(b.address(), b_.checker.here());
}

// Ends the launch. `why` as the last lines of the report.
template <class Why> void phase_rules::wrong_barrier(const char *subject, const line_in_file &at, Why why)
{
    core_.ending.break_off(cudaErrorLaunchFailure, [=, this] {
        diagnosis d = b_.diagnose(report_kind::wrong_barrier, position_of(at), subject);
        why(d);
        return d;
    });
}

void phase_rules::count_must_be_right(const char *address, unsigned count, const line_in_file &at)
{
    if (count > 0 && count <= phase_barrier::most)
        return;
    wrong_barrier("a count that no barrier can have", at, [=, this](diagnosis &d) {
        d.say("%s: %u. A barrier in shared memory counts from 1 to %u arrivals.",
              name_of(address, b_.checker.here()).c_str(), count, phase_barrier::most);
    });
}

// A barrier begins where one is. With nobody on the way the new one works all the same; PTX leaves it undefined.
void phase_rules::must_not_be_alive(const phase_barrier &b, const line_in_file &at)
{
    if (!b.alive() || (!b.is_unused() && b.arrived().empty() && !b_.any_waits_for(b)))
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is initialized twice", at, [=, this](diagnosis &d) {
        d.say("%s was initialized before, by %s.", name_of_barrier(*one).c_str(),
              by_whom(b_.launch->record.name, one->initialized()).c_str());
        if (!one->arrived().empty())
            d.say("Its phase %llu is under way: arrivals that have come are forgotten.",
                  (unsigned long long)one->phase());
        d.say("Let one thread initialize it, once, before __syncthreads(): if (threadIdx.x == 0).");
    });
}

void phase_rules::must_see_begin(const phase_barrier &b, const line_in_file &at)
{
    if (!b_.checking || b.knows(b_.current) || b_.checker.races().is_ordered(b.initialized().moment, b_.current))
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is used before its initialization is visible", at, [=, this](diagnosis &d) {
        d.say("%s was initialized by %s, and nothing orders the two.", name_of_barrier(*one).c_str(),
              by_whom(b_.launch->record.name, one->initialized()).c_str());
        d.say("Put __syncthreads() between the initialization and the first use by another thread.");
    });
}

void phase_rules::must_not_have_ended(const phase_barrier &b, const line_in_file &at)
{
    if (!b.has_ended())
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is used after it was destroyed", at, [=, this](diagnosis &d) {
        d.say("%s was destroyed by %s.", name_of_barrier(*one).c_str(),
              by_whom(b_.launch->record.name, one->ended()).c_str());
        d.say("Destroy it after __syncthreads(), when no thread uses it any more.");
    });
}

void phase_rules::may_end(const phase_barrier &b, const line_in_file &at)
{
    const phase_barrier *const one = &b;
    for (const phase_barrier::use &u : b.users()) {
        if (u.at.file == nullptr || u.thread == b_.current || !b_.checking)
            continue;
        const bool waits = b_.waits_for(u.thread, b);
        if (!waits && b_.checker.races().is_ordered(u.moment, b_.current))
            continue;
        wrong_barrier("a barrier is destroyed while others may use it", at, [=, this](diagnosis &d) {
            d.say(waits ? "%s: %s still waits there." : "%s: %s uses it, and nothing orders that before the end.",
                  name_of_barrier(*one).c_str(), by_whom(b_.launch->record.name, u).c_str());
            d.say("Destroy it after __syncthreads(), when no thread uses it any more.");
        });
    }
}

void phase_rules::arrivals_must_be_expected(const phase_barrier &b, unsigned count, unsigned drop,
                                            const line_in_file &at)
{
    if (count <= b.pending() && drop <= b.expected())
        return;
    wrong_barrier("more arrivals than a barrier expects", at, [=, this, &b](diagnosis &d) {
        d.say("%s: %u more in phase %llu, which expects %u and lacks %u.", name_of_barrier(b).c_str(), count,
              (unsigned long long)b.phase(), b.expected(), b.pending());
        if (b.pending() == 0 && b.bytes() != 0)
            d.say("All of its arrivals have come. It still waits for %lld bytes of its copies.", b.bytes());
        d.say("What a GPU does here is undefined.");
    });
}

// The phase that the thread may wait for with this token.
uint64_t phase_rules::phase_to_wait_for(const phase_barrier &b, uint64_t token, const line_in_file &at)
{
    const uint64_t phase = b.phase_of(token);
    const phase_barrier *const one = &b;
    if (phase == phase_barrier::none)
        wrong_barrier("a token of another barrier", at, [=, this](diagnosis &d) {
            d.say("%s did not give this token since it was initialized.", name_of_barrier(*one).c_str());
            d.say("Wait with the token that this barrier's last arrive() has returned.");
        });
    // Where the thread has not arrived since, others decide how far the barrier is, and the phase is over.
    const uint64_t arrived = b.arrivals_until(b_.current);
    if (arrived > phase + 1)
        wrong_barrier("a token of an earlier phase", at, [=, this](diagnosis &d) {
            d.say("%s: the token is of phase %llu.", name_of_barrier(*one).c_str(), (unsigned long long)phase);
            d.say("The thread has arrived in phase %llu since, so phase %llu can be over already.",
                  (unsigned long long)(arrived - 1), (unsigned long long)(phase + 1));
            d.say("A token is of use until the next phase ends: wait with the one of the last arrive().");
        });
    return phase;
}
} // namespace cpu_device
