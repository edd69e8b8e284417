// SPDX-License-Identifier: MIT
#include "deadlock_report.h"

#include <algorithm>
#include <set>

#include "../platform/source_line.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
std::string deadlock_report::line_of(const waiting &at)
{
    return at.line != 0 ? format(" at %s:%d", base_name(at.file), at.line) : at_line(at.file - 1);
}

// Which threads wait where: a line for each place. `some_spin`: those that can run are left out.
std::string deadlock_report::waiting_threads(bool some_spin) const
{
    std::string text;
    std::vector<bool> done(b_.order.threads, false);
    auto waits = [&](unsigned t) {
        return (b_.order.live[t / warp_size] & ~(some_spin ? b_.order.ready[t / warp_size] : 0)) >> t % warp_size & 1;
    };
    for (unsigned t = 0; t < b_.order.threads; ++t) {
        if (done[t] || !waits(t))
            continue;
        const waiting &at = b_.place_of(t);
        std::string which;
        unsigned count = 0;
        for (unsigned u = t, begin = turns::none; u <= b_.order.threads;
             ++u) { // runs of threads with nothing else between
            bool same = u < b_.order.threads && waits(u) && same_place(b_.place_of(u), at);
            if (same) {
                done[u] = true;
                ++count;
                if (begin == turns::none)
                    begin = u;
            } else if (begin != turns::none) {
                if (which.size() < 60)
                    which += format(u - begin > 1 ? "%s%u-%u" : "%s%u", which.empty() ? "" : ", ", begin, u - 1);
                else if (which.back() != '.')
                    which += ", ...";
                begin = turns::none;
            }
        }
        std::string line = line_of(at);
        text += format("\n    %u thread%s wait%s in %s%s: %s", count, count == 1 ? "" : "s", count == 1 ? "s" : "",
                       place_name(at).c_str(), line.c_str(), which.c_str());
    }
    return text;
}

// Of threads that wait at two barriers, of which one is in a loop; else "".
std::string deadlock_report::advice_on_split() const
{
    const waiting *one = nullptr, *other = nullptr;
    for (unsigned t = 0; t < b_.order.threads; ++t) {
        if (!b_.is_live(t))
            continue;
        const waiting &at = b_.place_of(t);
        if (one == nullptr)
            one = &at;
        else if (!same_place(*one, at) && other == nullptr)
            other = &at;
        else if (!same_place(*one, at) && !same_place(*other, at))
            return "";
    }
    if (other == nullptr)
        return "";
    const split_barriers why = find_split(position_of({one->file, one->line}), position_of({other->file, other->line}));
    if (why.skips != 0)
        return format(
            "The continue at line %d skips the barrier at line %d: let every thread of the block reach the same "
            "barriers in each round of the loop. A GPU may hang here, or pair the barriers wrongly.",
            why.skips, why.barrier);
    if (why.loop != 0)
        return format(
            "The barrier at line %d is in the loop at line %d, which not all threads go through equally often: "
            "let all threads of the block make the same number of rounds, and test in the loop which of them "
            "have work. A GPU may hang here, or pair the barriers wrongly.",
            why.barrier, why.loop);
    return "";
}

diagnosis deadlock_report::diagnose_stuck() const
{
    if (waits_at_numbers_or_phases())
        return diagnose_stuck_apart();
    bool warp = false, work = false, tile = false;
    for (unsigned w = 0; w < b_.order.warps; ++w) {
        warp |= b_.lanes.waiting_lanes(w) != 0;
        for (unsigned rest = b_.lanes.waiting_lanes(w); rest; rest &= rest - 1) {
            const uint8_t kind = b_.waits[w * warp_size + (unsigned)__builtin_ctz(rest)].kind;
            work |= is_work(kind);
            tile |= kind == (uint8_t)warp_kind::tile;
        }
    }
    const char *advice = "Every thread of the block must reach the same barrier: take it out of the branch or loop. A "
                         "GPU may hang here, or pair the barriers wrongly.";
    if (work)
        advice = "All 32 lanes of a warp must make the same call at the same line. What a GPU does here is undefined.";
    else if (tile)
        advice = "All threads of the tile must make the same call. A GPU may hang here, or pair the calls wrongly.";
    else if (warp)
        advice = "Every lane that the mask names must make the same call, with the same mask. A GPU may hang here.";
    diagnosis d(tile   ? report_kind::divergent_tile
                : warp ? report_kind::divergent_warp
                       : report_kind::divergent_barrier);
    d.in(doer_in(b_.launch->record.name, b_.number, {}));
    d.say("%s, of %u threads (by rank in the block)", b_.where_block().c_str(), b_.order.threads)
        .add(waiting_threads());
    if (b_.order.live_threads < b_.order.threads)
        d.say(b_.order.threads - b_.order.live_threads == 1 ? "%u thread has exited: %s" : "%u threads have exited: %s",
              b_.order.threads - b_.order.live_threads, exited_threads().c_str());
    const std::string of_loop = d.what == report_kind::divergent_barrier ? advice_on_split() : "";
    return d.advise(of_loop.empty() ? tr(advice) : of_loop);
}

