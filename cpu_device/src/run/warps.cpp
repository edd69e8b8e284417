// SPDX-License-Identifier: MIT
#include "warps.h"

#include "../platform/source_line.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
namespace
{
const warps::lane_work &work_of(const waiting &w)
{
    return *reinterpret_cast<const warps::lane_work *>(w.value);
}

const warps::tile_work &work_of_tile(const waiting &w)
{
    return *reinterpret_cast<const warps::tile_work *>(w.value);
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
        this_core->for_others([&] { work(brought); });
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
    if (is_work(one.kind) && group != ~0u && !any_ended)
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

// Returns the lanes that continue. All lanes of a group have the same mask, so a group that an arrival completes is
// that of the lane which arrives.
unsigned warps::release_group(unsigned warp, unsigned lane, const circumstances &now)
{
    const waiting *lanes = &waits_[warp * warp_size], &one = lanes[lane];
    const unsigned group = one.mask & turns_.live[warp];
    const uint8_t kind = one.kind;
    if ((group & ~at_warp_[warp]) != 0 || !is_complete(warp, one, group, now.any_ended))
        return 0;
    if (is_work(kind))
        do_work(lanes, group);
    give_results(warp, group, now);
    if (now.following != nullptr) {
        if (orders_memory(kind)) // shuffles and votes do not
            now.following->tell(&observer::warp_syncs, warp, group);
        now.following->tell(&observer::warp_meets, warp, group, group == turns_.live[warp]);
    }
    at_warp_[warp] &= ~group;
    turns_.make_ready(warp, group);
    return group;
}

void warps::release(unsigned warp, const circumstances &now)
{
    for (unsigned rest = at_warp_[warp]; rest;) {
        const unsigned lane = lowest_bit(rest);
        rest &= rest - 1;
        if (waits_[warp * warp_size + lane].kind == (uint8_t)warp_kind::tile) {
            release_tile(warp, now);
            return;
        }
        rest &= ~release_group(warp, lane, now);
    }
}

// Whether all threads of the tile that begins with that warp wait at the call. As on a GPU, a thread that has exited is
// missed if it is its warp's first, which counts for the warp.
bool warps::tile_has_come(unsigned first, const waiting &one) const
{
    for (unsigned warp = first; warp < first + one.source; ++warp) {
        if (warp >= turns_.warps || !(turns_.live[warp] & 1) || at_warp_[warp] != turns_.live[warp])
            return false;
        for (unsigned left = at_warp_[warp]; left; left &= left - 1) {
            const waiting &other = waits_[warp * warp_size + lowest_bit(left)];
            if (other.kind != one.kind || other.source != one.source ||
                work_of_tile(other).work != work_of_tile(one).work)
                return false;
        }
    }
    return true;
}

void warps::release_tile(unsigned warp, const circumstances &now)
{
    const waiting &one = waits_[warp * warp_size + lowest_bit(at_warp_[warp])];
    const unsigned count = one.source, first = warp / count * count;
    if (!tile_has_come(first, one))
        return;
    void *brought[max_threads] = {};
    for (unsigned w = first; w < first + count; ++w)
        for (unsigned left = at_warp_[w]; left; left &= left - 1)
            brought[(w - first) * warp_size + lowest_bit(left)] =
                work_of_tile(waits_[w * warp_size + lowest_bit(left)]).mine;
    if (auto work = work_of_tile(one).work)
        this_core->for_others([&] { work(brought, count * warp_size); });
    else if (now.following != nullptr)
        now.following->tell(&observer::tile_meets, first, count, turns_.live);
    for (unsigned w = first; w < first + count; ++w) {
        const unsigned lanes = at_warp_[w];
        at_warp_[w] = 0;
        turns_.make_ready(w, lanes);
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
    asks_[warp] = polls_[warp] = 0;
    turns_.make_ready(warp, asking);
}
} // namespace cpu_device
