// SPDX-License-Identifier: MIT
#include "cluster_accesses.h"

namespace cpu_device
{
// What is wrong with an access of the memory of that block, if anything is.
access_error cluster_accesses::fits_in_block(const running_block &here, const announced_access &access,
                                             unsigned owner) const
{
    const block_memory &memory = *here.cluster->of(owner).memory;
    size_t offset = memory.in_static(access.address);
    if (offset < memory.static_size()) {
        const bool fits =
            memory.is_guard_variable(offset) ? owner == here.rank : memory.within_variable(offset, access.size);
        return fits ? access_error::nothing : access_error::outside_variable;
    }
    if (is_past_static(memory, access.address))
        return access_error::outside_variable;
    offset = memory.in_dynamic(access.address);
    return offset > memory.dynamic_size() || access.size > memory.dynamic_size() - offset
               ? access_error::outside_dynamic
               : access_error::nothing;
}

access_error cluster_accesses::begins(const running_block &here, unsigned thread, const announced_access &access,
                                      unsigned owner)
{
    if (const access_error error = fits_in_block(here, access, owner); error != access_error::nothing)
        return error;
    const block_memory &memory = *here.cluster->of(owner).memory;
    if (const size_t offset = memory.in_static(access.address);
        offset < memory.static_size() && memory.is_guard_variable(offset))
        return access_error::nothing;
    if (owner != here.rank)
        visit_peer(here, thread, access, owner);
    else if (is_atomic(access.kind) && !here.cluster->signals_to(here.rank).empty())
        here.cluster->signals_to(here.rank).erase(here.cluster->offset_in(here.rank, access.address));
    if (!is_atomic(access.kind)) // else atomic_begins() does it
        on_access(here, thread, access, owner);
    return access_error::nothing;
}

void cluster_accesses::on_access(const running_block &here, unsigned thread, const announced_access &access,
                                 unsigned owner)
{
    const size_t offset = here.cluster->offset_in(owner, access.address);
    shared_cells &cells = *here.cluster->of(owner).cells;
    const bool written = cells.any_written(offset, access.size);
    races_.on_access_in_cluster(thread, access, &cells.at(offset), owner == here.rank);
    if (writes(access.kind))
        cells.set_all_written(offset, access.size);
    if (owner == here.rank)
        races_.may_be_uninitialized(thread, access, offset, written);
    else if (!written && needs_value(access.kind) && !here.cluster->of(owner).has_ended)
        here.cluster->unwritten_of(owner).push_back({shadow_value(), access.pc, writes(access.kind),
                                                     is_atomic(access.kind), (uint32_t)here.number, thread, offset});
}

// An access of another block's memory: that block must have begun, and must not have exited.
void cluster_accesses::visit_peer(const running_block &here, unsigned thread, const announced_access &access,
                                  unsigned owner)
{
    const cluster_checks::member &peer = here.cluster->of(owner);
    const size_t offset = here.cluster->offset_in(owner, access.address);
    cluster_checks::visit now = {races_.clocks().time().now(thread),
                                 access.pc,
                                 writes(access.kind),
                                 is_atomic(access.kind),
                                 (uint32_t)here.number,
                                 thread,
                                 offset};
    if (!races_.knows(thread, peer.block, here.cluster->threads()))
        note_visit(here, report_kind::peer_not_begun, now, owner);
    else if (peer.has_ended)
        note_visit(here, report_kind::peer_exited, now, owner);
    else if (now.atomic)
        here.cluster->signals_to(owner)[offset] = now;
    else
        here.cluster->visit_of(owner, here.rank, thread) = now;
}

void cluster_accesses::note_visit(const running_block &here, report_kind kind, const cluster_checks::visit &which,
                                  unsigned owner)
{
    finding f = {};
    f.kind = kind;
    f.writes[0] = which.writes;
    f.atomic[0] = which.atomic;
    f.pc[0] = which.pc;
    f.thread[0] = which.thread;
    f.block[0] = which.block;
    f.owner = here.cluster->of(owner).block;
    f.address = which.offset;
    f.add_place(finding::place_in_shared(f.owner, f.address));
    here.launch->findings.add(f);
}

// The block ends, and its memory with it: other blocks must have accessed it before one of its threads exited.
void cluster_accesses::block_leaves(const running_block &here)
{
    auto judge = [&](const cluster_checks::visit &v) {
        bool ordered = false;
        for (unsigned t = 0; t < here.cluster->threads() && !ordered; ++t)
            ordered = races_.is_ordered(v.when, t);
        if (!ordered)
            note_visit(here, report_kind::peer_exited, v, here.rank);
    };
    for (const cluster_checks::visit &v : here.cluster->visits_of(here.rank))
        judge(v);
    for (const auto &[offset, v] : here.cluster->signals_to(here.rank))
        judge(v);
    here.cluster->of(here.rank).has_ended = true;
}

// All blocks of the cluster have ended, so no write is still to come.
void cluster_accesses::cluster_ends(const running_block &here)
{
    for (unsigned owner = 0; owner < here.cluster->size(); ++owner) {
        const cluster_checks::member &m = here.cluster->of(owner);
        for (const cluster_checks::visit &v : here.cluster->unwritten_of(owner))
            if (v.block == m.block ? !races_.others_store(m.cells->at(v.offset), v.offset, m.block)
                                   : !m.cells->any_written(v.offset, 1))
                note_visit(here, report_kind::uninitialized_shared, v, owner);
    }
}
} // namespace cpu_device
