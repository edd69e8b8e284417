// SPDX-License-Identifier: MIT
#include "deadlock_report.h"

#include <algorithm>
#include <set>

#include "../platform/source_line.h"
#include "../say/barrier_findings.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
source_position deadlock_report::where(const waiting &at)
{
    return at.line != 0 ? source_position{at.file, at.line} : reported_place(at.file - 1);
}

std::string deadlock_report::line_of(const waiting &at)
{
    return format(" at %s", where(at).text().c_str());
}

// Which threads wait where: a group for each place. `some_spin`: those that can run are left out.
std::vector<waiting_group> deadlock_report::waiting_threads(bool some_spin) const
{
    std::vector<waiting_group> all;
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
        all.push_back({place_name(at), where(at), count, which});
    }
    return all;
}

// Advice for threads that wait at two barriers, one of them in a loop; else "".
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
        return continue_skips(why.skips, why.barrier);
    if (why.loop != 0)
        return loop_is_uneven(why.barrier, why.loop);
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
    const stuck_in where = work   ? stuck_in::whole_warp_call
                           : tile ? stuck_in::tile
                           : warp ? stuck_in::warp_call
                                  : stuck_in::barrier;
    diagnosis d(tile   ? report_kind::divergent_tile
                : warp ? report_kind::divergent_warp
                       : report_kind::divergent_barrier);
    d.in(doer_in(b_.launch->record.name, b_.number, {}));
    of_waiting(of_threads(d, b_.where_block(), b_.order.threads), waiting_threads());
    if (b_.order.live_threads < b_.order.threads)
        some_exited(d, b_.order.threads - b_.order.live_threads, exited_threads());
    const std::string of_loop = d.kind == report_kind::divergent_barrier ? advice_on_split() : "";
    return d.advise(of_loop.empty() ? advice_on_stuck(where) : of_loop);
}

diagnosis deadlock_report::diagnose_exited(report_kind as) const
{
    diagnosis d(as);
    const unsigned exited = b_.order.threads - b_.order.live_threads - b_.ended_threads;
    d.in(doer_in(b_.launch->record.name, b_.number, {})).add(b_.where_block());
    return of_waiting(some_of_exited(d, exited, b_.order.threads, exited_threads()), waiting_threads());
}

// PTX names a barrier by its number, and lets threads exit without it; a collective counts its threads.
bool deadlock_report::is_skipped(const waiting &barrier) const
{
    if (!barrier.at_barrier || barrier.kind == cpu_device_barrier_collective || barrier.mask != (unsigned)by_number::no)
        return false;
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (!b_.is_live(t) && b_.exits.has_skipped(t, barrier))
            return true;
    return false;
}

diagnosis deadlock_report::diagnose_skipped(const waiting &barrier) const
{
    diagnosis d(report_kind::barrier_skipped);
    d.in(doer_in(b_.launch->record.name, b_.number, {}));
    of_waiting(of_threads(d, b_.where_block(), b_.order.threads), waiting_threads());
    unsigned count = 0;
    for (unsigned t = 0; t < b_.order.threads; ++t)
        count += !b_.is_live(t) && b_.exits.has_skipped(t, barrier);
    some_skipped(d, count,
                 threads_where([&](unsigned t) { return !b_.is_live(t) && b_.exits.has_skipped(t, barrier); }));
    const unsigned returned = b_.order.threads - b_.order.live_threads - count;
    if (returned > 0)
        some_exited(d, returned,
                    threads_where([&](unsigned t) { return !b_.is_live(t) && !b_.exits.has_skipped(t, barrier); }));
    return d;
}

diagnosis deadlock_report::diagnose_grid_stuck() const
{
    const launch_name &name = b_.launch->record.name;
    diagnosis d(report_kind::divergent_grid);
    return of_grid(d.in(doer{name.kernel, {}, {}}), name.kernel, b_.launch->blocks(),
                   b_.launch->resident->text(d.waiting));
}

