// SPDX-License-Identifier: MIT
#include "races.h"

#include <algorithm>

#include "global_cells.h"

namespace cpu_device
{
void race_check::core_begins(const running_block &here)
{
    launch_record &launch = *here.launch;
    begin_launch(launch);
    parts_.launch = &launch;
    parts_.of_grid.launch_begins(launch);
    cluster_ = nullptr;
    const bool anew = forgotten_ != times_forgotten; // then shadow values of older launches would look like later ones
    forgotten_ = times_forgotten;
    guesses_.launch_begins();
    shadow_.in_order().slow_down(stripes::guessing, guesses_.are_possible());
    clocks_.launch_begins(launch, anew);
    conflicts_.launch_begins(launch);
    shadow_.launch_begins(launch, here.dynamic_offset() + here.memory.dynamic_size(), anew);
    volatiles_.launch_begins(launch, anew);
    uninitialized_.launch_begins();
}

void race_check::block_begins(const running_block &here)
{
    conflicts_.block_begins();
    volatiles_.block_begins();
    shadow_.block_begins();
    clocks_.block_begins((uint32_t)here.number);
}

std::vector<finding> race_check::take_findings(bool broken)
{
    conflicts_.last_store().none_comes();
    if (!broken) // else the missing stores may have been still to come
        uninitialized_.report();
    uninitialized_.forget();
    return conflicts_.block_ends();
}

// --- what orders ---

void race_check::barrier(const running_block &, const char *file, int line)
{
    uninitialized_.report();
    conflicts_.passes_barrier(file, line);
    clocks_.barrier();
}

// What all blocks did before it is ordered like an earlier launch.
void race_check::grid_barrier(const running_block &, uint32_t first_segment)
{
    conflicts_.last_store().none_comes();
    clocks_.grid_barrier(first_segment);
}

void race_check::warp_syncs(const running_block &, unsigned warp, unsigned lanes)
{
    clocks_.warp_sync(warp, lanes);
    volatiles_.lanes_meet(warp, lanes);
}

void race_check::warp_meets(const running_block &, unsigned warp, unsigned lanes, bool)
{
    clocks_.primary().lanes_hear(warp, lanes);
}

void race_check::awaits_primary(const running_block &, unsigned thread)
{
    clocks_.primary().waits(thread);
}

void race_check::lets_next_begin(const running_block &, unsigned thread)
{
    clocks_.primary().lets_next_begin(thread);
}

void race_check::tile_meets(const running_block &here, unsigned first_warp, unsigned warps, const unsigned *live)
{
    for (unsigned warp = first_warp; warp < first_warp + warps; ++warp)
        warp_syncs(here, warp, live[warp]);
    clocks_.tile_sync(first_warp, warps, live);
}

void race_check::flag(const running_block &, unsigned thread, const char *place, bool reads, bool writes)
{
    clocks_.flag_in_shared(thread, place, reads, writes);
}

void race_check::sets_scope(const running_block &, unsigned thread, cpu_device_scope scope)
{
    clocks_.set_of_device(thread, scope == cpu_device_scope_device);
}

void race_check::fence(const running_block &, unsigned thread, bool of_device, fence_order order)
{
    if (order != fence_order::acquire)
        volatiles_.before_fence(thread);
    clocks_.fence(thread, of_device, order);
    shadow_.may_be_fenced();
}

bool race_check::atomic_ends(const running_block &, unsigned thread, const announced_access &access, outcome is)
{
    if (clocks_.in_atomic())
        clocks_.atomic_ends(thread, access.address, access.of_block, is == outcome::stored);
    return false;
}

// --- clusters ---

void race_check::joins_cluster(cluster_checks &all, unsigned rank)
{
    cluster_ = &all;
    shadow_.of_shared().forget_all(); // other blocks would take what earlier blocks of this core left for this block's
    parts_.launch->synced.fenced.becomes_true(); // then each block has a shadow value of its own in a list
    conflicts_.joins_cluster(all, rank);
    shadow_.joins_cluster();
    uninitialized_.joins_cluster(all, rank);
}

void race_check::leaves_turn(const running_block &)
{
    conflicts_.last_store().none_comes();
}

void race_check::arrives_in_cluster(const running_block &, unsigned thread, bool relaxed)
{
    clocks_.arrives_in_cluster(thread, relaxed, cluster_->arriving);
}

void race_check::passes_cluster_barrier(const running_block &, unsigned thread)
{
    clocks_.passes_cluster_barrier(thread, cluster_->passed);
}

void race_check::cluster_barrier(const running_block &here, const char *file, int line)
{
    barrier(here, file, line);
    clocks_.cluster_barrier(cluster_->passed);
}

void race_check::on_access_in_cluster(unsigned thread, const announced_access &access, cell *cells, bool own)
{
    on_global_access(thread, access, cells);
    if (own && (is_volatile(access.kind) || is_atomic(access.kind)))
        clocks_.flag_in_shared(thread, access.address, !writes(access.kind) || is_update(access.kind),
                               writes(access.kind));
}

// --- accesses ---

// How the cell records an access; none: a plain store.
cell_access race_check::cell_access_of(unsigned thread, const announced_access &announced, bool of_block,
                                       uint32_t instruction)
{
    switch (announced.kind) {
    case access::read: return cell_access::read;
    case access::write: clocks_.note_store(thread); return cell_access::plain_store;
    case access::volatile_read: return cell_access::strong_read;
    case access::volatile_write: return volatiles_.flag_or_data(thread, announced.address);
    case access::atomic: break;
    case access::exchange:
    case access::atomic_write: exchange_instructions.add(instruction); break;
    }
    return of_block ? cell_access::strong_block : cell_access::strong;
}

bool race_check::may_have_stored(const arena_page &page, const char *address, size_t size)
{
    if (!shadow_.in_order().is_in_cells(page))
        return shadow_.in_order().may_have_stored(page);
    const cell *cells = page.cells.load(std::memory_order_acquire);
    const size_t first = (uintptr_t)address % arena_page::size / 4;
    const size_t end = std::min(((uintptr_t)address % arena_page::size + size + 3) / 4, arena_page::size / 4);
    return cells == nullptr ||
           std::any_of(cells + first, cells + end, [this](const cell &c) { return shadow_.may_have_stored(c); });
}

// Before a strong store: the host may read it at once.
void race_check::may_tell_host(unsigned thread, const announced_access &access)
{
    if (writes(access.kind))
        clocks_.tell_host(thread, access.address);
}

// An access of a barrier's own word is no flag: the barrier says what it orders.
void race_check::on_shared_access(unsigned thread, const announced_access &announced, size_t offset)
{
    const access kind = announced.kind;
    if (kind == access::atomic && parts_.update_quickly(thread, offset, announced.size, announced.pc))
        return;
    const uint32_t instruction = instruction_codes_.of(announced.pc);
    if (writes(kind) && kind != access::atomic)
        conflicts_.last_store().remember(announced.address, announced.size);
    else if (kind == access::read)
        guesses_.remember(thread, announced.address, instruction);
    cell *cells = &shadow_.of_shared().at(offset);
    if (is_volatile(kind))
        volatiles_.access_comes(thread, kind, announced.address, *cells, {offset, true}, instruction);
    const cell_access how =
        cell_access_of(thread, announced, false, instruction); // here all scopes are those of the block
    if (!announced.of_barrier && (how == cell_access::strong_read || stores(how)))
        clocks_.flag_in_shared(thread, announced.address, !writes(kind) || is_update(kind), writes(kind));
    shadow_.on_access<true>(thread, how, offset, announced.size, instruction, cells);
    conflicts_.forget_store_unless_racing();
    const bool written = shadow_.of_shared().any_written(offset, announced.size);
    if (writes(kind))
        shadow_.of_shared().set_all_written(offset, announced.size);
    uninitialized_.accessed(thread, announced, offset, written);
}

void race_check::on_global_access(unsigned thread, const announced_access &announced, cell *cells)
{
    if (cells == nullptr)
        return;
    const access kind = announced.kind;
    const char *const address = announced.address;
    const uint32_t instruction = instruction_codes_.of(announced.pc);
    const char *looked_at = volatiles_.looked_at(thread);
    if (is_volatile(kind))
        volatiles_.access_comes(thread, kind, address, *cells, {(uint64_t)address, false}, instruction);
    else if (kind == access::read)
        guesses_.remember(thread, address, instruction);
    if (writes(kind) && !is_atomic(kind))
        conflicts_.last_store().remember(address, announced.size);
    const cell_access how = cell_access_of(thread, announced, announced.of_block, instruction);
    if (how == cell_access::plain_store || how == cell_access::volatile_store)
        clocks_.note_global_store(thread);
    if (kind == access::volatile_write)
        clocks_.volatile_store(thread, address);
    else if (kind == access::volatile_read)
        clocks_.volatile_load(thread, address, looked_at);
    if (kind == access::volatile_write)
        may_tell_host(thread, announced);
    else if (is_volatile(kind) || is_atomic(kind))
        clocks_.hear_host(thread, address);
    if (is_volatile(kind) || is_atomic(kind))
        clocks_.primary().may_hear(thread);
    shadow_.on_access<false>(thread, how, (uint64_t)address, announced.size, instruction, cells);
    conflicts_.forget_store_unless_racing();
}

// --- what else a thread does ---

void race_check::copy_begins(const running_block &here, const char *to, size_t size)
{
    shadow_.of_shared().set_not_written(here.offset_in_shared(to), size);
    has_async_copies = true;
}

void race_check::copy_arrives(const running_block &here, const char *to, size_t size)
{
    shadow_.of_shared().set_all_written(here.offset_in_shared(to), size);
}

void race_check::uses_result(const running_block &here, unsigned thread, const char *address, size_t size)
{
    if (here.cluster != nullptr)
        return;
    if (size_t offset; here.in_shared(address, size, offset))
        return use_result(thread, address, size, &shadow_.of_shared().at(offset), true);
    for_cells_of(
        {access::atomic, here.in_place(address), size, 1, nullptr},
        [&](const announced_access &part, cell *cells) { use_result(thread, part.address, part.size, cells, false); });
}

void race_check::use_result(unsigned thread, const char *address, size_t size, cell *cells, bool shared)
{
    for (uint64_t name = (uint64_t)address, end = name + size; name < end && cells != nullptr; ++cells) {
        const size_t in_cell = std::min<size_t>(4 - name % 4, end - name);
        const unsigned bytes = ((1u << in_cell) - 1) << name % 4;
        if (shared)
            shadow_.uses_result<true>(thread, *cells, bytes);
        else
            shadow_.uses_result<false>(thread, *cells, bytes);
        name += in_cell;
    }
}

// An unordered store is a race, which on_global_access() has found.
void race_check::check_stale(report_kind which, unsigned thread, const announced_access &access, const cell *cells)
{
    const shadow_value base = clocks_.time().now(thread).accessed(instruction_codes_.of(access.pc), cell_access::read);
    if (cells == nullptr || !base.has_segment())
        return;
    const auto first = (uint64_t)access.address;
    for (uint64_t name = first; name < first + access.size; ++name) {
        const cell &c = shadow::of_byte(cells[name / 4 - first / 4], name);
        const shadow_value plain = c.store.load(std::memory_order_relaxed), one_piece = shadow_.writer_in(c, name);
        for (shadow_value there : {plain, one_piece})
            if (shadow_.is_of_launch(there) && (there.bytes() >> name % 4 & 1) &&
                (!shadow_.is_live<false>(there) || clocks_.is_ordered(there, thread))) // after a barrier of the grid
                conflicts_.found(which, there, base.with_bytes(1u << name % 4), there == plain, false, {name, false});
    }
}
} // namespace cpu_device
