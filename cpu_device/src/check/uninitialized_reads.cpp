// SPDX-License-Identifier: MIT
#include "uninitialized_reads.h"

#include <algorithm>

#include "../memory/block_memory.h"
#include "unwritten_memory.h"

namespace cpu_device
{
// If a part of what is read was written, the rest may be padding. Bytes other than the poison were written by code that
// does not call the checks: a library, or the compiler's own copy of a returned struct.
void uninitialized_reads::accessed(unsigned thread, const announced_access &announced, size_t offset, bool written)
{
    const access kind = announced.kind;
    if (kind == access::exchange && !exchanged_.empty())
        exchanged_.erase(thread);
    if ((!needs_value(kind) && kind != access::exchange) || written ||
        !std::all_of(announced.address, announced.address + announced.size,
                     [](char byte) { return (unsigned char)byte == poison; }))
        return;
    one_read r = {offset, announced.pc, thread, is_atomic(kind), kind == access::volatile_read, false};
    for (shadow_value w : stores_of_others(r))
        r.of_copy |= clocks_.is_ordered(w, thread);
    if (kind == access::exchange)
        exchanged_[thread] = r;
    else
        all_.push_back(r);
}

void uninitialized_reads::uses_exchanged(unsigned thread)
{
    if (const auto found = exchanged_.find(thread); found != exchanged_.end()) {
        if (in_kernel_itself(found->second.pc))
            all_.push_back(found->second);
        exchanged_.erase(found);
    }
}

std::vector<shadow_value> uninitialized_reads::stores_of_others(const one_read &r) const
{
    const cell &c = shadow::of_byte(shadow_.of_shared().at(r.offset), r.offset);
    std::vector<shadow_value> all;
    for (shadow_value w : {c.store.load(std::memory_order_relaxed), shadow_.writer_in(c, r.offset)})
        if (shadow_.is_live<true>(w) && segment_of(w).epoch == clocks_.time().epoch() && w.thread() != r.thread &&
            !(r.atomic && w.access() >= cell_access::strong && !volatile_instructions.has(w.instruction())) &&
            !(r.is_volatile && w.access() >= cell_access::volatile_store &&
              w.thread() / warp_size != r.thread / warp_size))
            all.push_back(w);
    return all;
}

// If another thread wrote there in this epoch, the two raced, which is reported already.
void uninitialized_reads::report()
{
    for (const one_read &r : all_) {
        if (!r.of_copy && !stores_of_others(r).empty())
            continue;
        if (cluster_ != nullptr)
            cluster_->unwritten_of(rank_).push_back(
                {shadow_value{}, r.pc, false, r.atomic, clocks_.time().block(), r.thread, r.offset});
        else
            add(r);
    }
    forget();
}

bool uninitialized_reads::others_store(const cell &c, size_t offset, uint32_t block) const
{
    const shadow_value plain = shadow::of_byte(c, offset).store.load(std::memory_order_relaxed);
    for (shadow_value w : {plain, shadow_.writer_in(c, offset)})
        if (shadow_.is_live<false>(w) && segment_of(w).block != block)
            return true;
    return false;
}

void uninitialized_reads::add(const one_read &r)
{
    finding f = {};
    f.kind = report_kind::uninitialized_shared;
    f.pc[0] = r.pc;
    f.thread[0] = r.thread;
    f.block[0] = f.owner = clocks_.time().block();
    f.address = r.offset;
    f.add_place(finding::place_in_shared(clocks_.time().block(), r.offset));
    conflicts_.add(f);
}
} // namespace cpu_device
