// SPDX-License-Identifier: MIT
// Which lines that synchronize a run did not need.
#include <algorithm>

#include "../say/needless_findings.h"
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
    auto [found, is_new] =
        numbers.insert({{kind, at.file, at.line, at.text_with_calls()}, (sync_line)std::min(places.size(), most - 1)});
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

// The least scope that would have served in this run.
cpu_device_scope scope_enough(const sync_place &p)
{
    return !p.needs_device   ? cpu_device_scope_block
           : !p.needs_system ? cpu_device_scope_device
                             : cpu_device_scope_system;
}

executed_sync executed(const sync_place &p)
{
    return {p.kind, p.at, p.executed};
}

void note_scope(const sync_place &p)
{
    report(wider_than(scope_enough(p), p.scope, executed(p)));
}

void note_fence(const sync_place &p)
{
    if (!p.needed)
        report(not_needed(executed(p)));
    else if (scope_enough(p) < p.scope && (scope_enough(p) == cpu_device_scope_device || p.several_blocks))
        note_scope(p);
}

void note_atomic(const sync_place &p)
{
    if (!p.needed && p.in_company && !p.is_volatile)
        report(not_needed(executed(p)));
    else if (p.names_scope && scope_enough(p) < p.scope && p.several_blocks)
        note_scope(p);
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
            report(not_needed(executed(p)));
        else if (p.kind == sync_kind::fence)
            note_fence(p);
        else if (p.kind == sync_kind::atomic)
            note_atomic(p);
    }
}
} // namespace cpu_device
