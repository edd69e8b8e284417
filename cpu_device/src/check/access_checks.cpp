// SPDX-License-Identifier: MIT
#include "access_checks.h"

#include "../memory/arena.h"
#include "../platform/program_image.h"
#include "../platform/symbols.h"
#include "global_cells.h"

namespace cpu_device
{
void access_checks::block_ends(std::vector<finding> &found)
{
    single_.take(found);
}

access_error access_checks::begins(unsigned thread, const announced_access &announced)
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

access_error access_checks::access_in_arena(unsigned thread, const announced_access &announced)
{
    const char *const address = announced.address;
    for (const char *at = address; at < address + announced.size && in_checked_arena(at);
         at += arena_page::size - (uintptr_t)at % arena_page::size) {
        parts_.put_in_cells(checked_page(at), at);
        if (announced.kind != access::read)
            parts_.of_grid.otherwise_accessed(checked_page(at));
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

access_error access_checks::texel_begins(unsigned thread, const announced_access &access)
{
    const access_error error = begins(thread, access);
    if (error != access_error::nothing)
        return error;
    if (!writes(access.kind))
        for_cells_of(access, [&](const announced_access &part, const cell *cells) {
            races_.check_stale(report_kind::stale_texture, thread, part, cells);
        });
    following_.announce(&observer::texel, here_, thread, access);
    return access_error::nothing;
}

void access_checks::check_stale_load(unsigned thread, const announced_access &access)
{
    for_cells_of(in_place(access), [&](const announced_access &part, cell *cells) {
        if (in_checked_arena(part.address))
            parts_.put_in_cells(the_arena().page_of(part.address), part.address);
        races_.check_stale(report_kind::stale_load, thread, part, cells);
    });
}

void access_checks::on_global_access(unsigned thread, const announced_access &access)
{
    for_cells_of(access,
                 [&](const announced_access &part, cell *cells) { races_.on_global_access(thread, part, cells); });
}

// A variable of the program, registered host memory; or none of these.
std::atomic<bool> stores_need_variables{false};

access_error access_checks::access_elsewhere(unsigned thread, const announced_access &access)
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

void access_checks::atomic_begins(unsigned thread, const announced_access &access)
{
    const announced_access announced = in_place(access);
    const unsigned owner = here_.cluster == nullptr ? cluster_checks::none : here_.cluster->owner_of(announced.address);
    if (owner == cluster_checks::none && here_.memory.holds(announced.address))
        return; // begins() has recorded it: it is the last store, which is still to come
    races_.judge_last_store();
    races_.may_tell_host(thread, announced);
    races_.atomic_begins(thread, announced);
    if (owner != cluster_checks::none)
        in_cluster_.on_access(here_, thread, announced, owner);
    else
        on_global_access(thread, announced);
}

bool access_checks::atomic_ends(unsigned thread, const announced_access &access, outcome is)
{
    const bool far_ahead = races_.atomic_ends(here_, thread, access, is);
    return following_.atomic_ends(here_, thread, access, is) || far_ahead;
}

void access_checks::uses_result(unsigned thread, const char *address, size_t size, bool certain)
{
    if (certain) {
        unwritten_.uses_exchanged(here_, thread);
        races_.uses_exchanged(thread);
    }
    races_.uses_result(here_, thread, address, size);
}
} // namespace cpu_device
