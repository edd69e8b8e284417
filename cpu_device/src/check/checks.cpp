// SPDX-License-Identifier: MIT
#include "checks.h"

#include "../memory/arena.h"
#include "../platform/program_image.h"
#include "../platform/symbols.h"
#include "../settings.h"
#include "global_cells.h"

namespace cpu_device
{
// --- launches and blocks ---

void checks::launch_begins(launch_record &launch, const char *body_type, const char *arguments, size_t arguments_size)
{
    here_.launch = &launch;
    here_.cluster = nullptr;
    here_.body_type = body_type;
    here_.several_devices = setting.devices > 1;
    arguments_ = arguments;
    arguments_size_ = arguments_size;
    // made here: at a kernel's first access, its thread may have little stack left
    cells_of_variable(nullptr);
    is_constant(nullptr);
    the_arena();
    find_followers();
    tell(&observer::core_begins);
    fast_.launch_begins();
}

void checks::find_followers()
{
    following_.clear();
    wanted_ = 0;
    if (of_core_.empty())
        for (observer *c : all_observers())
            of_core_.push_back(c->for_core());
    for (observer *c : of_core_)
        if (const unsigned wants = c->wants()) {
            following_.push_back(c);
            wanted_ |= wants;
        }
    see_all(false);
}

void checks::launch_ends()
{
    tell(&observer::core_ends);
}

void checks::block_begins(uint64_t block)
{
    here_.number = block;
    if (are_followed())
        find_followers(); // one may have seen all that it wanted
    unwritten_.block_begins();
    tell(&observer::block_begins);
}

void checks::block_ends(bool broken)
{
    races_.judge_last_store();
    std::vector<finding> found = races_.take_findings(broken);
    single_.take(found);
    tell(&observer::block_ends, broken, found);
    for (const finding &f : found)
        here_.launch->findings.add(f);
}

void checks::joins_cluster(cluster_checks &all, unsigned rank, uint64_t block)
{
    any_clusters = true;
    here_.cluster = &all;
    here_.rank = rank;
    all.of(rank) = {(uint32_t)block, &here_.memory, &fast_.parts().recorded.of_shared(), here_.dynamic_offset(), false};
    races_.joins_cluster(all, rank);
    see_all(false);
}

void checks::leaves_cluster()
{
    races_.judge_last_store();
    in_cluster_.block_leaves(here_);
}

void checks::cluster_ends()
{
    in_cluster_.cluster_ends(here_);
}

// --- accesses ---

access_error checks::access_begins(unsigned thread, const announced_access &announced)
{
    if (announced.kind != access::read)
        races_.judge_last_store();
    const char *address = announced.address;
    const block_memory &memory = here_.memory;
    if ((reinterpret_cast<uintptr_t>(address) & (announced.alignment - 1)) != 0)
        return access_error::misaligned;
    if (here_.cluster != nullptr)
        if (const unsigned owner = here_.cluster->owner_of(address); owner != cluster_checks::none)
            return in_cluster_.begins(here_, thread, announced, owner);
    if (const size_t offset = memory.in_static(address); offset < memory.static_size()) {
        if (memory.is_guard_variable(offset))
            return access_error::nothing;
        if (!memory.within_variable(offset, announced.size))
            return access_error::outside_variable;
        races_.on_shared_access(thread, announced, offset);
        return access_error::nothing;
    }
    if (memory.near_dynamic(address)) {
        const size_t offset = memory.in_dynamic(address);
        if (offset > memory.dynamic_size() || announced.size > memory.dynamic_size() - offset)
            return access_error::outside_dynamic;
        races_.on_shared_access(thread, announced, here_.dynamic_offset() + offset);
        return access_error::nothing;
    }
    return in_checked_arena(address) ? access_in_arena(thread, announced) : access_elsewhere(thread, announced);
}

access_error checks::access_in_arena(unsigned thread, const announced_access &announced)
{
    const char *const address = announced.address;
    for (const char *at = address; at < address + announced.size && in_checked_arena(at);
         at += arena_page::size - (uintptr_t)at % arena_page::size) {
        fast_.parts().put_in_cells(checked_page(at), at);
        if (announced.kind != access::read)
            fast_.parts().of_grid.otherwise_accessed(checked_page(at));
    }
    kernel_uses(checked_page(address), writes(announced.kind), here_.launch->name.kernel);
    const memory_state state =
        access_memory(address, announced.size, needs_value(announced.kind) || announced.kind == access::exchange,
                      writes(announced.kind), here_.launch->device);
    if (state == memory_state::illegal)
        return access_error::illegal;
    unwritten_.accessed(here_, thread, announced, state == memory_state::uninitialized);
    if (!is_atomic(announced.kind)) // else atomic_begins() does it
        on_global_access(thread, announced);
    return access_error::nothing;
}

access_error checks::texel_begins(unsigned thread, const announced_access &access)
{
    const access_error error = access_begins(thread, access);
    if (error != access_error::nothing)
        return error;
    if (!writes(access.kind))
        for_cells_of(access, [&](const announced_access &part, const cell *cells) {
            races_.check_stale(report_kind::stale_texture, thread, part, cells);
        });
    announce(&observer::texel, thread, access);
    return access_error::nothing;
}

void checks::check_stale_load(unsigned thread, const announced_access &access)
{
    for_cells_of(in_place(access), [&](const announced_access &part, cell *cells) {
        if (in_checked_arena(part.address))
            fast_.parts().put_in_cells(the_arena().page_of(part.address), part.address);
        races_.check_stale(report_kind::stale_load, thread, part, cells);
    });
}

void checks::on_global_access(unsigned thread, const announced_access &access)
{
    for_cells_of(access,
                 [&](const announced_access &part, cell *cells) { races_.on_global_access(thread, part, cells); });
}

// A variable of the program, registered host memory; or none of these.
std::atomic<bool> stores_need_variables{false};

access_error checks::access_elsewhere(unsigned thread, const announced_access &access)
{
    const announced_access announced = in_place(access);
    if (const int owner = variable_device(announced.address); owner >= 0 && owner != here_.launch->device)
        return access_error::illegal;
    if (is_constant(variable_in_program(announced.address))) {
        if (writes(announced.kind))
            single_.note(here_, report_kind::constant_written, thread, announced);
        else if (several_streams) // a copy in another stream may change it
            on_global_access(thread, announced);
        return access_error::nothing;
    }
    if (stores_need_variables && writes(announced.kind) && !is_variable(announced.address, announced.size) &&
        in_program(announced.address))
        return access_error::illegal;
    if (!in_program(announced.address)) {
        if (!is_registered(announced.address))
            return access_error::illegal;
        something_came_back();
    } else if (is_of_host(announced.address) && !is_registered(announced.address)) {
        return access_error::illegal;
    }
    if (!is_atomic(announced.kind))
        on_global_access(thread, announced);
    return access_error::nothing;
}

void checks::atomic_begins(unsigned thread, const announced_access &access)
{
    const announced_access announced = in_place(access);
    const unsigned owner = here_.cluster == nullptr ? cluster_checks::none : here_.cluster->owner_of(announced.address);
    if (owner == cluster_checks::none && here_.memory.holds(announced.address))
        return; // access_begins() has recorded it: it is the last store, which is still to come
    races_.judge_last_store();
    races_.may_tell_host(thread, announced);
    races_.atomic_begins(thread, announced);
    if (owner != cluster_checks::none)
        in_cluster_.on_access(here_, thread, announced, owner);
    else
        on_global_access(thread, announced);
}

bool checks::atomic_ends(unsigned thread, const announced_access &access, outcome is)
{
    bool far_ahead = races_.atomic_ends(here_, thread, access, is);
    for (observer *c : following_)
        far_ahead |= c->atomic_ends(here_, thread, access, is);
    return far_ahead;
}

void checks::uses_result(unsigned thread, const char *address, size_t size, bool certain)
{
    if (certain) {
        unwritten_.uses_exchanged(here_, thread);
        races_.uses_exchanged(thread);
    }
    races_.uses_result(here_, thread, address, size);
}

// --- the checks that follow the launch ---

bool checks::about_to_access(unsigned thread, const announced_access &access)
{
    bool far_ahead = false;
    for (observer *c : following_)
        far_ahead |= c->access_begins(here_, thread, access);
    return far_ahead;
}

void checks::others_have_run(unsigned thread)
{
    for (observer *c : following_)
        c->others_have_run(thread);
}
} // namespace cpu_device