diagnosis deadlock_report::diagnose_exited(report_kind as) const
{
    diagnosis d(as);
    const unsigned exited = b_.order.threads - b_.order.live_threads - b_.ended_threads;
    return d.in(doer_in(b_.launch->record.name, b_.number, {}))
        .add(b_.where_block())
        .say(exited == 1 ? "%u of %u threads has exited: %s" : "%u of %u threads have exited: %s", exited,
             b_.order.threads, exited_threads().c_str())
        .add(waiting_threads());
}

diagnosis deadlock_report::diagnose_grid_stuck() const
{
    const launch_name &name = b_.launch->record.name;
    diagnosis d(report_kind::divergent_grid);
    return d.in(doer{name.kernel, {}, {}})
        .say("kernel %s, grid of %llu blocks", name.kernel, (unsigned long long)b_.launch->blocks())
        .add(b_.launch->resident->text())
        .say("Every thread of the grid must reach the same barriers: take this one out of the branch or loop. A GPU "
             "hangs here.");
}

diagnosis deadlock_report::diagnose_cluster_stuck() const
{
    diagnosis d(report_kind::divergent_cluster);
    d.in(doer{b_.launch->record.name.kernel, {}, {}}).add(core_.member.all()->text());
    for (unsigned rank = 0; rank < core_.member.all()->size(); ++rank) {
        const core &one = core_.member.all()->member(rank);
        const std::string block = block_in_grid(b_.launch->record.name, core_.member.all()->block(rank));
        if (core_.member.all()->has_ended(rank))
            d.say("%s has exited", block.c_str());
        else
            d.say("%s:", block.c_str()).add(one.deadlock.waiting_threads());
    }
    return d.say("Every thread of the cluster must reach the same barriers: take them out of the branch or loop. A GPU "
                 "hangs here.");
}

diagnosis deadlock_report::diagnose_cluster_left() const
{
    diagnosis d(report_kind::cluster_left);
    return d.in(doer{b_.launch->record.name.kernel, {}, {}})
        .add(core_.member.all()->text())
        .say(core_.member.all()->missed_it() == 1 ? "%u of %u threads has exited" : "%u of %u threads have exited",
             core_.member.all()->missed_it(), core_.member.all()->threads())
        .add(waiting_threads());
}

// Whether the threads wait in a collective that an exited one should have called, too.
bool deadlock_report::lacks_threads() const
{
    if (b_.waits[b_.barrier.first()].kind != cpu_device_barrier_collective)
        return false;
    for (unsigned t = 0; t < std::min(b_.barrier.expected(), b_.order.threads); ++t)
        if (!b_.is_live(t))
            return true;
    return false;
}
// "0-31, 40": of the threads for which `is` holds; "" if there is none.
template <class Is> std::string deadlock_report::threads_where(Is is) const
{
    std::string which;
    for (unsigned t = 0, begin = turns::none; t <= b_.order.threads; ++t) {
        const bool does = t < b_.order.threads && is(t);
        if (does && begin == turns::none)
            begin = t;
        if (does || begin == turns::none)
            continue;
        if (which.size() >= 60)
            return which + ", ...";
        which += format(t - begin > 1 ? "%s%u-%u" : "%s%u", which.empty() ? "" : ", ", begin, t - 1);
        begin = turns::none;
    }
    return which;
}

std::string deadlock_report::exited_threads() const
{
    return threads_where([&](unsigned t) { return !b_.is_live(t); });
}

std::string deadlock_report::threads_not_begun() const
{
    return threads_where([&](unsigned t) { return b_.is_live(t) && !b_.order.has_started(t); });
}

bool deadlock_report::waits_at_numbers_or_phases() const
{
    return std::any_of(b_.apart, b_.apart + b_.order.warps, [](unsigned lanes) { return lanes != 0; });
}

// The threads that have not arrived, at a barrier with phases or another one: where the others are, waiting_threads()
// says.
void deadlock_report::say_who_is_missing(diagnosis &d, const std::vector<bool> &came, const phase_barrier *of) const
{
    auto is_there = [&](unsigned t) { return of != nullptr && b_.waits_for(t, *of); };
    const std::string left = threads_where([&](unsigned t) { return !came[t] && !b_.is_live(t); }),
                      there = threads_where([&](unsigned t) { return !came[t] && b_.is_live(t) && is_there(t); }),
                      late = threads_where([&](unsigned t) { return !came[t] && b_.is_live(t) && !is_there(t); });
    if (left.empty() && there.empty() && late.empty())
        d.say("All threads of the block have arrived there.");
    if (!left.empty())
        d.say("Threads that have exited without arriving there: %s", left.c_str());
    if (!there.empty())
        d.say("Threads that wait there without having arrived in this phase: %s", there.c_str());
    if (!late.empty())
        d.say("Threads that wait elsewhere and have not arrived there: %s", late.c_str());
}

