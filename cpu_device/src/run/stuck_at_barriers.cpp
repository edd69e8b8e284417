// SPDX-License-Identifier: MIT
// The report on threads that wait for ever at barriers with phases or numbers: who is missing there.
#include <algorithm>
#include <set>

#include "../platform/source_line.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
// "0-31, 40": of the threads for which `is` holds; "" if there is none.
template <class Is> std::string core::threads_where(Is is) const
{
    std::string which;
    for (unsigned t = 0, begin = none; t <= b_.order.threads; ++t) {
        const bool does = t < b_.order.threads && is(t);
        if (does && begin == none)
            begin = t;
        if (does || begin == none)
            continue;
        if (which.size() >= 60)
            return which + ", ...";
        which += format(t - begin > 1 ? "%s%u-%u" : "%s%u", which.empty() ? "" : ", ", begin, t - 1);
        begin = none;
    }
    return which;
}

std::string core::exited_threads() const
{
    return threads_where([&](unsigned t) { return !is_live(t); });
}

std::string core::threads_not_begun() const
{
    return threads_where([&](unsigned t) { return is_live(t) && !b_.order.has_started(t); });
}

bool core::waits_at_numbers_or_phases() const
{
    return std::any_of(b_.apart, b_.apart + b_.order.warps, [](unsigned lanes) { return lanes != 0; });
}

bool core::is_live(unsigned thread) const
{
    return b_.order.live[thread / warp_size] >> thread % warp_size & 1;
}

// The threads that have not arrived, at a barrier with phases or another one: where the others are, waiting_threads()
// says.
void core::say_who_is_missing(diagnosis &d, const std::vector<bool> &came, const phase_barrier *of) const
{
    auto is_there = [&](unsigned t) { return of != nullptr && waits_for(t, *of); };
    const std::string left = threads_where([&](unsigned t) { return !came[t] && !is_live(t); }),
                      there = threads_where([&](unsigned t) { return !came[t] && is_live(t) && is_there(t); }),
                      late = threads_where([&](unsigned t) { return !came[t] && is_live(t) && !is_there(t); });
    if (left.empty() && there.empty() && late.empty())
        d.say("All threads of the block have arrived there.");
    if (!left.empty())
        d.say("Threads that have exited without arriving there: %s", left.c_str());
    if (!there.empty())
        d.say("Threads that wait there without having arrived in this phase: %s", there.c_str());
    if (!late.empty())
        d.say("Threads that wait elsewhere and have not arrived there: %s", late.c_str());
}

void core::describe_phase(diagnosis &d, const phase_barrier &b) const
{
    const std::string name = name_of_barrier(b);
    if (!b.alive()) {
        d.say("%s was never initialized, and threads use it: %s", name.c_str(),
              threads_where([&](unsigned t) { return waits_for(t, b); }).c_str());
        return;
    }
    d.is_of_count = true;
    const unsigned come = (unsigned)b.arrived().size();
    d.say("%s, initialized at %s, expects %u arrivals in a phase. In phase %llu, %u have come; %u more must come.",
          name.c_str(), position_of(b.initialized().at).text().c_str(), b.expected(), (unsigned long long)b.phase(),
          come, b.pending());
    if (b.bytes() > 0)
        d.say("It still waits for %lld bytes of its asynchronous copies.", b.bytes());
    if (b.bytes() < 0)
        d.say("Its asynchronous copies have brought %lld bytes more than it expects.", -b.bytes());
    std::vector<bool> came(b_.order.threads, false);
    for (unsigned t : b.arrived())
        came[t] = true;
    if (b.pending() > 0)
        say_who_is_missing(d, came, &b);
}

void core::describe_named(diagnosis &d, unsigned number) const
{
    const named_barrier &b = named_.at(number);
    if (!b.is_in_use())
        return;
    d.say("Barrier %u expects %u threads: %u have arrived.", number, threads_at(b), b.arrived());
    std::vector<bool> came(b_.order.threads, false);
    for (unsigned t = 0; t < b_.order.threads; ++t)
        came[t] = b.has_come(t / warp_size);
    say_who_is_missing(d, came);
}

// Whether a thread that has arrived in the phase before, and not in this one, waits for the end of this one.
bool core::any_waits_a_phase_late(const phase_barrier &b) const
{
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (b.phase() > 0 && waits_for(t, b) && b.arrivals_until(t) == b.phase())
            return true;
    return false;
}

const char *core::advice_on_phases(const std::vector<const phase_barrier *> &all) const
{
    for (const phase_barrier *b : all) {
        if (!b->alive())
            return "Let one thread initialize it, with the number of arrivals, before __syncthreads().";
        if (b->pending() == 0)
            return "Expect as many bytes as the copies of the phase bring, no more and no fewer.";
        if (any_waits_a_phase_late(*b))
            return "A thread that has arrived in a phase must wait for that phase, not for the next one: wait_parity() "
                   "takes its parity, which is 0 for phase 0, 1 for phase 1, and so on in turns.";
        unsigned exited = 0;
        for (unsigned t = 0; t < b_.order.threads; ++t)
            exited += !is_live(t) && std::find(b->arrived().begin(), b->arrived().end(), t) == b->arrived().end();
        if (b->pending() <= exited)
            return "A thread that leaves before the others calls arrive_and_drop(), so that they do not wait for it.";
    }
    return "Initialize a barrier with the number of arrivals that come in each phase, and let each of these threads "
           "arrive before it waits for anything else.";
}

// Whether a thread that spins has looked there last.
bool core::polls(const phase_barrier &b) const
{
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (is_live(t) && b_.order.is_ready(t) && b_.spins.place_of(t).address == b.address())
            return true;
    return false;
}

// Of the threads that wait or spin: what their barriers lack, a line each.
std::string core::barriers_of_waiting_threads() const
{
    diagnosis d(report_kind::waits_for_ever);
    for (const phase_barrier &b : phases_.all())
        if (any_waits_for(b) || polls(b))
            describe_phase(d, b);
    for (unsigned number = 0; named_.any() && number < named_barriers::count; ++number)
        describe_named(d, number);
    std::string text;
    for (const std::string &line : d.lines)
        text += "\n    " + line;
    return text;
}

diagnosis core::diagnose_stuck_apart() const
{
    std::vector<const phase_barrier *> phases;
    std::set<unsigned> numbers;
    for (unsigned t = 0; t < b_.order.threads; ++t) {
        if (!(b_.apart[t / warp_size] >> t % warp_size & 1))
            continue;
        if (b_.waits[t].kind == (uint8_t)warp_kind::named)
            numbers.insert(b_.waits[t].mask);
    }
    for (const phase_barrier &b : phases_.all())
        if (any_waits_for(b))
            phases.push_back(&b);
    diagnosis d(phases.empty() ? report_kind::divergent_barrier : report_kind::waits_for_ever);
    d.in(doer_in(b_.launch->record.name, b_.number, {}));
    d.say("%s, of %u threads (by rank in the block)", where_block().c_str(), b_.order.threads).add(waiting_threads());
    for (const phase_barrier *b : phases)
        describe_phase(d, *b);
    for (unsigned number : numbers)
        describe_named(d, number);
    return d.add(
        phases.empty()
            ? "Every warp that a barrier counts must come to it, all of its lanes at the same instruction, and "
              "all warps must pass their barriers in the same order. A GPU may hang here."
            : advice_on_phases(phases));
}
} // namespace cpu_device
