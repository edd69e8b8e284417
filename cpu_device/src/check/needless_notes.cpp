// SPDX-License-Identifier: MIT
// The notes on synchronization that a run did not need.
#include <algorithm>

#include "../say/report.h"
#include "cluster_checks.h"
#include "history.h"
#include "needless_places.h"

namespace cpu_device
{
all_places &known_places()
{
    static all_places *only = new all_places; // outlives the cores
    return *only;
}

sync_line all_places::number_of(sync_kind kind, const source_position &at)
{
    constexpr size_t most = UINT16_MAX;
    auto [found, is_new] = numbers.insert({{kind, at.file, at.line}, (sync_line)std::min(places.size(), most - 1)});
    if (is_new && places.size() < most) {
        places.push_back({});
        places.back().kind = kind;
        places.back().at = at;
    }
    sync_place &p = places[found->second];
    if (is_new && (p.at.file != at.file || p.at.line != at.line))
        p.needed = true;
    return found->second;
}

namespace
{
const char *name_of(cpu_device_scope scope)
{
    return scope == cpu_device_scope_block    ? tr("block")
           : scope == cpu_device_scope_device ? tr("device")
                                              : tr("system");
}

bool has(const std::string &text, const char *part)
{
    return text.find(part) != std::string::npos;
}

// Not by a header of the toolkit or of the device.
bool is_users(const sync_place &p)
{
    return p.at.line != 0 && !has(p.at.file, "/cpu_device/include/") && !has(p.at.file, "/usr/") &&
           !has(p.at.file, "/cuda/") && !has(p.at.file, "/cub/");
}

diagnosis advice_note(report_kind what, const sync_place &p, const char *subject = "")
{
    diagnosis d(what, subject);
    d.where(p.at).say(p.kind == sync_kind::barrier ? "%s, executed %llu time%s by a block"
                      : p.kind == sync_kind::warp  ? "%s, executed %llu time%s by a warp"
                                                   : "%s, executed %llu time%s by a thread",
                      p.at.text().c_str(), (unsigned long long)p.executed, p.executed == 1 ? "" : "s");
    return d;
}

void note_order(const sync_place &p)
{
    diagnosis d =
        advice_note(p.kind == sync_kind::barrier ? report_kind::needless_barrier : report_kind::needless_warp_sync, p);
    d.say("In this run nothing before it conflicts with anything after it, or something else orders the two:")
        .say("without it, the result is the same, and no race is added.");
    report(d.say("Another input, or another number of threads, may need it."));
}

// The least scope that would have served in this run.
cpu_device_scope scope_enough(const sync_place &p)
{
    return !p.needs_device   ? cpu_device_scope_block
           : !p.needs_system ? cpu_device_scope_device
                             : cpu_device_scope_system;
}

// What it is, and why the scope of a block, or of a device, is enough.
void note_scope(const sync_place &p, const char *subject, const char *why_block, const char *why_device)
{
    const cpu_device_scope enough = scope_enough(p);
    report(advice_note(report_kind::wide_scope, p, subject)
               .say("It is of %s scope. In this run, %s scope is enough: %s.", name_of(p.scope), name_of(enough),
                    enough == cpu_device_scope_block ? why_block : why_device)
               .say("Another input, or another number of threads, may need it."));
}

void note_fence(const sync_place &p)
{
    if (!p.needed)
        report(advice_note(report_kind::needless_fence, p)
                   .say("In this run no other thread reads, by a flag or an atomic operation, what it would order:")
                   .say("where threads share data, barriers order it, and a barrier needs no fence.")
                   .say("Another input, or another number of threads, may need it."));
    else if (scope_enough(p) < p.scope && (scope_enough(p) == cpu_device_scope_device || p.several_blocks))
        note_scope(p, "a fence", tr("only threads of one block share what it orders"),
                   tr("neither the host nor another device shares what it orders"));
}

void note_atomic(const sync_place &p)
{
    if (!p.needed && p.in_company && !p.is_volatile) {
        report(
            advice_note(report_kind::needless_atomic, p)
                .say("In this run only one thread has accessed each place that it changes: a plain load and store do.")
                .say("Another input, or another number of threads, may need it."));
        return;
    }
    if (p.names_scope && scope_enough(p) < p.scope && p.several_blocks)
        note_scope(p, "an atomic operation", tr("only threads of one block access it in a launch"),
                   tr("neither the host nor another device accesses it"));
}
} // namespace

void print_needless()
{
    all_places &all = known_places();
    std::lock_guard<std::mutex> lock(all.mutex);
    if (program_launches_in_kernels() || any_clusters)
        return;
    for (size_t line = 0; line < all.places.size(); ++line)
        if (!is_users(all.places[line]) || all.places[line].executed == 0 ||
            (all.places[line].kind != sync_kind::barrier && all.places[line].kind != sync_kind::warp))
            all.sets.add_needed((sync_line)line);
    const std::vector<bool> needless = all.sets.needless(all.places.size());
    for (const auto &[key, line] : all.numbers) { // by kind, file and line
        const sync_place &p = all.places[line];
        if (!is_users(p) || p.executed == 0)
            continue;
        if (needless[line])
            note_order(p);
        else if (p.kind == sync_kind::fence)
            note_fence(p);
        else if (p.kind == sync_kind::atomic)
            note_atomic(p);
    }
}
} // namespace cpu_device