void deadlock_report::describe_phase(diagnosis &d, const phase_barrier &b) const
{
    const std::string name = core_.rules.name_of_barrier(b);
    if (!b.alive()) {
        d.say("%s was never initialized, and threads use it: %s", name.c_str(),
              threads_where([&](unsigned t) { return b_.waits_for(t, b); }).c_str());
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

void deadlock_report::describe_named(diagnosis &d, unsigned number) const
{
    const named_barrier &b = b_.named.at(number);
    if (!b.is_in_use())
        return;
    d.say("Barrier %u expects %u threads: %u have arrived.", number, core_.named.threads_at(b), b.arrived());
    std::vector<bool> came(b_.order.threads, false);
    for (unsigned t = 0; t < b_.order.threads; ++t)
        came[t] = b.has_come(t / warp_size);
    say_who_is_missing(d, came);
}

// Whether a thread that has arrived in the phase before, and not in this one, waits for the end of this one.
bool deadlock_report::any_waits_a_phase_late(const phase_barrier &b) const
{
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (b.phase() > 0 && b_.waits_for(t, b) && b.arrivals_until(t) == b.phase())
            return true;
    return false;
}

const char *deadlock_report::advice_on_phases(const std::vector<const phase_barrier *> &all) const
{
    for (const phase_barrier *b : all) {
        if (!b->alive())
            return "Let one thread initialize it, with the number of arrivals, before __syncthreads().";
        if (b->pending() == 0)
            return "Expect as many bytes as the copies of the phase bring, no more and no fewer.";
        if (any_waits_a_phase_late(*b))
            return "A thread that has arrived in a phase must wait for that phase, not for the next one: "
                   "core_.phases.wait_parity() "
                   "takes its parity, which is 0 for phase 0, 1 for phase 1, and so on in turns.";
        unsigned exited = 0;
        for (unsigned t = 0; t < b_.order.threads; ++t)
            exited += !b_.is_live(t) && std::find(b->arrived().begin(), b->arrived().end(), t) == b->arrived().end();
        if (b->pending() <= exited)
            return "A thread that leaves before the others calls arrive_and_drop(), so that they do not wait for it.";
    }
    return "Initialize a barrier with the number of arrivals that come in each phase, and let each of these threads "
           "arrive before it waits for anything else.";
}

// Whether a thread that spins has looked there last.
bool deadlock_report::polls(const phase_barrier &b) const
{
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (b_.is_live(t) && b_.order.is_ready(t) && b_.spins.place_of(t).address == b.address())
            return true;
    return false;
}

// Of the threads that wait or spin: what their barriers lack, a line each.
std::string deadlock_report::barriers_of_waiting_threads() const
{
    diagnosis d(report_kind::waits_for_ever);
    for (const phase_barrier &b : b_.phases.all())
        if (b_.any_waits_for(b) || polls(b))
            describe_phase(d, b);
    for (unsigned number = 0; b_.named.any() && number < named_barriers::count; ++number)
        describe_named(d, number);
    std::string text;
    for (const std::string &line : d.lines)
        text += "\n    " + line;
    return text;
}

diagnosis deadlock_report::diagnose_stuck_apart() const
{
    std::vector<const phase_barrier *> phases;
    std::set<unsigned> numbers;
    for (unsigned t = 0; t < b_.order.threads; ++t) {
        if (!(b_.apart[t / warp_size] >> t % warp_size & 1))
            continue;
        if (b_.waits[t].kind == (uint8_t)warp_kind::named)
            numbers.insert(b_.waits[t].mask);
    }
    for (const phase_barrier &b : b_.phases.all())
        if (b_.any_waits_for(b))
            phases.push_back(&b);
    diagnosis d(phases.empty() ? report_kind::divergent_barrier : report_kind::waits_for_ever);
    d.in(doer_in(b_.launch->record.name, b_.number, {}));
    d.say("%s, of %u threads (by rank in the block)", b_.where_block().c_str(), b_.order.threads)
        .add(waiting_threads());
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

std::string deadlock_report::place_name(const waiting &at) const
{
    static const char *const barriers[] = {
        "__syncthreads()",          "__syncthreads_count()",      "__syncthreads_and()",
        "__syncthreads_or()",       "sync() of the thread_block", "sync() of the grid_group",
        "a barrier of the cluster", "a collective of CUB"};
    static const char *const warps[] = {"__syncwarp()",
                                        "a shuffle",
                                        "a vote",
                                        "sync() of a tile or group",
                                        "__activemask()",
                                        "wait() of a barrier",
                                        "a barrier with a number",
                                        "a call for a tile of more than 32 threads"};
    return at.at_barrier ? tr(barriers[at.kind]) : is_work(at.kind) ? work_name(at.kind) : tr(warps[at.kind]);
}
} // namespace cpu_device
