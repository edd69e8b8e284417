// SPDX-License-Identifier: MIT
#include "advice.h"

#include <cstring>

#include "../platform/debug_info.h"
#include "advice_causes.h"
#include "flags.h"
#include "other_barriers.h"
#include "placed_barrier.h"
#include "report.h"
#include "update_text.h"

namespace cpu_device
{
namespace
{
// "after line 9", or "after a.cuh:9" where the accesses are in another file.
std::string after_line(const advice_wanted &about, const source_position &at)
{
    return at.file == about.accesses[0].at.file ? format("after line %d", at.line)
                                                : format("after %s", at.text().c_str());
}

// Where a barrier at the end of a loop belongs: ", after line 9", or ", as in: { f(x); __syncthreads(); }".
std::string where_in_loop(const advice_wanted &about, const remedy &mend)
{
    return mend.at.line == 0   ? ""
           : mend.with.empty() ? tr(", ") + after_line(about, mend.at)
                               : format(", as in: %s", mend.with.c_str());
}

// A value that several threads change: no barrier would help.
advice on_update(const advice_wanted &about, const char *because)
{
    advice a;
    atomic_update update;
    const auto &access = about.accesses;
    const std::string &type = about.memory.type;
    const bool is_volatile = about.found.is_volatile[0] || about.found.is_volatile[1]; // which atomicAdd() refuses
    if (access[0].at.line == access[1].at.line && access[0].at.file == access[1].at.file)
        update = find_atomic(access[0].at, type);
    if (!is_volatile)
        a.mend = update.mend;
    a.text = tr(because);
    if (a.mend.at.line != 0)
        a.text += format("write %s", a.mend.with.c_str());
    else if (!update.function.empty() && !type.empty() && !update.has_type)
        a.text +=
            format("give each thread its own, or declare the data as int and use %s(), which has no version for %s.",
                   update.function.c_str(), type == bit_field_type ? tr("a bit field") : type.c_str());
    else
        a.text += tr("give each thread its own, or use an atomic, such as atomicAdd() for ++ and +=.");
    if (about.found.may_lock && between_blocks(about.found))
        a.text += tr(" If a lock or a flag orders the blocks, a fence is missing: put a __threadfence() after the lock "
                     "is taken or the flag is seen, and another before the lock is released or the flag is set.");
    return a;
}

bool is_one_warp(const launch_name &launch)
{
    return launch.block.x * launch.block.y * launch.block.z <= 32;
}

// All races are between lanes of one warp, of several.
bool is_within_warp(const advice_wanted &about)
{
    return !about.found.across_warps && !is_one_warp(about.launch);
}

// Not all threads of the block come there, too: __syncthreads() would be wrong.
bool needs_syncwarp(const advice_wanted &about, const placed_barrier &missing)
{
    return is_within_warp(about) && (missing.after_return || missing.in_branch);
}

void put(std::string &in, const char *word, const char *by)
{
    for (size_t at = 0; (at = in.find(word, at)) != std::string::npos; at += strlen(by))
        in.replace(at, strlen(word), by);
}

advice with_syncwarp(advice a)
{
    for (std::string *text : {&a.text, &a.mend.insert, &a.mend.with})
        put(*text, "__syncthreads()", "__syncwarp()");
    return a;
}

// The barrier stands between the two lines, but one thread has gone round the loop.
advice on_next_round(const advice_wanted &about, const placed_barrier &missing)
{
    const finding &f = about.found;
    advice a;
    const unsigned round = f.after.times - 1;
    for (int i = 0; i < 2; ++i) {
        const bool next = i == missing.first;
        a.round[i] = missing.in_one_loop ? next ? format(", already in round %u of the loop", round + 1)
                                                : format(", still in round %u", round)
                     : next ? tr(", already in the next round of the loop")
                                         : tr(", still in the round before");
    }
    a.mend = missing.add;
    if (missing.goes_on != 0) {
        a.text = format("Both threads passed the barrier at line %d before these two accesses, so it does not order "
                        "them, and the continue at line %d skips what stands at the end of the loop's body: ",
                        f.after.line, missing.goes_on);
        a.text += !a.mend.with.empty() ? format("test after another barrier, as in: %s", a.mend.with.c_str())
                  : a.mend.at.line != 0
                      ? format("put a __syncthreads() %s.", after_line(about, a.mend.at).c_str())
                      : tr("put a __syncthreads() before it, where all threads of the block reach it.");
        return a;
    }
    a.text =
        format("Both threads passed the barrier at line %d before these two accesses, so it does not order them: put "
               "a __syncthreads() at the end of the loop's body%s.",
               f.after.line, where_in_loop(about, a.mend).c_str());
    return a;
}

// One half of a barrier stands between the accesses `early` and `late`, as the source has them.
std::string why_half_is_not_enough(const other_barrier &found, int early, int late)
{
    switch (found.why) {
    case other_barrier::before_wait:
        return format("Line %d comes between the arrival and the wait. A thread that has arrived knows nothing of the "
                      "others until it has waited: move the access after line %d.",
                      found.second ? late : early, found.line);
    case other_barrier::after_arrival:
        return format("The thread has arrived already, at line %d, and a wait covers only what comes before the "
                      "arrival: move line %d up, before the arrival.",
                      found.line, early);
    case other_barrier::never_waits:
        return format("A thread that arrives, as at line %d, does not wait for the others: it must wait at that "
                      "barrier before line %d.",
                      found.line, late);
    case other_barrier::only_asks:
        return format("%s at line %d only asks whether the phase is over, and nobody looks at the answer: repeat it "
                      "until it returns true.",
                      found.call.c_str(), found.line);
    case other_barrier::relaxed:
        return format("The arrival at line %d is relaxed, so a wait does not cover what comes before it: arrive "
                      "without \"relaxed\".",
                      found.line);
    default: return "";
    }
}

// A barrier of others stands there.
std::string why_not_for_these(const other_barrier &found)
{
    switch (found.why) {
    case other_barrier::other_warp:
        return format("__syncwarp() at line %d orders the threads of one warp only, and these two are in different "
                      "warps: put a __syncthreads() in its place, where all threads of the block reach it.",
                      found.line);
    case other_barrier::other_group:
        return format("%s at line %d orders the threads of one group only, and these two are in different groups: put "
                      "a __syncthreads() in its place, where all threads of the block reach it.",
                      found.call.c_str(), found.line);
    case other_barrier::other_phase:
        return format("The barrier at line %d does not order the two: its phase was over before both threads had "
                      "arrived, or one of them waits for another phase. Initialize it with the number of arrivals "
                      "that come in each phase, let each thread arrive once, and wait for the phase of that arrival.",
                      found.line);
    case other_barrier::released:
        return format("%s at line %d gives the stage back, and the next copy may overwrite it: release the stage "
                      "after its last read.",
                      found.call.c_str(), found.line);
    case other_barrier::not_acquired:
        return format("The copy at line %d may overwrite a stage that others still read: call producer_acquire() "
                      "before it.",
                      found.line);
    case other_barrier::own_copies:
        return format("%s at line %d waits for the copies of its own thread only: put a __syncthreads() after it.",
                      found.call.c_str(), found.line);
    case other_barrier::other_stage:
        return format("%s at line %d waits for the oldest stage only, and a copy begins as soon as any stage is free: "
                      "read that stage alone, and have a buffer for each stage of the pipeline.",
                      found.call.c_str(), found.line);
    default: return "";
    }
}

unordered_lines lines_of(const advice_wanted &about)
{
    const finding &f = about.found;
    const source_position at[2] = {about.accesses[0].at, about.accesses[1].at};
    const int first = first_in_source(at);
    return {at[first], at[1 - first], {"", f.after.line}, !f.writes[first], !f.writes[1 - first]};
}

// A barrier stands there that is not the whole block's: why it does not order the two, and what would.
advice on_other_barrier(const advice_wanted &about, bool of_cluster)
{
    const finding &f = about.found;
    const source_position at[2] = {about.accesses[0].at, about.accesses[1].at};
    const int first = first_in_source(at), early = at[first].line, late = at[1 - first].line;
    const dim3 &size = about.launch.block;
    const other_barrier found =
        find_other_barrier(lines_of(about), {f.earlier != first, f.across_warps, of_cluster, size.x * size.y * size.z});
    advice a;
    if (found.why == other_barrier::next_round || found.why == other_barrier::one_way) {
        a.round[first] = tr(", already in the next round of the loop");
        a.round[1 - first] = tr(", still in the round before");
        a.text = format("The barrier at line %d orders line %d before line %d of the same round. Nothing orders line "
                        "%d before line %d of the next round: ",
                        found.line, early, late, late, early);
        a.text += found.why == other_barrier::next_round
                      ? format("put another %s at the end of the loop's body.", found.call.c_str())
                      : format("use a second barrier, at which a thread arrives after line %d, and waits before line "
                               "%d.",
                               late, early);
        return a;
    }
    a.text = why_half_is_not_enough(found, early, late) + why_not_for_these(found);
    return a;
}

advice on_volatile(const advice_wanted &about)
{
    const bool across_warps = about.found.across_warps;
    const char *because = across_warps
                              ? tr("volatile orders nothing")
                              : tr("volatile orders nothing, and the lanes of a warp need not run in lockstep");
    const char *barrier = across_warps ? "__syncthreads()" : "__syncwarp()";
    if (!about.in_steps)
        return {format("%s: put a %s between the two.", because, barrier), {}, {}};
    return {format("%s: in each step, let all threads read into a variable, then %s, then write, then %s.", because,
                   barrier, barrier),
            {},
            {}};
}

// Where a barrier is missing.
advice on_barrier(const advice_wanted &about, const placed_barrier &missing)
{
    const finding &f = about.found;
    advice a;
    a.mend = missing.add;
    std::string barrier_between = tr(missing.of_calls             ? "put a __syncthreads() between the two calls"
                                     : f.writes[0] && f.writes[1] ? "put a __syncthreads() between the two"
                                                                  : "put a __syncthreads() between them");
    if (a.mend.at.line != 0)
        barrier_between += tr(", ") + after_line(about, a.mend.at);
    else if (needs_syncwarp(about, missing) && missing.between != 0)
        barrier_between += format(", after line %d", missing.between);
    else if (needs_syncwarp(about, missing))
        barrier_between += tr(", where all lanes of the warp reach it");
    else if (missing.in_branch)
        barrier_between += tr(", where all threads of the block reach it");
    if (missing.also != 0)
        barrier_between += format(", and another at the end of the loop's body, after line %d", missing.also);
    if (f.atomic[0] != f.atomic[1])
        a.text = format("One access is atomic, the other is not: make both atomic, or %s.", barrier_between.c_str());
    else if (missing.at_end_of_loop)
        a.text = format("No barrier is in the loop, so one thread may be rounds ahead of another: put a "
                        "__syncthreads() at the end of the loop's body%s.",
                        where_in_loop(about, a.mend).c_str());
    else if (missing.in_one_statement && missing.in_loop && is_within_warp(about))
        a.text =
            tr("One statement reads and writes, so a lane may read what another has written already: in each round, "
               "read into a variable, then __syncwarp(), then write, then __syncwarp().");
    else if (missing.in_one_statement && !(f.writes[0] && f.writes[1]))
        a.text = format("One statement reads and writes, so a thread may read what another has written already: read "
                        "into a variable, then __syncthreads()%s then write.%s",
                        missing.in_branch && !needs_syncwarp(about, missing) ? tr(", outside of the branch,") : tr(","),
                        f.kind == report_kind::race_in_block ? tr(" Or write to a second array.") : "");
    else if (f.writes[0] && f.writes[1])
        a.text = format("Chance decides which value remains: %s, or let one thread write.", barrier_between.c_str());
    else if (is_within_warp(about))
        a.text = format("Nothing orders the two, not even being in one warp: %s.", barrier_between.c_str());
    else
        a.text = format("Nothing orders the two: %s.", barrier_between.c_str());
    if (missing.tests_first && f.atomic[0] == f.atomic[1])
        a.text += tr(" If several threads may test and write the same element, no barrier helps: use one atomic for "
                     "both, such as atomicCAS().");
    return a;
}

// What the text shows to be wrong, so that neither a barrier nor an atomic operation would help.
advice on_cause(const advice_wanted &about)
{
    for (const auto look : {on_async_copy, on_same_work, on_wrong_index})
        if (const advice found = look(about); !found.text.empty())
            return found;
    return {};
}

// One line loads the old value, and a later one stores the new one.
advice on_update_in_steps(const advice_wanted &about)
{
    const int write = about.found.writes[0] ? 0 : 1;
    const auto &access = about.accesses;
    const update_in_steps found = find_update_in_steps(access[1 - write].at, access[write].at, about.memory.type);
    const std::string such = !found.call.empty()       ? found.call
                             : !found.function.empty() ? found.function + "()"
                                                       : tr("such as atomicAdd(), atomicMax() or atomicCAS()");
    return {format("Each thread reads the value and then writes it, so if two threads do so at once, one of the writes "
                   "is lost. A barrier does not help: use one atomic for both, %s.",
                   such.c_str()),
            {},
            {}};
}

advice on_block(const advice_wanted &about)
{
    const finding &f = about.found;
    const auto &access = about.accesses;
    if (f.is_volatile[0] && f.is_volatile[1] && f.writes[0] && f.writes[1])
        return on_update(about, "volatile makes nothing atomic, so chance decides which value remains: let one thread "
                                "write, or ");
    if (f.is_volatile[0] && f.is_volatile[1])
        return on_volatile(about);
    if (about.memory.type == bit_field_type && f.writes[0] && f.writes[1])
        return {"To write a bit field, a thread writes the whole word that the field shares with its neighbours: use "
                "members that are no bit fields.",
                {},
                {}};
    placed_barrier missing = missing_between(about);
    move_behind_others(missing, about);
    if (const advice cause = on_cause(about); !cause.text.empty())
        return cause;
    const bool separate = access[0].at == access[1].at && has_separate_statements(access[0].at);
    if ((about.updates || (access[0].at == access[1].at && missing.apart)) && !f.atomic[0] && !f.atomic[1] &&
        !separate && !find_atomic(access[0].at, about.memory.type).reads_others)
        return on_update(about, "Both may read the old value, and then one update is lost. A barrier does not help: ");
    if (about.rewrites && f.writes[0] != f.writes[1] && access[0].at.file == access[1].at.file &&
        access[f.writes[0] ? 1 : 0].at.line < access[f.writes[0] ? 0 : 1].at.line)
        return on_update_in_steps(about);
    if (about.rewrites && f.writes[0] && f.writes[1] && !separate)
        return {"Chance decides which value remains: let one thread write, or use an atomic.", {}, {}};
    if (separate)
        return {
            format("Line %d has several statements: put a __syncthreads() between those by which threads access the "
                   "same element.",
                   access[0].at.line),
            {},
            {}};
    const bool of_warp = is_within_warp(about);
    if (missing.in_next_round)
        return of_warp ? with_syncwarp(on_next_round(about, missing)) : on_next_round(about, missing);
    if (f.atomic[0] == f.atomic[1])
        if (const advice other = on_other_barrier(about, false); !other.text.empty())
            return other;
    if (!of_warp)
        return on_barrier(about, missing);
    advice a = with_syncwarp(on_barrier(about, missing));
    if (const int stands = syncwarp_after(lines_of(about)); stands != 0)
        a.text += format(" The __syncwarp() at line %d comes after both.", stands);
    return a;
}

// One thread sets a flag for its block, and no barrier has made it wait for the others.
advice on_early_flag(const advice_wanted &about)
{
    const source_position at[2] = {about.accesses[0].at, about.accesses[1].at};
    for (int first : {0, 1}) {
        const missing_fences f = find_missing_fences(at[first], about.found.thread[first], at[1 - first]);
        if (f.branch == 0)
            continue;
        advice a;
        a.mend = f.add;
        a.text = format("Line %d tells other blocks that this one is done, but other threads of the block may not have "
                        "come past line %d yet: put a __syncthreads() before line %d",
                        f.sets, at[first].line, f.branch);
        a.text += f.before_set ? format(", and a __threadfence() between that barrier and line %d.", f.sets) : ".";
        if (f.before_set && !a.mend.insert.empty())
            a.mend.insert += " __threadfence();";
        return a;
    }
    return {};
}

// One block sets a flag, another waits for it, and a fence is missing at one of the two, or at both.
advice on_flag(const advice_wanted &about)
{
    const two_places part = where_they_part(about);
    const source_position(&at)[2] = part.at;
    for (int first : {0, 1}) {
        const missing_fences f = find_missing_fences(at[first], about.found.thread[first], at[1 - first]);
        const int early = at[first].line, late = at[1 - first].line;
        advice a;
        a.mend = f.add;
        if (f.before_set && f.after_wait)
            a.text = f.sets == f.waits
                         ? format("Line %d tells other blocks that this one is done, but orders no other access: put a "
                                  "__threadfence() before it, and another after it.",
                                  f.sets)
                         : format("Line %d sets a flag, and line %d waits for it, but neither orders any other access: "
                                  "put a __threadfence() between line %d and line %d, and another between the wait and "
                                  "line %d.",
                                  f.sets, f.waits, early, f.sets, late);
        else if (f.before_set)
            a.text = format("Line %d tells other blocks that line %d is done, but no fence of the whole device comes "
                            "between the two: put a __threadfence() before line %d.",
                            f.sets, early, f.sets);
        else if (f.after_wait)
            a.text = format("Line %d learns from another block that line %d is done there, but no fence of the whole "
                            "device comes between that and line %d: put a __threadfence() after the wait.",
                            f.waits, early, late);
        if (!a.text.empty())
            return a;
    }
    return {};
}

// Where the block that reads waits in a loop: at this access, or before it.
waiting_loop find_wait_of_reader(const advice_wanted &about)
{
    const diagnosis::access &reads = about.accesses[about.found.writes[0] ? 1 : 0];
    waiting_loop found = find_waiting_loop(reads.at);
    for (const source_position &call : reads.calls)
        if (const waiting_loop outer = find_waiting_loop(call); outer > found)
            found = outer;
    return found;
}

// The reader has seen by an atomic that the writer is done, but has no fence after that atomic.
advice on_missing_acquire(const advice_wanted &about, const advice &flag)
{
    const finding &f = about.found;
    if (!f.lacks_acquire[0] && !f.lacks_acquire[1])
        return {};
    if (flag.mend.at.line != 0)
        return flag;
    return {format("The thread at line %d has seen by an atomic that the other one is done, but has no fence after "
                   "that atomic: put a __threadfence() right after it. If it is a cuda::atomic or an __nv_atomic "
                   "function, give it the order acquire instead.",
                   about.accesses[f.lacks_acquire[0] ? 0 : 1].at.line),
            {},
            {}};
}

// One of the two accesses is atomic.
advice on_half_atomic(const finding &f)
{
    if (const int plain = f.atomic[0] ? 1 : 0; !f.writes[plain])
        return {"One access is atomic, the other is not: make both atomic. If the read must see the new value, order "
                "them, too: after the write, call __threadfence() and set a flag by an atomic; before the read, wait "
                "for the flag by an atomic and call __threadfence().",
                {},
                {}};
    return {"One access is atomic, the other is not: make both atomic. Or order them: after the first, call "
            "__threadfence() and set a flag by an atomic; before the second, wait for the flag by an atomic and "
            "call __threadfence().",
            {},
            {}};
}

// One block reads what another writes, and nothing in the text shows what should order the two.
advice on_unordered_blocks(const advice_wanted &about)
{
    const finding &f = about.found;
    const waiting_loop wait = find_wait_of_reader(about);
    if (wait == waiting_loop::here)
        return {
            format("Line %d waits for a plain store. Such a store orders nothing, and the compiler may read the flag "
                   "only once. At line %d, call __threadfence() and then store by an atomic, such as atomicExch(). "
                   "Wait by an atomic, such as atomicAdd() of 0, and call __threadfence() after the loop.",
                   about.accesses[f.writes[0] ? 1 : 0].at.line, about.accesses[f.writes[0] ? 0 : 1].at.line),
            {},
            {}};
    if (about.launch.cooperative && wait == waiting_loop::none)
        return {"Nothing orders the two blocks: put a grid.sync() between the two.", {}, {}};
    return {"Nothing orders the two blocks. After the write, call __threadfence() and set a flag by an atomic; in the "
            "other block, wait for the flag by an atomic and call __threadfence() before the read. Or read in a second "
            "launch.",
            {},
            {}};
}

advice on_blocks(const advice_wanted &about)
{
    const finding &f = about.found;
    if (f.of_block[0] || f.of_block[1])
        return {"An operation of block scope, such as atomicAdd_block() or a cuda::atomic of thread_scope_block, is "
                "atomic within its own block only: use atomicAdd(), or thread_scope_device.",
                {},
                {}};
    if (const advice cause = on_cause(about); !cause.text.empty())
        return cause;
    if (const advice early = on_early_flag(about); !early.text.empty())
        return early;
    const advice flag = about.launch.cooperative ? advice() : on_flag(about);
    if (const advice acquire = on_missing_acquire(about, flag); !acquire.text.empty())
        return acquire;
    if (f.atomic[0] != f.atomic[1])
        return on_half_atomic(f);
    if (about.updates || (about.rewrites && !(f.writes[0] && f.writes[1])))
        return on_update(about, "Blocks run in any order, or at once. Both may read the old value, and then one update "
                                "is lost: ");
    if (f.writes[0] && f.writes[1])
        return {"Blocks run in any order, or at once, so chance decides which value remains: let one block write, or "
                "use an atomic.",
                {},
                {}};
    if (!flag.text.empty())
        return flag;
    if (const missing_barrier in_text = missing_between(about);
        !about.launch.cooperative && !f.may_lock && (in_text.in_one_statement || in_text.reads_first))
        return {"Blocks run in any order, or at once, so a block may read what another has written already: write the "
                "results to a second array, and let the next launch read that one.",
                {},
                {}};
    if (f.in_one_cluster)
        return {"Nothing orders the two: put a cluster.sync() between them. A __syncthreads() orders the threads of "
                "one block only.",
                {},
                {}};
    return on_unordered_blocks(about);
}

// Advice on races on the shared memory of a cluster.
advice on_cluster(const advice_wanted &about)
{
    const finding &f = about.found;
    if (f.of_block[0] || f.of_block[1])
        return {"An operation of block scope, such as atomicAdd_block() or a cuda::atomic of thread_scope_block, is "
                "atomic within its own block only: use atomicAdd(), or thread_scope_device.",
                {},
                {}};
    if (f.atomic[0] != f.atomic[1])
        return {"One access is atomic, the other is not: make both atomic, or put a cluster.sync() between the two.",
                {},
                {}};
    if (about.updates)
        return on_update(about, "Both may read the old value, and then one update is lost. A barrier does not help: ");
    if (const advice other = on_other_barrier(about, true); !other.text.empty())
        return other;
    return {"Nothing orders the two: put a cluster.sync() between them. A __syncthreads() orders the threads of one "
            "block only.",
            {},
            {}};
}
// Where an array is stored to that has an element without a value.
std::string which_stores(const advice_wanted &about)
{
    const std::string array = about.memory.element.substr(0, about.memory.element.find('['));
    const std::vector<source_position> &calls = about.accesses[0].calls;
    const std::vector<int> lines =
        array.empty() || about.memory.unit == 0 || calls.empty() ? std::vector<int>() : stores_of(calls.back(), array);
    if (lines.empty() || lines.size() > 4)
        return "";
    std::string all;
    for (int line : lines)
        all += (all.empty() ? "" : ", ") + std::to_string(line);
    return format(lines.size() == 1 ? " The store to %s at line %s does not reach %s."
                                    : " None of the stores to %s at lines %s reaches %s.",
                  array.c_str(), all.c_str(), about.memory.element.c_str());
}

// The device function in which both accesses are, if it is not part of the kernel: so its calls are not known.
std::string function_of_both(const advice_wanted &about)
{
    std::string name[2];
    for (int i : {0, 1}) {
        const source_position &at = about.accesses[i].at;
        name[i] = (at.called_at.empty() ? at : at.called_at.back()).function;
    }
    return name[0] == name[1] ? name[0] : "";
}

advice on_unwritten_shared(const advice_wanted &about)
{
    return {format("Nothing has been written there yet, and shared memory does not start out as 0.%s%s",
                   has_async_copies
                       ? tr(" The data of an asynchronous copy arrive only when the thread waits for the copy.")
                       : "",
                   which_stores(about).c_str()),
            {},
            {}};
}

advice on_unwritten_global(const place_in_memory &m)
{
    if (m.pitch != 0 && m.in_rows % m.pitch >= m.row)
        return {format("That is past the end of row %zu: of the %zu bytes from one row to the next (the pitch), a "
                       "row has %zu, and the rest belongs to no row. The pitch is in bytes: row y begins at (char "
                       "*)pointer + y * pitch.",
                       m.in_rows / m.pitch, m.pitch, m.row),
                {},
                {}};
    if (m.copied != 0)
        return {format("Nothing has been written there yet: %s has copied %zu of these %zu bytes. Is its size right? "
                       "It is in bytes, as in n * sizeof(%s).",
                       m.copy.c_str(), m.copied, m.of, m.type.empty() ? "int" : m.type.c_str()),
                {},
                {}};
    return {"Nothing has been written there yet. cudaMalloc() does not clear memory; cudaMemset() does.", {}, {}};
}

advice on_block_or_calls(const advice_wanted &about)
{
    advice in_block = on_block(about);
    if (const std::string function = function_of_both(about); !function.empty())
        in_block.text = format("If the two come from different calls of %s(), put a __syncthreads() between the "
                               "calls. Else:\n    ",
                               function.c_str()) +
                        tr(in_block.text.c_str());
    return in_block;
}
} // namespace

advice advice_on(const advice_wanted &about)
{
    switch (about.found.kind) {
    case report_kind::constant_written:
        return {"A kernel can only read __constant__ memory, which has caches of its own: a GPU may or may not see the "
                "new value. Use __device__.",
                {},
                {}};
    case report_kind::uninitialized_shared: return on_unwritten_shared(about);
    case report_kind::uninitialized_global: return on_unwritten_global(about.memory);
    case report_kind::volatile_without_fence:
        return {"The reader has already read what the writer stored after this, but no fence orders the two stores, so "
                "it may read the old value here: put a __threadfence() between the writer's two stores, and one "
                "between the reader's two loads.",
                {},
                {}};
    case report_kind::lost_update:
        return on_update(about, "Another thread has stored between this thread's volatile load and its store, and that "
                                "value is lost: ");
    case report_kind::stale_texture:
        return {"The texture cache does not see the stores of its own launch, so the read may give old data: read it "
                "in the next launch, or read the memory itself.",
                {},
                {}};
    case report_kind::stale_load:
        return {"The read-only cache need not see the stores of its own launch, so the load may give old data: load it "
                "in the next launch, or by a plain load.",
                {},
                {}};
    case report_kind::race_between_blocks: return on_blocks(about);
    case report_kind::race_in_cluster: return on_cluster(about);
    case report_kind::peer_not_begun:
        return {"The blocks of a cluster begin in any order, and shared memory belongs to a block only while it runs: "
                "call cluster.sync() before the first access.",
                {},
                {}};
    case report_kind::peer_exited:
        return {"A block's shared memory is gone when the block exits, and nothing keeps this one: call cluster.sync() "
                "after the last access, in all blocks.",
                {},
                {}};
    default: return on_block_or_calls(about);
    }
}
} // namespace cpu_device