diagnosis deadlock_report::diagnose_cluster_stuck() const
{
    diagnosis d(report_kind::divergent_cluster);
    d.in(doer{b_.launch->record.name.kernel, {}, {}}).add(core_.member.all()->text());
    for (unsigned rank = 0; rank < core_.member.all()->size(); ++rank) {
        const core &one = core_.member.all()->member(rank);
        const std::string block = block_in_grid(b_.launch->record.name, core_.member.all()->block(rank));
        const bool has_exited = core_.member.all()->has_ended(rank);
        std::vector<waiting_group> waiting;
        if (!has_exited)
            waiting = one.deadlock.waiting_threads();
        for (waiting_group &g : waiting)
            g.block = doer_in(b_.launch->record.name, core_.member.all()->block(rank), {}).block;
        of_cluster_block(d, block, has_exited, waiting);
    }
    return advise_cluster(d);
}

diagnosis deadlock_report::diagnose_cluster_left() const
{
    diagnosis d(report_kind::cluster_left);
    d.in(doer{b_.launch->record.name.kernel, {}, {}}).add(core_.member.all()->text());
    return of_waiting(missed_by_exited(d, core_.member.all()->missed_it(), core_.member.all()->threads()),
                      waiting_threads());
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
    say_missing(d, {threads_where([&](unsigned t) { return !came[t] && !b_.is_live(t); }),
                    threads_where([&](unsigned t) { return !came[t] && b_.is_live(t) && is_there(t); }),
                    threads_where([&](unsigned t) { return !came[t] && b_.is_live(t) && !is_there(t); })});
}

void deadlock_report::describe_phase(diagnosis &d, const phase_barrier &b) const
{
    if (!b.alive()) {
        never_initialized(d, core_.rules.name_of_barrier(b),
                          threads_where([&](unsigned t) { return b_.waits_for(t, b); }));
        return;
    }
    lacks_arrivals(d, core_.rules.state_of(b), position_of(b.initialized().at));
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
    cpu_device::lacks_threads(d, number, core_.named.threads_at(b), b.arrived());
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

// Whether threads wait for this phase that have neither arrived in it nor waited for the one before, and no others.
bool deadlock_report::all_skip_a_phase(const phase_barrier &b) const
{
    const std::vector<unsigned> &came = b.arrived();
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (b_.waits_for(t, b) &&
            (b.seen_until(t) >= b.phase() || std::find(came.begin(), came.end(), t) != came.end()))
            return false;
    return true;
}

phase_advice deadlock_report::advice_on_phases(const std::vector<const phase_barrier *> &all) const
{
    for (const phase_barrier *b : all) {
        if (!b->alive())
            return phase_advice::initialize;
        if (b->pending() == 0)
            return phase_advice::bytes;
        if (any_waits_a_phase_late(*b))
            return phase_advice::parity;
        if (all_skip_a_phase(*b))
            return phase_advice::phase_before;
        unsigned exited = 0;
        for (unsigned t = 0; t < b_.order.threads; ++t)
            exited += !b_.is_live(t) && std::find(b->arrived().begin(), b->arrived().end(), t) == b->arrived().end();
        if (b->pending() <= exited)
            return phase_advice::drop;
    }
    return phase_advice::count;
}

// Whether a thread that spins has looked there last.
bool deadlock_report::polls(const phase_barrier &b) const
{
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (b_.is_live(t) && b_.order.is_ready(t) && b_.spins.place_of(t).address == b.address())
            return true;
    return false;
}

// What the barriers of the threads that wait or spin lack, a line each.
std::string deadlock_report::barriers_of_waiting_threads() const
{
    diagnosis d(report_kind::deadlock);
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
    diagnosis d(phases.empty() ? report_kind::divergent_barrier : report_kind::deadlock);
    d.in(doer_in(b_.launch->record.name, b_.number, {}));
    of_waiting(of_threads(d, b_.where_block(), b_.order.threads), waiting_threads());
    for (const phase_barrier *b : phases)
        describe_phase(d, *b);
    for (unsigned number : numbers)
        describe_named(d, number);
    return d.add(phases.empty() ? advice_on_stuck(stuck_in::barriers_apart) : words_of(advice_on_phases(phases)));
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
    if (at.at_barrier && at.source > 0)
        return format("%s (number %u in the line)", tr(barriers[at.kind]), at.source + 1);
    return at.at_barrier ? tr(barriers[at.kind]) : is_work(at.kind) ? work_name(at.kind) : tr(warps[at.kind]);
}
} // namespace cpu_device
