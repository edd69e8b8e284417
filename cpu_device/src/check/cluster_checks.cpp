// SPDX-License-Identifier: MIT
// The checks of accesses to the shared memory of a cluster's blocks. Those to the block's own memory come here, too,
// for other blocks may access it at the same time: all are checked like accesses of global memory.
#include "cluster_checks.h"

#include "../say/report.h"
#include "checks.h"

namespace cpu_device
{
std::atomic<bool> any_clusters{false};

// Right behind the variables, where the host thread has what no kernel accesses.
static bool is_past_static(const block_memory &memory, const char *address)
{
    constexpr size_t behind = 64; // bytes
    return memory.static_size() > 0 && memory.in_static(address) - memory.static_size() < behind;
}

unsigned cluster_checks::owner_of(const char *address) const
{
    for (unsigned rank = 0; rank < size(); ++rank)
        if (members_[rank].memory != nullptr &&
            (members_[rank].memory->holds(address) || is_past_static(*members_[rank].memory, address)))
            return rank;
    return none;
}

size_t cluster_checks::offset_in(unsigned rank, const char *address) const
{
    const member &m = members_[rank];
    const size_t offset = m.memory->in_static(address);
    return offset < m.memory->static_size() ? offset : m.dynamic_offset + m.memory->in_dynamic(address);
}

// --- by the check of one block ---

void checks::joins_cluster(cluster_checks &all, unsigned rank, uint64_t block)
{
    any_clusters = true;
    cluster_ = &all;
    rank_ = rank;
    all.of(rank) = {(uint32_t)block, &memory_, &races_.of_shared(), dynamic_offset(), false};
    races_.joins_cluster(all, rank);
    see_all(false);
}

// What is wrong with an access of the memory of that block, if anything is.
wrong checks::fits_in_block(const announced_access &what, unsigned owner) const
{
    const block_memory &memory = *cluster_->of(owner).memory;
    size_t offset = memory.in_static(what.address);
    if (offset < memory.static_size()) {
        const bool fits = memory.is_guard_variable(offset) ? owner == rank_ : memory.within_variable(offset, what.size);
        return fits ? wrong::nothing : wrong::outside_variable;
    }
    if (is_past_static(memory, what.address))
        return wrong::outside_variable;
    offset = memory.in_dynamic(what.address);
    return offset > memory.dynamic_size() || what.size > memory.dynamic_size() - offset ? wrong::outside_dynamic
                                                                                        : wrong::nothing;
}

wrong checks::access_in_cluster(unsigned thread, const announced_access &what, unsigned owner)
{
    if (const wrong is = fits_in_block(what, owner); is != wrong::nothing)
        return is;
    const block_memory &memory = *cluster_->of(owner).memory;
    if (const size_t offset = memory.in_static(what.address);
        offset < memory.static_size() && memory.is_guard_variable(offset))
        return wrong::nothing;
    if (owner != rank_)
        visit_peer(thread, what, owner);
    else if (is_atomic(what.kind) && !cluster_->signals_to(rank_).empty())
        cluster_->signals_to(rank_).erase(cluster_->offset_in(rank_, what.address));
    if (!is_atomic(what.kind)) // else atomic_begins() does it
        touch_in_cluster(thread, what, owner);
    return wrong::nothing;
}

void checks::touch_in_cluster(unsigned thread, const announced_access &what, unsigned owner)
{
    const size_t offset = cluster_->offset_in(owner, what.address);
    shared_cells &cells = *cluster_->of(owner).cells;
    const bool written = cells.any_written(offset, what.size);
    races_.touch_in_cluster(thread, what.kind, what.of_block, what.address, what.size, what.pc, &cells.at(offset),
                            owner == rank_);
    if (writes(what.kind))
        cells.set_all_written(offset, what.size);
    if (owner == rank_)
        races_.may_be_uninitialized(thread, what.kind, what.address, offset, what.size, what.pc, written);
    else if (!written && needs_value(what.kind) && !cluster_->of(owner).has_ended)
        cluster_->unwritten_of(owner).push_back(
            {word(), what.pc, writes(what.kind), is_atomic(what.kind), (uint32_t)here_.number, thread, offset});
}

// An access of another block's memory: that block must have begun, and must not have exited.
void checks::visit_peer(unsigned thread, const announced_access &what, unsigned owner)
{
    const cluster_checks::member &peer = cluster_->of(owner);
    const size_t offset = cluster_->offset_in(owner, what.address);
    cluster_checks::visit now = {races_.moment(thread),
                                 what.pc,
                                 writes(what.kind),
                                 is_atomic(what.kind),
                                 (uint32_t)here_.number,
                                 thread,
                                 offset};
    if (!races_.knows(thread, peer.block, cluster_->threads()))
        note_visit(report_kind::peer_not_begun, now, owner);
    else if (peer.has_ended)
        note_visit(report_kind::peer_exited, now, owner);
    else if (now.atomic)
        cluster_->signals_to(owner)[offset] = now;
    else
        cluster_->visit_of(owner, rank_, thread) = now;
}

void checks::note_visit(report_kind kind, const cluster_checks::visit &which, unsigned owner)
{
    finding f = {};
    f.what = kind;
    f.writes[0] = which.writes;
    f.atomic[0] = which.atomic;
    f.pc[0] = which.pc;
    f.thread[0] = which.thread;
    f.block[0] = which.block;
    f.owner = cluster_->of(owner).block;
    f.address = which.offset;
    f.add_place(finding::place_in_shared(f.owner, f.address));
    here_.launch->findings.add(f);
}

// A line for the report of an access, where the address lies in another block's shared memory.
std::string checks::of_peer(const char *address) const
{
    const unsigned owner = cluster_ == nullptr ? cluster_checks::none : cluster_->owner_of(address);
    if (owner == cluster_checks::none || owner == rank_)
        return "";
    return format("\n    That is shared memory of %s.",
                  block_in_grid(here_.launch->name, cluster_->of(owner).block).c_str());
}

// The block ends: its memory is gone. Whoever has accessed it must have done so before one of its threads exited.
void checks::leaves_cluster()
{
    auto judge = [&](const cluster_checks::visit &v) {
        bool ordered = !v.when.has_segment();
        for (unsigned t = 0; t < cluster_->threads() && !ordered; ++t)
            ordered = races_.is_ordered(v.when, t);
        if (!ordered)
            note_visit(report_kind::peer_exited, v, rank_);
    };
    for (const cluster_checks::visit &v : cluster_->visits_of(rank_))
        judge(v);
    for (const auto &[offset, v] : cluster_->signals_to(rank_))
        judge(v);
    cluster_->of(rank_).has_ended = true;
}

// All blocks of the cluster have run to their ends: whoever was to write there has done so.
void checks::cluster_ends()
{
    for (unsigned owner = 0; owner < cluster_->size(); ++owner) {
        const cluster_checks::member &m = cluster_->of(owner);
        for (const cluster_checks::visit &v : cluster_->unwritten_of(owner))
            if (v.block == m.block ? !races_.others_store(m.cells->at(v.offset), v.offset, m.block)
                                   : !m.cells->any_written(v.offset, 1))
                note_visit(report_kind::uninitialized_shared, v, owner);
    }
}
} // namespace cpu_device
