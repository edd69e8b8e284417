// SPDX-License-Identifier: MIT
#include "clocks.h"

#include <algorithm>

#include "clock_keys.h"

namespace cpu_device
{
block_clocks::block_clocks() : thread_clocks_(max_threads) {}

void block_clocks::launch_begins(launch_record &launch, bool anew)
{
    lanes_.launch_begins();
    time_.launch_begins(launch, anew);
    primary_.launch_begins(launch);
    if (anew)
        stores_.forget();
    launch_ = &launch;
    met_when_coarse_.fill(nullptr);
    fences_ = program_has_fences(); // a cluster's barrier counts as one
    block_scope_ = program_has_block_scope();
    by_lanes_ = program_syncs_lanes();
    several_streams_ = several_streams;
    budget_.begin(block_scope_);
}

void block_clocks::block_begins(uint32_t block)
{
    spare_nodes_.use();
    of_device_.reset();
    primary_.block_begins();
    covered_ = 0;
    fenced_ = volatile_stores_ = false;
    for (unsigned t : listed_threads_) {
        thread_clocks fresh;
        fresh.observations.swap(thread_clocks_[t].observations); // for their memory
        fresh.observations.clear();
        thread_clocks_[t] = std::move(fresh);
    }
    listed_threads_.clear();
    block_acquired_ = block_observed_unfenced_ = vector_clock();
    flags_.clear();
    time_.block_begins(block);
    lanes_.epoch_begins();
    stores_.epoch_begins();
}

// --- what orders ---

void block_clocks::barrier()
{
    for (unsigned thread : listed_threads_) {
        observe_volatile_reads(thread);
        thread_clocks &t = thread_clocks_[thread];
        for (vector_clock *k : {&t.acquired, &t.observed, &t.observed_in_block}) {
            block_acquired_.join(*k);
            *k = vector_clock();
        }
        t.acquired_in_block = vector_clock();
        t.has_fenced = false;
        block_observed_unfenced_.join(t.observed_unfenced);
        t.observed_unfenced = vector_clock();
        t.released_is_current = false;
    }
    flags_.clear();
    primary_.barrier();
    // A fence covers what its thread is ordered after, which is all before the last barrier.
    if (fenced_)
        covered_ = std::max(covered_, time_.epoch());
    if (covered_ == time_.epoch() && !stores_.any_global())
        covered_ = time_.epoch() + 1;
    fenced_ = false;
    time_.barrier();
    lanes_.epoch_begins();
    stores_.epoch_begins();
}

// What all blocks did before it is ordered like an earlier launch.
void block_clocks::grid_barrier(uint32_t first_segment)
{
    primary_.block_hears();
    time_.grid_barrier(first_segment);
    lanes_.epoch_begins();
}

void block_clocks::warp_sync(unsigned warp, unsigned lanes)
{
    lanes_.meet(warp, lanes);
    share_what_lanes_acquired(warp, lanes);
    primary_.lanes_hear(warp, lanes);
}

// The lanes that meet share what each of them has acquired, and what its fence covers.
void block_clocks::share_what_lanes_acquired(unsigned warp, unsigned lanes)
{
    vector_clock clock, in_block;
    for_each_lane(warp, lanes, [&](unsigned t) {
        thread_clocks &lane = thread_clocks_[t];
        clock.join(lane.acquired);
        in_block.join(lane.acquired_in_block);
        if (!lane.has_fenced)
            return;
        lane.has_fenced = false;
        auto add_fence = [&](vector_clock &k, const timestamp_of_fence &fence) {
            if (fence.epoch != time_.epoch())
                return;
            k.join(key_of(time_.block(), t), point_of(fence.epoch, fence.clock));
            if (fence.epoch > 0)
                k.join(key_of(time_.block()), fence.epoch);
        };
        add_fence(clock, lane.fenced);
        add_fence(in_block, lane.block_fenced);
    });
    for_each_lane(warp, lanes, [&](unsigned t) {
        stores_.fence(t, false, time_.epoch_number());
        if (!clock.empty() || !in_block.empty()) {
            thread_clocks &lane = listed_clocks(t);
            lane.acquired = clock;
            lane.acquired_in_block = in_block;
            lane.released_is_current = false;
        }
    });
}

void block_clocks::tile_sync(unsigned first_warp, unsigned warps, const unsigned *live)
{
    const uint64_t before = vector_clock::steps_made();
    vector_clock clock, in_block;
    for (unsigned warp = first_warp; warp < first_warp + warps; ++warp)
        for_each_lane(warp, live[warp], [&](unsigned t) {
            if (lanes_.is_partial() || (t & (warp_size - 1)) == (unsigned)__builtin_ctz(live[warp]))
                lanes_.join(clock, t);
            clock.join(thread_clocks_[t].acquired);
            in_block.join(thread_clocks_[t].acquired_in_block);
        });
    for (unsigned warp = first_warp; warp < first_warp + warps; ++warp)
        for_each_lane(warp, live[warp], [&](unsigned t) {
            primary_.may_hear(t);
            thread_clocks &lane = listed_clocks(t);
            lane.acquired = clock;
            lane.acquired_in_block = in_block;
            lane.released_is_current = false;
        });
    pay_for_steps(before);
}

vector_clock block_clocks::clock_at_launch(unsigned thread)
{
    vector_clock clock = thread_clocks_[thread].acquired;
    clock.join(block_acquired_);
    if (time_.epoch() > 0)
        clock.join(key_of(time_.block()), time_.epoch());
    clock.join(key_of(time_.block(), thread), point_of(time_.epoch(), time_.clock(thread)));
    lanes_.join(clock, thread);
    time_.tick(thread);
    return clock;
}

// A point that no access has: of a thread that has begun, and nothing more.
static constexpr uint64_t begun = 1;

void block_clocks::arrives_in_cluster(unsigned thread, bool relaxed, vector_clock &released)
{
    observe_volatile_reads(thread);
    thread_clocks &t = listed_clocks(thread);
    if (relaxed) {
        released.join(key_of(time_.block(), thread), begun);
    } else {
        for (vector_clock *k : {&t.acquired, &t.acquired_in_block, &t.observed, &t.observed_in_block, &block_acquired_})
            released.join(*k);
        if (time_.epoch() > 0)
            released.join(key_of(time_.block()), time_.epoch());
        released.join(key_of(time_.block(), thread), point_of(time_.epoch(), time_.clock(thread)));
        lanes_.join(released, thread);
    }
    t.released_is_current = false;
    time_.tick(thread);
}

void block_clocks::passes_cluster_barrier(unsigned thread, const vector_clock &released)
{
    thread_clocks &t = listed_clocks(thread);
    t.acquired.join(released);
    t.released_is_current = false;
    primary_.may_hear(thread);
}

bool happened_before_launch(const vector_clock &clock, shadow_value there)
{
    const segment &s = segment_of(there);
    if (s.epoch < clock[key_of(s.block)])
        return true;
    const uint64_t point = point_of(s.epoch, s.clock);
    switch (there.reach()) {
    case reach::one:
        return point <= clock[key_of(s.block, there.thread())] || point <= clock[key_of_warp(s.block, there.thread())];
    case reach::warp: return point <= clock[key_of_warp(s.block, there.thread())];
    case reach::block:
    case reach::grid: return false;
    }
    return false;
}

bool was_released(const vector_clock &clock, shadow_value there)
{
    const segment &s = segment_of(there);
    return clock.covers(there.segment()) || happened_before_launch(clock, there) ||
           (there.reach() == reach::grid
                ? !clock.empty()
                : point_of(s.epoch, s.clock) <= clock[key_of(s.block, there.thread())] ||
                      point_of(s.epoch, s.clock) <= clock[key_of_warp(s.block, there.thread())]);
}

// --- is it ordered ---

// An earlier epoch of the block is ordered in any case, which is_ordered() knows.
bool block_clocks::is_ordered_unless_older(shadow_value earlier, unsigned thread, const cell *c) const
{
    const segment &s = segment_of(earlier);
    reach far = earlier.reach();
    unsigned who = earlier.thread();
    if (far == reach::grid) // in a program with fences: they were too many to keep one by one
        return fences_ && !acquired_by(thread).empty();
    if (s.block != time_.block())
        return acquired_by(thread).covers(earlier) &&
               (far == reach::one || acquired_by(thread).covers_another(earlier, time_.threads()));
    if (far == reach::block && (!fences_ || thread_clocks_[thread].acquired.empty()))
        return false;
    if (far == reach::block && coarse() && acquired_by(thread).covers(earlier))
        return true;
    for (unsigned w = 0; far == reach::block && w * warp_size < time_.threads(); ++w)
        if (const warp_lanes::entry *all = lanes_.noted(c, w))
            if (is_any_unordered(*all, w, s.epoch, thread))
                return false;
    if (far == reach::warp)
        return are_lanes_ordered(earlier, thread, c);
    if (who == thread) // of others that the shadow value stands for, nothing is known
        return true;
    unsigned warp = thread / warp_size;
    if (who / warp_size == warp && s.clock < lanes_.known_of(thread, who % warp_size))
        return true;
    return fences_ && acquired_by(thread).covers(earlier);
}

// The same for a shadow value of this epoch that stands for several lanes of a warp.
bool block_clocks::are_lanes_ordered(shadow_value earlier, unsigned thread, const cell *c) const
{
    segment s = segment_of(earlier);
    const unsigned warp = thread / warp_size, first = earlier.thread() / warp_size * warp_size;
    auto met = [&](unsigned lane, uint32_t clock) {
        return first == warp * warp_size && clock < lanes_.known_of(thread, lane);
    };
    if (fences_ && acquired_by(thread).covers(earlier) && coarse())
        return true;
    if (const warp_lanes::entry *all = lanes_.noted(c, first / warp_size)) {
        const bool unordered = is_any_unordered(*all, first / warp_size, s.epoch, thread);
        if (unordered || all->is_complete)
            return !unordered;
    }
    // The named one is known. If that is this thread, the others may be any that it has met or acquired from since its
    // own access. Their clocks may be behind its own, but not behind what it knew of them.
    const unsigned who = earlier.thread();
    if (met(who % warp_size, s.clock))
        return true;
    if (who == thread && time_.clock(thread) > s.clock)
        for (unsigned lane = 0; fences_ && lane < warp_size; ++lane) {
            s.clock = lanes_.known_of(thread, lane);
            if (first + lane != thread && acquired_by(thread).covers(s, first + lane))
                return true;
        }
    return fences_ && acquired_by(thread).covers(earlier);
}

// Whether any of these accesses of lanes of a warp, in this epoch, may come after what the thread does now.
bool block_clocks::is_any_unordered(const warp_lanes::entry &all, unsigned warp, uint32_t epoch, unsigned thread) const
{
    const bool own = thread / warp_size == warp;
    for (unsigned rest = all.lanes; rest; rest &= rest - 1) {
        const auto lane = (unsigned)__builtin_ctz(rest);
        const unsigned of = warp * warp_size + lane;
        const uint32_t clock = all.clock[lane];
        if (of == thread || (own && clock < lanes_.known_of(thread, lane)))
            continue;
        if (!fences_ || !acquired_by(thread).covers(segment{time_.block(), launch_->number, epoch, clock}, of))
            return true;
    }
    return false;
}

bool block_clocks::has_seen_later_store(shadow_value there, unsigned thread) const
{
    const segment &s = segment_of(there);
    const uint64_t block = key_of(s.block), key = key_of(s.block, there.thread()), point = point_of(s.epoch, s.clock);
    for (const vector_clock *k : {&thread_clocks_[thread].observed_unfenced, &block_observed_unfenced_})
        if ((s.block != time_.block() && s.epoch < (*k)[block]) || point <= (*k)[key])
            return true;
    return false;
}

bool block_clocks::lacks_acquire(shadow_value there, unsigned thread) const
{
    const segment &s = segment_of(there);
    if (!fences_ || s.block == time_.block() || there.reach() == reach::grid || coarse() || in_atomic_)
        return false;
    const thread_clocks &t = thread_clocks_[thread];
    vector_clock seen = t.observed;
    for (const observation &o : t.observations)
        seen.join(o.fenced);
    const uint64_t point = point_of(s.epoch, s.clock);
    return s.epoch < seen[key_of(s.block)] || point <= seen[key_of(s.block, there.thread())] ||
           point <= seen[key_of_warp(s.block, there.thread())];
}
} // namespace cpu_device
