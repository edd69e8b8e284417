// SPDX-License-Identifier: MIT
#include "volatiles.h"

#include <algorithm>
#include <iterator>

#include "../limits.h"

namespace cpu_device
{
volatile_accesses::volatile_accesses(block_clocks &clocks, conflicts &pairs, const shadow &recorded)
    : clocks_(clocks), conflicts_(pairs), shadow_(recorded), latest_(new latest[max_threads])
{
}

void volatile_accesses::launch_begins(launch_record &launch, bool anew)
{
    launch_ = &launch;
    if (anew)
        std::fill_n(latest_.get(), max_threads, latest());
}

void volatile_accesses::block_begins()
{
    if (any_)
        std::fill_n(latest_.get(), max_threads, latest());
    any_ = false;
}

void volatile_accesses::before_fence(unsigned thread)
{
    latest_[thread].released = clocks_.has_stored(thread) ? clocks_.time().epoch_number() : 0;
    latest_[thread].forget_flags();
}

void volatile_accesses::lanes_meet(unsigned warp, unsigned lanes)
{
    for (unsigned rest = any_ ? lanes : 0; rest; rest &= rest - 1)
        latest_[warp * warp_size + (unsigned)__builtin_ctz(rest)].forget_flags();
}

// It sets a flag if a fence lies between what the thread stored before and this. A thread may set several flags in a
// row, but what it stores to again is data.
cell_access volatile_accesses::flag_or_data(unsigned thread, const char *address)
{
    any_ = true;
    latest &l = latest_[thread];
    if (clocks_.has_stored(thread) || std::find(l.flags, std::end(l.flags), address) != std::end(l.flags)) {
        clocks_.note_store(thread);
        return cell_access::volatile_store;
    }
    l.flags[l.set_flags++ % latest::most_flags] = address;
    return cell_access::strong;
}

void volatile_accesses::access_comes(unsigned thread, access kind, const char *address, const cell &c,
                                     const accessed_place &at, uint32_t instruction)
{
    launch_->synced.volatiles.becomes_true();
    volatile_instructions.add(instruction);
    if (kind == access::volatile_read) {
        load_comes(thread, address, c, at, instruction);
        return;
    }
    latest &l = latest_[thread];
    if (l.released == clocks_.time().epoch_number() && l.set_flags == 0 && !clocks_.has_stored(thread))
        conflicts_.note_poll(instruction); // it sets a flag; it stores no data
    if (l.looked_at == address)
        look_for_lost_update(thread, c, at, instruction);
}

// A load by the same instruction as before, in one epoch or before anything was stored there, polls.
void volatile_accesses::load_comes(unsigned thread, const char *address, const cell &c, const accessed_place &at,
                                   uint32_t instruction)
{
    latest &l = latest_[thread];
    any_ = true;
    const shadow_value writer = shadow_.writer_in(c, at.name);
    const bool own = writer.thread() == thread && segment_of(writer).block == clocks_.time().block();
    look *slot = std::find_if(l.looks, std::end(l.looks),
                              [&](const look &k) { return k.address == address && k.instruction == instruction; });
    if (slot == std::end(l.looks))
        slot = &l.looks[l.next_look++ % latest::most_looks];
    else if ((slot->epoch == clocks_.time().epoch_number() || slot->unset) && !own)
        conflicts_.note_poll(instruction);
    *slot = {address, instruction, clocks_.time().epoch_number(), !at.shared && writer.empty()};
    l.looked_at = address;
    l.version = writer;
}

// A volatile load, then a volatile store to the same place: a store by another thread of the block in between is lost.
void volatile_accesses::look_for_lost_update(unsigned thread, const cell &c, const accessed_place &at,
                                             uint32_t instruction)
{
    latest &l = latest_[thread];
    l.looked_at = nullptr;
    const shadow_value writer = shadow_.writer_in(c, at.name);
    if (writer.same_instruction_and_timestamp(l.version) || !writer.is_since(clocks_.time().first().of_block) ||
        segment_of(writer).block != clocks_.time().block() || writer.access() == cell_access::volatile_store ||
        writer.thread() == thread || clocks_.is_ordered(writer, thread))
        return;
    conflicts_.loses_update(writer, clocks_.time().now(thread).accessed(instruction, cell_access::strong), at);
}
} // namespace cpu_device
