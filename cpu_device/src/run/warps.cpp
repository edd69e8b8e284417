// SPDX-License-Identifier: MIT
#include "warps.h"

namespace cpu_device
{
namespace
{
const warps::lane_work &work_of(const waiting &w)
{
    return *reinterpret_cast<const warps::lane_work *>(w.value);
}

bool same_work(const waiting &a, const waiting &b)
{
    return same_place(a, b) && work_of(a).work == work_of(b).work;
}

// The last lane to arrive does the work for all. A lane that an illegal access has ended has no value.
void do_work(const waiting *lanes, unsigned group)
{
    void *brought[warp_size] = {};
    for (unsigned left = group; left; left &= left - 1)
        brought[lowest_bit(left)] = work_of(lanes[lowest_bit(left)]).mine;
    if (auto work = work_of(lanes[lowest_bit(group)]).work)
        work(brought);
}
} // namespace

const char *work_name(uint8_t kind)
{
    static const char *const names[] = {"load_matrix_sync()", "store_matrix_sync()", "mma_sync()"};
    return names[kind - (uint8_t)warp_kind::load_matrix];
}

// What a lane gets from the call that `group` makes together. Of a lane that takes no part a shuffle gets 0, as on an
// H100; with a seed, a value that is hardly right by chance.
uint64_t warps::value_for(unsigned warp, unsigned lane, unsigned group, uint64_t ballot, const circumstances &now) const
{
    const waiting *lanes = &waits_[warp * warp_size], &one = lanes[lane];
    if (one.kind == (uint8_t)warp_kind::ballot)
        return ballot;
    if (group >> one.source & 1)
        return lanes[one.source].value;
    if (one.kind != (uint8_t)warp_kind::shuffle)
        return one.value;
    if (now.following != nullptr && !now.any_ended)
        now.launch.shuffled.add(now.block, {warp * warp_size + lane, one.source, !(turns_.live[warp] >> one.source & 1),
                                            one.file, one.line});
    return now.launch.seed * 0x9e3779b97f4a7c15;
}

bool warps::is_complete(unsigned warp, const waiting &one, unsigned group, bool any_ended) const
{
    const waiting *lanes = &waits_[warp * warp_size];
    if ((group & ~at_warp_[warp]) != 0 || (is_work(one.kind) && group != ~0u && !any_ended))
        return false;
    for (unsigned left = group; left; left &= left - 1) {
        const waiting &other = lanes[lowest_bit(left)];
        if (other.mask != one.mask ||
            (other.kind != one.kind && !(orders_memory(other.kind) && orders_memory(one.kind))) ||
            (is_work(one.kind) && !same_work(one, other)))
            return false;
    }
    return true;
}

void warps::give_results(unsigned warp, unsigned group, const circumstances &now)
{
    waiting *lanes = &waits_[warp * warp_size];
    uint64_t results[warp_size], ballot = 0;
    for (unsigned left = group; left; left &= left - 1)
        ballot |= (uint64_t)(lanes[lowest_bit(left)].value != 0) << lowest_bit(left);
    for (unsigned left = group; left; left &= left - 1)
        results[lowest_bit(left)] = value_for(warp, lowest_bit(left), group, ballot, now);
    for (unsigned left = group; left; left &= left - 1)
        lanes[lowest_bit(left)].value = results[lowest_bit(left)];
}

void warps::release(unsigned warp, const circumstances &now)
{
    const waiting *lanes = &waits_[warp * warp_size];
    for (unsigned rest = at_warp_[warp]; rest;) {
        const waiting &one = lanes[lowest_bit(rest)];
        const unsigned group = one.mask & turns_.live[warp];
        const uint8_t kind = one.kind;
        rest &= rest - 1;
        if (!is_complete(warp, one, group, now.any_ended))
            continue;
        rest &= ~group;
        if (is_work(kind))
            do_work(lanes, group);
        give_results(warp, group, now);
        if (now.following != nullptr) // shuffles and votes order no memory
            now.following->warp_meets(warp, group, group == turns_.live[warp], orders_memory(kind));
        at_warp_[warp] &= ~group;
        turns_.make_ready(warp, group);
    }
}

void warps::ask_active(unsigned thread, const void *pc)
{
    const unsigned bit = 1u << thread % warp_size;
    waits_[thread] = {static_cast<const char *>(pc), 0, false, (uint8_t)warp_kind::active, bit, 0, 0};
    asks_[thread / warp_size] |= bit;
    not_ready(thread);
}

void warps::answer_active(unsigned warp)
{
    waiting *lanes = &waits_[warp * warp_size];
    unsigned asking = asks_[warp];
    for (unsigned rest = asking; rest; rest &= rest - 1) {
        waiting &one = lanes[lowest_bit(rest)];
        for (unsigned others = asking; others; others &= others - 1)
            one.value |= (uint64_t)(one.file == lanes[lowest_bit(others)].file) << lowest_bit(others);
    }
    asks_[warp] = 0;
    turns_.make_ready(warp, asking);
}
} // namespace cpu_device
