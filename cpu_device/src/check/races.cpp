// SPDX-License-Identifier: MIT
#include "races.h"

#include <algorithm>

namespace cpu_device
{
void race_check::prepare(launch_record &launch, size_t shared_size)
{
    begin_launch(launch);
    launch_ = &launch;
    cluster_ = nullptr;
    const bool anew = forgotten_ != times_forgotten; // then words of older launches would look like later ones
    forgotten_ = times_forgotten;
    guesses_.launch_begins();
    clocks_.launch_begins(launch, anew);
    conflicts_.launch_begins(launch);
    shadow_.launch_begins(launch, shared_size, anew);
    volatiles_.launch_begins(launch, anew);
    uninitialized_.launch_begins();
}

void race_check::block_begins(uint64_t block)
{
    conflicts_.block_begins();
    volatiles_.block_begins();
    shadow_.block_begins();
    clocks_.block_begins((uint32_t)block);
}

std::vector<finding> race_check::block_ends(bool broken)
{
    conflicts_.finish_last_store();
    conflicts_.last_store().none_comes();
    if (!broken) // else the missing stores may have been still to come
        uninitialized_.report();
    uninitialized_.forget();
    return conflicts_.block_ends();
}

// --- what orders ---

void race_check::barrier(const char *file, int line)
{
    conflicts_.finish_last_store();
    uninitialized_.report();
    conflicts_.passes_barrier(file, line);
    clocks_.barrier();
}

// What all blocks did before it is ordered like an earlier launch.
void race_check::grid_barrier(uint32_t first_segment)
{
    conflicts_.last_store().none_comes();
    clocks_.grid_barrier(first_segment);
}

void race_check::warp_sync(unsigned warp, unsigned lanes)
{
    conflicts_.finish_last_store();
    clocks_.warp_sync(warp, lanes);
    volatiles_.lanes_meet(warp, lanes);
}

void race_check::fence(unsigned thread, bool of_device, fence_order order)
{
    conflicts_.finish_last_store();
    if (order != fence_order::acquire)
        volatiles_.before_fence(thread);
    clocks_.fence(thread, of_device, order);
}

void race_check::atomic_begins(unsigned thread, const void *address, bool of_block)
{
    conflicts_.finish_last_store();
    clocks_.atomic_begins(thread, address, of_block);
}

vector_clock race_check::clock_at_launch(unsigned thread)
{
    conflicts_.finish_last_store();
    return clocks_.clock_at_launch(thread);
}

// --- clusters ---

void race_check::joins_cluster(cluster_checks &all, unsigned rank)
{
    cluster_ = &all;
    of_shared().forget_all(); // other blocks would take what earlier blocks of this core left for this block's
    launch_->sync_places.fenced.becomes_true(); // then each block has a word of its own in a list
    conflicts_.joins_cluster(all, rank);
    shadow_.joins_cluster();
    uninitialized_.joins_cluster(all, rank);
}

void race_check::arrives_in_cluster(unsigned thread, bool relaxed)
{
    conflicts_.finish_last_store();
    clocks_.arrives_in_cluster(thread, relaxed, cluster_->arriving);
}

void race_check::passes_cluster_barrier(unsigned thread)
{
    conflicts_.finish_last_store();
    clocks_.passes_cluster_barrier(thread, cluster_->passed);
}

void race_check::cluster_barrier(const char *file, int line)
{
    barrier(file, line);
    clocks_.cluster_barrier(cluster_->passed);
}

void race_check::touch_in_cluster(unsigned thread, access kind, bool of_block, const char *address, size_t size,
                                  const void *pc, cell *cells, bool own)
{
    touch_global(thread, kind, of_block, address, size, pc, cells);
    if (own && (is_volatile(kind) || is_atomic(kind)))
        clocks_.flag_in_shared(thread, address, !writes(kind) || is_update(kind), writes(kind));
}

// --- accesses ---

// How the cell records an access; none: a plain store.
cell_access race_check::cell_access_of(unsigned thread, access kind, bool of_block, const char *address, uint32_t line)
{
    switch (kind) {
    case access::read: return cell_access::read;
    case access::write: clocks_.note_store(thread); return cell_access::none;
    case access::volatile_read: return cell_access::strong_read;
    case access::volatile_write: return volatiles_.flag_or_data(thread, address);
    case access::atomic: break;
    case access::exchange:
    case access::atomic_write: note_exchange_line(line); break;
    }
    return of_block ? cell_access::strong_block : cell_access::strong;
}

bool race_check::update_quickly(unsigned thread, size_t offset, size_t size, const void *pc)
{
    if (size != 4 || offset % 4 != 0 || launch_->sync_places.fenced || !of_shared().were_written(offset, 15))
        return false;
    conflicts_.finish_last_store();
    return shadow_.update_quickly(thread, offset, line_codes_.of(pc));
}

bool race_check::updates_again(const arena_page &page, cell *cells, unsigned thread, size_t size, const void *pc)
{
    if (!clocks_.atomics_order_nothing() || !shadow_.in_order().is_in_cells(page))
        return false;
    conflicts_.finish_last_store();
    const uint32_t line = line_codes_.of(pc);
    for (size_t i = 0; i < size / 4; ++i)
        if (!shadow_.updates_again(cells[i], thread, line))
            return false;
    return true;
}

void race_check::touch_shared(unsigned thread, access kind, const char *address, size_t offset, size_t size,
                              const void *pc, bool orders)
{
    if (kind == access::atomic && update_quickly(thread, offset, size, pc))
        return;
    if (kind != access::read)
        conflicts_.finish_last_store();
    const uint32_t line = line_codes_.of(pc);
    if (writes(kind) && kind != access::atomic)
        conflicts_.last_store().remember(address, size);
    else if (kind == access::read)
        guesses_.remember(thread, address, line);
    cell *cells = &of_shared().at(offset);
    if (is_volatile(kind))
        volatiles_.access_comes(thread, kind, address, *cells, {offset, true}, line);
    const cell_access what = cell_access_of(thread, kind, false, address, line);
    if (orders && (what == cell_access::strong_read || stores(what)))
        clocks_.flag_in_shared(thread, address, !writes(kind) || is_update(kind), writes(kind));
    shadow_.touch<true>(thread, what, offset, size, line, cells);
    conflicts_.forget_store_unless_racing();
    const bool written = of_shared().any_written(offset, size);
    if (writes(kind))
        of_shared().set_all_written(offset, size);
    uninitialized_.accessed(thread, kind, address, offset, size, pc, written);
}

void race_check::touch_global(unsigned thread, access kind, bool of_block, const char *address, size_t size,
                              const void *pc, cell *cells)
{
    if (kind != access::read)
        conflicts_.finish_last_store();
    if (cells == nullptr)
        return;
    const uint32_t line = line_codes_.of(pc);
    const char *looked_at = volatiles_.looked_at(thread);
    if (is_volatile(kind))
        volatiles_.access_comes(thread, kind, address, *cells, {(uint64_t)address, false}, line);
    else if (kind == access::read)
        guesses_.remember(thread, address, line);
    if (writes(kind) && !is_atomic(kind))
        conflicts_.last_store().remember(address, size);
    const cell_access what = cell_access_of(thread, kind, of_block, address, line);
    if (what == cell_access::none || what == cell_access::volatile_store)
        clocks_.note_global_store(thread);
    if (kind == access::volatile_write)
        clocks_.volatile_store(thread, address);
    else if (kind == access::volatile_read)
        clocks_.volatile_load(thread, address, looked_at);
    shadow_.touch<false>(thread, what, (uint64_t)address, size, line, cells);
    conflicts_.forget_store_unless_racing();
}

void race_check::uses_result(unsigned thread, const char *address, size_t size, cell *cells, bool shared)
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

// An unordered store is a race, which touch_global() has found.
void race_check::check_stale(report_kind which, unsigned thread, const char *address, size_t size, const void *pc,
                             const cell *cells)
{
    const word base = clocks_.now(thread).accessed(line_codes_.of(pc), cell_access::read);
    if (cells == nullptr || !base.has_segment())
        return;
    for (uint64_t name = (uint64_t)address, end = name + size; name < end; ++name) {
        const cell &c = shadow::of_byte(cells[name / 4 - (uint64_t)address / 4], name);
        const word plain = c.store.load(std::memory_order_relaxed), one_piece = shadow_.writer_in(c, name);
        for (word there : {plain, one_piece})
            if (shadow_.is_of_launch(there) && (there.bytes() >> name % 4 & 1) &&
                (!shadow_.is_live<false>(there) || clocks_.is_ordered(there, thread))) // after a barrier of the grid
                conflicts_.found(which, there, base.with_bytes(1u << name % 4), there == plain, false, {name, false});
    }
}
} // namespace cpu_device
