// SPDX-License-Identifier: MIT
#include "conflicts.h"

#include <algorithm>
#include <utility>

#include "../settings.h"
#include "meetings.h"

namespace cpu_device
{
void conflicts::launch_begins(launch_record &launch)
{
    launch_ = &launch;
    cluster_ = nullptr;
    last_store_.launch_begins();
}

std::vector<finding> conflicts::block_ends()
{
    return std::exchange(found_, {});
}

// --- two accesses ---

// Whether two accesses of the same bytes by different threads conflict. The last two arguments: whether they are plain
// stores.
bool conflicts::conflict(shadow_value there, shadow_value now, bool there_stores, bool now_stores) const
{
    if (there_stores || now_stores)
        return true;
    cell_access a = there.access(), b = now.access();
    if (a > b)
        std::swap(a, b);
    bool same_block = there.reach() != reach::grid && segment_of(there).block == clocks_.time().block();
    switch (a) {
    case cell_access::plain_store: return false;
    case cell_access::read: return b >= cell_access::volatile_store;
    case cell_access::strong_read:
        return (b == cell_access::volatile_store && same_block) || (b == cell_access::strong_block && !same_block);
    case cell_access::volatile_store:
        return b == cell_access::all || (b == cell_access::strong_block && !same_block) ||
               same_block; // else see check_unfenced_read()
    case cell_access::strong: return b == cell_access::all || (b == cell_access::strong_block && !same_block);
    case cell_access::strong_block: return b == cell_access::all || !same_block;
    case cell_access::all: return true;
    }
    return false;
}

void conflicts::check_against(shadow_value there, shadow_value now, bool there_stores, bool now_stores, unsigned thread,
                              const accessed_place &at)
{
    if (!there_stores && !now_stores && stores(there.access()) && volatile_instructions.has(there.instruction())) {
        if (there.thread() == thread && segment_of(there).block == clocks_.time().block()) {
            check_own_volatile_store(there, now, at);
            return;
        }
        if (now.access() == cell_access::strong_read)
            check_unfenced_read(there, now, thread, at);
    }
    if (!conflict(there, now, there_stores, now_stores) || clocks_.is_ordered(there, thread, at.in))
        return;
    const segment &s = segment_of(there);
    auto kind = at.shared                                                           ? report_kind::race_on_shared
                : s.block == clocks_.time().block() && there.reach() != reach::grid ? report_kind::race_in_block
                                                                                    : report_kind::race_between_blocks;
    bool there_writes = there_stores || stores(there.access());
    bool now_writes = now_stores || now.access() == cell_access::volatile_store || now.access() == cell_access::strong;
    // An atomic operation such as atomicAdd() also reads, so it matters which of the two came first.
    const bool there_reads = there.access() >= cell_access::strong && !there_stores &&
                             !volatile_instructions.has(there.instruction()) &&
                             !exchange_instructions.has(there.instruction());
    if (there_writes && now_writes && !there_reads && last_store_.is_remembered())
        racing_.push_back({kind, there, now, there_stores, now_stores, at});
    else
        found(kind, there, now, there_stores, now_stores, at);
}

// The other threads that the shadow value stands for have read what this thread has stored, and may read it again.
void conflicts::check_own_volatile_store(shadow_value there, shadow_value now, const accessed_place &at)
{
    if (now.access() == cell_access::volatile_store && there.reach() != reach::one && there.reach() != reach::grid)
        found(at.shared ? report_kind::race_on_shared : report_kind::race_in_block,
              there.with_access(cell_access::strong_read), now, false, false, at);
}

// A volatile load reads what another thread has stored. That is no race. But if the reader has already read something
// that the writer stored later, it relies on the order of the two stores, which only a fence keeps. Loads that read
// such places in any case are polls, and are not reported.
void conflicts::check_unfenced_read(shadow_value there, shadow_value now, unsigned thread, const accessed_place &at)
{
    if (at.shared || clocks_.is_ordered(there, thread, at.in))
        return;
    if (clocks_.has_seen_later_store(there, thread))
        found(report_kind::volatile_without_fence, there, now, false, false, at);
    else
        note_poll(now.instruction());
}

void conflicts::note_poll(uint32_t instruction)
{
    if (std::find(polls_.begin(), polls_.end(), instruction) == polls_.end()) {
        polls_.push_back(instruction);
        launch_->findings.add_poll(pc_of_instruction(instruction));
    }
}

void conflicts::passes_barrier(const char *file, int line)
{
    auto same = [=](const passed_barrier &b) { return b.line == line && b.file == file; };
    auto at = std::find_if(passed_.begin(), passed_.end(), same);
    if (at == passed_.end())
        at = passed_.insert(at, {file, line, 0});
    ++at->times;
    after_ = *at;
}

void conflicts::found(report_kind kind, shadow_value there, shadow_value now, bool there_stores, bool now_stores,
                      const accessed_place &at)
{
    finding f = {};
    f.kind = kind;
    const shadow_value values[2] = {there, now};
    const bool plain[2] = {there_stores, now_stores};
    for (int i = 0; i < 2; ++i) {
        cell_access d = values[i].access(), other = values[1 - i].access();
        // of an access that reads and stores, the part that conflicts
        bool reads = d == cell_access::all && !plain[1 - i] && stores(other) && other != cell_access::all;
        const segment &s = segment_of(values[i]);
        f.pc[i] = pc_of_instruction(values[i].instruction());
        f.is_volatile[i] = !plain[i] && !reads && volatile_instructions.has(values[i].instruction());
        f.writes[i] = plain[i] || (stores(d) && !reads);
        f.atomic[i] = f.writes[i] && !plain[i] && !f.is_volatile[i];
        f.of_block[i] = d == cell_access::strong_block && !plain[i];
        f.thread[i] = values[i].thread();
        f.block[i] = s.block;
    }
    f.across_warps =
        f.block[0] != f.block[1] || f.thread[0] / warp_size != f.thread[1] / warp_size || there.reach() >= reach::block;
    // The shadow value stands for several threads, and the one it names is not in the race: it is this thread, is
    // ordered before it, or is in this block where the race is between blocks. Then the report says "some other".
    const bool of_grid = there.reach() == reach::grid, same_block = f.block[0] == f.block[1];
    if (!is_stale(kind) &&
        ((same_block && (of_grid || f.thread[0] == f.thread[1])) ||
         (there.reach() != reach::one && clocks_.is_ordered(there.with_reach(reach::one), now.thread())))) {
        if (of_grid)
            f.block[0] = finding::some_other;
        f.thread[0] = finding::some_other;
    }
    f.address = at.name;
    const bool distributed = cluster_ != nullptr && in_cluster(f);
    if (f.kind == report_kind::race_on_shared || f.kind == report_kind::race_in_block)
        f.after = after_;
    if (kind == report_kind::race_between_blocks && clocks_.lacks_acquire(there, now.thread()))
        f.lacks_acquire[1] = true;
    if (kind == report_kind::race_between_blocks)
        f.in_one_cluster = cluster_ != nullptr && cluster_->has(f.block[0]) && cluster_->has(f.block[1]);
    f.may_lock = program_compares_and_swaps() || launch_->synced.fenced;
    f.sort();
    if (distributed)
        f.add_place(finding::place_in_shared(f.owner, f.address));
    else
        f.add_place(at.shared ? finding::place_in_shared(clocks_.time().block(), at.name) : at.name & ~(uint64_t)3);
    add(f);
}

// Whether the memory is shared memory of the cluster. Then the finding names it so.
bool conflicts::in_cluster(finding &f) const
{
    const auto address = reinterpret_cast<const char *>(f.address);
    const unsigned owner = cluster_->owner_of(address);
    if (owner == cluster_checks::none)
        return false;
    f.kind = f.kind == report_kind::race_in_block && owner == rank_ ? report_kind::race_on_shared
                                                                    : report_kind::race_in_cluster;
    f.owner = cluster_->of(owner).block;
    f.address = cluster_->offset_in(owner, address);
    return true;
}

void conflicts::add(const finding &f)
{
    if (merge(found_, f))
        launch_->findings.add(f);
}

// --- accesses of other launches ---

// For two launches that descend from one launch by the host: whether the accesses of the other's shadow value happen
// before this launch, which runs later. A child is ordered after what its parent's thread was ordered after at the
// launch.
bool conflicts::comes_before_this(const launch_place &other, shadow_value there) const
{
    for (const child_of *mine = launch_->child.get(); mine != nullptr; mine = mine->of.get())
        if (mine->parent == other.number)
            return mine->tail || happened_before_launch(mine->clock, there);
    // The two descend from different children of one kernel.
    for (const child_of *its = other.child.get(); its != nullptr; its = its->of.get())
        for (const child_of *mine = launch_->child.get(); mine != nullptr; mine = mine->of.get())
            if (its->parent == mine->parent && its != mine)
                return (mine->tail && !its->tail) ||
                       (its->stream == mine->stream && !mine->own_stream && its->sequence < mine->sequence);
    return true;
}

bool conflicts::is_unordered_read(shadow_value there, shadow_value now) const
{
    if (launch_->child == nullptr || !there.is_since(clocks_.time().first().of_launch) || there.is_link() ||
        there.access() != cell_access::read || now.access() != cell_access::read)
        return false;
    const launch_place other = place_of_launch(segment_of(there).launch);
    return other.number != 0 && other.work == launch_->work && other.stream == launch_->stream &&
           !comes_before_this(other, there);
}

void conflicts::check_stream(shadow_value there, shadow_value now, bool there_stores, bool now_stores,
                             const accessed_place &at)
{
    if (!there.is_since(clocks_.time().first().of_launch) || there.is_link())
        return;
    const bool there_writes = there_stores || stores(there.access()), now_writes = now_stores || stores(now.access());
    const bool there_plain = there_stores || there.access() == cell_access::read || there.access() == cell_access::all;
    const bool now_plain = now_stores || now.access() == cell_access::read;
    if (!(there_writes || now_writes) || !(there_plain || now_plain))
        return;
    const uint32_t number = segment_of(there).launch;
    if (number == launch_->number)
        return;
    const launch_place other = place_of_launch(number);
    if (other.number == 0)
        return;
    const bool family = other.work == launch_->work && other.stream == launch_->stream;
    if (family ? comes_before_this(other, there) : clocks_.primary().is_after(other.stream, other.work, now.thread()))
        return;
    const heard_of_launch heard = family ? heard_of_launch() : heard_of(*launch_, other);
    if (heard.everything || was_released(heard.released, there))
        return;
    const bool did_not_wait = !family && launch_->comes_after.includes(other.stream, other.work);
    launch_->findings.add({{number, launch_->number},
                           {other.name, launch_->name},
                           {pc_of_instruction(there.instruction()), pc_of_instruction(now.instruction())},
                           {there_writes, now_writes},
                           at.name,
                           family,
                           meet_in_vain(launch_->number, number),
                           heard.meet,
                           did_not_wait ? launch_->number : 0});
}

// --- stores: whether they change the value ---

void conflicts::report_if_changed()
{
    if (!racing_.empty() && (setting.same_value || last_store_.changed_value()))
        for (const race &r : racing_)
            found(r.kind, r.there, r.now, r.there_stores, r.now_stores, r.at);
    last_store_.forget();
    racing_.clear();
}
} // namespace cpu_device
