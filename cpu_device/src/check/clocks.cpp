// SPDX-License-Identifier: MIT
#include "clocks.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "../say/report.h"
#include "clock_keys.h"

namespace cpu_device
{
namespace
{
template <class Function> void for_each_lane(unsigned warp, unsigned lanes, Function function)
{
    for (unsigned rest = lanes; rest; rest &= rest - 1)
        function(warp * warp_size + (unsigned)__builtin_ctz(rest));
}
} // namespace

// --- time ---

block_clocks::block_clocks()
    : clock_(new uint32_t[max_threads]()), thread_clocks_(max_threads), stored_(new stored[max_threads])
{
}

void block_clocks::launch_begins(launch_record &launch, bool anew)
{
    forget_partial(); // of blocks that may have had more threads
    launch_ = &launch;
    met_when_coarse_.fill(nullptr);
    const dim3 &b = launch.name.block;
    threads_ = b.x * b.y * b.z;
    fences_ = program_has_fences(); // a cluster's barrier counts as one
    block_scope_ = program_has_block_scope();
    by_lanes_ = program_syncs_lanes();
    if (anew || spare_segments_.next() < launch.first_segment)
        spare_segments_.give_up();
    if (anew)
        std::fill_n(stored_.get(), max_threads, stored());
    several_streams_ = several_streams;
    // Words of launches that are unordered with this one are checked once, and then replaced.
    first_of_launch_ =
        shadow_value::first_of(several_streams_ ? first_unordered_segment(launch) : launch.first_segment);
    first_of_grid_ = shadow_value::first_of(launch.first_segment);
    steps_left_ = most_steps << block_scope_;
    steps_left_for_others_ = most_steps;
}

uint32_t block_clocks::segment_for(uint32_t clock)
{
    if (clock < segments_by_clock_.size() && segments_by_clock_[clock] != 0)
        return segments_by_clock_[clock];
    uint32_t number = spare_segments_.take();
    if (number == segments.none) {
        if (!launch_->synced.said_enough.exchange(true))
            fprintf(stderr,
                    tr("CPU device: the launch of %s has more barriers and blocks than the checks can number; the rest "
                       "of it is not checked for races\n"),
                    launch_->name.kernel);
        return 0;
    }
    segments[number] = {block_, launch_->number, epoch_, clock};
    if (clock >= segments_by_clock_.size())
        segments_by_clock_.resize(clock + 1);
    return segments_by_clock_[clock] = number;
}

void block_clocks::forget_partial()
{
    if (partial_)
        memset(in_warp_.get(), 0, threads_ * sizeof in_warp_[0]);
    partial_ = false;
}

void block_clocks::epoch_begins()
{
    std::fill_n(clock_.get(), threads_, 0);
    std::fill(warp_clock_, warp_clock_ + (threads_ + warp_size - 1) / warp_size, 0);
    forget_partial();
    segments_by_clock_.clear();
    epoch_number_ = segment_for(0);
    first_of_epoch_ = epoch_number_ != 0 ? shadow_value::first_of(epoch_number_) : shadow_value::after_all();
    for (unsigned t = 0; t < threads_; ++t)
        now_[t] = shadow_value::timestamp(epoch_number_, t);
}

void block_clocks::tick(unsigned thread)
{
    ++clock_[thread];
    now_[thread] = now_[thread].without_segment();
}

void block_clocks::block_begins(uint32_t block)
{
    spare_nodes_.use();
    block_ = block;
    of_device_.reset();
    awaited_.reset();
    listens_.reset();
    epoch_ = covered_ = 0;
    fenced_ = volatile_stores_ = false;
    not_fenced_ = 0;
    for (unsigned t : listed_threads_) {
        thread_clocks fresh;
        fresh.observations.swap(thread_clocks_[t].observations); // for their memory
        fresh.observations.clear();
        thread_clocks_[t] = std::move(fresh);
    }
    listed_threads_.clear();
    block_acquired_ = block_observed_unfenced_ = vector_clock();
    flags_.clear();
    epoch_begins();
    first_of_block_ = first_of_epoch_; // where there are no segments left, nothing in shared memory is older
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
    if (launch_->depends != nullptr && (awaited_.any() || (listens_.any() && launch_->depends->awaited)))
        awaited_.set();
    // A fence covers what its thread is ordered after, which is all before the last barrier.
    if (fenced_)
        covered_ = std::max(covered_, epoch_);
    if (covered_ == epoch_ && not_fenced_ == 0)
        covered_ = epoch_ + 1;
    ++epoch_;
    fenced_ = false;
    not_fenced_ = 0;
    epoch_begins();
}

// What all blocks did before it is ordered like an earlier launch.
void block_clocks::grid_barrier(uint32_t first_segment)
{
    spare_segments_.give_up();
    block_hears_of_primary();
    first_of_grid_ = shadow_value::first_of(first_segment);
    if (!several_streams_)
        first_of_launch_ = first_of_grid_;
    epoch_begins();
}

void block_clocks::warp_sync(unsigned warp, unsigned lanes)
{
    const unsigned count = std::min(threads_ - warp * warp_size, warp_size);
    if (lanes == (count == warp_size ? ~0u : (1u << count) - 1))
        all_lanes_meet(warp, lanes);
    else
        some_lanes_meet(warp, lanes);
    share_what_lanes_acquired(warp, lanes);
    lanes_hear_of_primary(warp, lanes);
}

// --- dependent launches ---

void block_clocks::awaits_primary(unsigned thread)
{
    if (launch_->depends == nullptr)
        return;
    launch_->depends->awaited.becomes_true();
    awaited_.set(thread);
}

void block_clocks::lets_next_begin(unsigned thread)
{
    if (launch_->depends != nullptr && !has_awaited(thread))
        launch_->depends->triggered_first.becomes_true();
}

void block_clocks::lanes_hear_of_primary(unsigned warp, unsigned lanes)
{
    if (launch_->depends == nullptr)
        return;
    bool any = false;
    for_each_lane(warp, lanes, [&](unsigned t) { any |= has_awaited(t); });
    for_each_lane(warp, any ? lanes : 0, [&](unsigned t) { awaited_.set(t); });
}

void block_clocks::block_hears_of_primary()
{
    if (launch_->depends != nullptr && launch_->depends->awaited)
        awaited_.set();
}

bool block_clocks::is_after(unsigned stream, uint64_t work, unsigned thread) const
{
    return launch_->comes_after.includes(stream, work) && (has_awaited(thread) || launch_->begins_after(stream, work));
}

void block_clocks::all_lanes_meet(unsigned warp, unsigned lanes)
{
    uint32_t latest = 0;
    bool quiet = true; // since they last met, no lane has done anything
    for_each_lane(warp, lanes, [&](unsigned t) {
        latest = std::max(latest, clock_[t]);
        quiet &= !now_[t].has_segment();
    });
    if (quiet && latest == warp_clock_[warp])
        return;
    warp_clock_[warp] = latest + 1;
    for_each_lane(warp, lanes, [&](unsigned t) {
        clock_[t] = latest + 1;
        now_[t] = now_[t].without_segment();
    });
}

void block_clocks::some_lanes_meet(unsigned warp, unsigned lanes)
{
    if (in_warp_ == nullptr)
        in_warp_.reset(new uint32_t[max_threads][warp_size]());
    partial_ = true;
    uint32_t all[warp_size] = {};
    for_each_lane(warp, lanes, [&](unsigned t) {
        for (unsigned i = 0; i < warp_size; ++i)
            all[i] = std::max(all[i], in_warp_[t][i]);
    });
    for_each_lane(warp, lanes, [&](unsigned t) {
        tick(t);
        all[t % warp_size] = clock_[t];
    });
    for_each_lane(warp, lanes, [&](unsigned t) { std::copy(all, all + warp_size, in_warp_[t]); });
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
            if (fence.epoch != epoch_)
                return;
            k.join(key_of(block_, t), point_of(fence.epoch, fence.clock));
            if (fence.epoch > 0)
                k.join(key_of(block_), fence.epoch);
        };
        add_fence(clock, lane.fenced);
        add_fence(in_block, lane.block_fenced);
    });
    for_each_lane(warp, lanes, [&](unsigned t) {
        stored_[t].all = 0;
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
            if (partial_ || (t & (warp_size - 1)) == (unsigned)__builtin_ctz(live[warp]))
                join_lanes(clock, t);
            clock.join(thread_clocks_[t].acquired);
            in_block.join(thread_clocks_[t].acquired_in_block);
        });
    for (unsigned warp = first_warp; warp < first_warp + warps; ++warp)
        for_each_lane(warp, live[warp], [&](unsigned t) {
            may_hear_of_primary(t);
            thread_clocks &lane = listed_clocks(t);
            lane.acquired = clock;
            lane.acquired_in_block = in_block;
            lane.released_is_current = false;
        });
    pay_for_steps(before);
}

// What the lanes that the thread has met did before that counts as its own.
void block_clocks::join_lanes(vector_clock &clock, unsigned thread) const
{
    const unsigned warp = thread / warp_size, first = warp * warp_size;
    if (warp_clock_[warp] > 0)
        clock.join(key_of_warp(block_, thread), point_of(epoch_, warp_clock_[warp] - 1));
    for (unsigned lane = 0; partial_ && lane < warp_size; ++lane)
        if (in_warp_[thread][lane] > 0)
            clock.join(key_of(block_, first + lane), point_of(epoch_, in_warp_[thread][lane] - 1));
}

vector_clock block_clocks::clock_at_launch(unsigned thread)
{
    vector_clock clock = thread_clocks_[thread].acquired;
    clock.join(block_acquired_);
    if (epoch_ > 0)
        clock.join(key_of(block_), epoch_);
    clock.join(key_of(block_, thread), point_of(epoch_, clock_[thread]));
    join_lanes(clock, thread);
    tick(thread);
    return clock;
}

// A point that no access has: of a thread that has begun, and nothing more.
static constexpr uint64_t begun = 1;

void block_clocks::arrives_in_cluster(unsigned thread, bool relaxed, vector_clock &released)
{
    observe_volatile_reads(thread);
    thread_clocks &t = listed_clocks(thread);
    if (relaxed) {
        released.join(key_of(block_, thread), begun);
    } else {
        for (vector_clock *k : {&t.acquired, &t.acquired_in_block, &t.observed, &t.observed_in_block, &block_acquired_})
            released.join(*k);
        if (epoch_ > 0)
            released.join(key_of(block_), epoch_);
        released.join(key_of(block_, thread), point_of(epoch_, clock_[thread]));
        join_lanes(released, thread);
    }
    t.released_is_current = false;
    tick(thread);
}

void block_clocks::passes_cluster_barrier(unsigned thread, const vector_clock &released)
{
    thread_clocks &t = listed_clocks(thread);
    t.acquired.join(released);
    t.released_is_current = false;
    may_hear_of_primary(thread);
}

bool block_clocks::knows(unsigned thread, uint32_t block, unsigned threads) const
{
    for (const vector_clock *k : {&thread_clocks_[thread].acquired, &block_acquired_}) {
        if (k->covers(launch_->first_segment) || (*k)[key_of(block)] != 0)
            return true;
        for (unsigned t = 0; t < threads; ++t)
            if ((*k)[key_of(block, t)] != 0 || (t % warp_size == 0 && (*k)[key_of_warp(block, t)] != 0))
                return true;
    }
    return false;
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

bool block_clocks::clock_covers(unsigned thread, shadow_value value) const
{
    const vector_clock &own = thread_clocks_[thread].acquired;
    if (own.empty() && block_acquired_.empty())
        return false;
    const uint32_t number = value.segment();
    return own.covers(number) || block_acquired_.covers(number) ||
           clock_covers(thread, segments[number], value.thread());
}

bool block_clocks::clock_covers(unsigned thread, const segment &s, unsigned of) const
{
    const vector_clock &own = thread_clocks_[thread].acquired;
    uint64_t block = key_of(s.block);
    if (s.epoch < own[block] || s.epoch < block_acquired_[block])
        return true;
    uint64_t point = point_of(s.epoch, s.clock);
    for (uint64_t key : {key_of(s.block, of), key_of_warp(s.block, of)})
        if (point <= own[key] || point <= block_acquired_[key])
            return true;
    return false;
}

// An earlier epoch of the block is ordered in any case, which is_ordered() knows.
bool block_clocks::is_ordered_unless_older(shadow_value earlier, unsigned thread, const cell *c) const
{
    const segment &s = segment_of(earlier);
    reach far = earlier.reach();
    unsigned who = earlier.thread();
    if (far == reach::grid) // in a program with fences: they were too many to keep one by one
        return fences_ && !(thread_clocks_[thread].acquired.empty() && block_acquired_.empty());
    if (s.block != block_)
        return clock_covers(thread, earlier) && (far == reach::one || covers_another(thread, earlier));
    if (far == reach::block && (!fences_ || thread_clocks_[thread].acquired.empty()))
        return false;
    if (far == reach::block && coarse() && clock_covers(thread, earlier))
        return true;
    for (unsigned w = 0; far == reach::block && w * warp_size < threads_; ++w)
        if (const warp_lanes::entry *all = warp_lanes_.find(c, epoch_number_, w))
            if (is_any_unordered(*all, w, s.epoch, thread))
                return false;
    if (far == reach::warp)
        return are_lanes_ordered(earlier, thread, c);
    if (who == thread) // of others that the shadow value stands for, nothing is known
        return true;
    unsigned warp = thread / warp_size;
    if (who / warp_size == warp && s.clock < warp_clock_[warp])
        return true;
    if (partial_ && who / warp_size == warp && s.clock < in_warp_[thread][who % warp_size])
        return true;
    return fences_ && clock_covers(thread, earlier);
}

// The same for a shadow value of this epoch that stands for several lanes of a warp.
bool block_clocks::are_lanes_ordered(shadow_value earlier, unsigned thread, const cell *c) const
{
    segment s = segment_of(earlier);
    const unsigned warp = thread / warp_size, first = earlier.thread() / warp_size * warp_size;
    auto met = [&](unsigned lane, uint32_t clock) {
        return first == warp * warp_size && (clock < warp_clock_[warp] || (partial_ && clock < in_warp_[thread][lane]));
    };
    if (fences_ && clock_covers(thread, earlier) && coarse())
        return true;
    if (const warp_lanes::entry *all = warp_lanes_.find(c, epoch_number_, first / warp_size)) {
        const bool unordered = is_any_unordered(*all, first / warp_size, s.epoch, thread);
        if (unordered || all->is_complete)
            return !unordered;
    }
    // The named one is known. If that is this thread, the others may be any that it has met or acquired from since its
    // own access. Their clocks may be behind its own, but not behind what it knew of them.
    const unsigned who = earlier.thread();
    if (met(who % warp_size, s.clock))
        return true;
    if (who == thread && clock_[thread] > s.clock)
        for (unsigned lane = 0; fences_ && lane < warp_size; ++lane) {
            s.clock = std::max(warp_clock_[warp], partial_ ? in_warp_[thread][lane] : 0);
            if (first + lane != thread && clock_covers(thread, s, first + lane))
                return true;
        }
    return fences_ && clock_covers(thread, earlier);
}

// Whether any of these accesses of lanes of a warp, in this epoch, may come after what the thread does now.
bool block_clocks::is_any_unordered(const warp_lanes::entry &all, unsigned warp, uint32_t epoch, unsigned thread) const
{
    const bool own = thread / warp_size == warp;
    for (unsigned rest = all.lanes; rest; rest &= rest - 1) {
        const auto lane = (unsigned)__builtin_ctz(rest);
        const unsigned of = warp * warp_size + lane;
        const uint32_t clock = all.clock[lane];
        if (of == thread || (own && (clock < warp_clock_[warp] || (partial_ && clock < in_warp_[thread][lane]))))
            continue;
        if (!fences_ || !clock_covers(thread, segment{block_, launch_->number, epoch, clock}, of))
            return true;
    }
    return false;
}

// A shadow value of another block stands for several threads, of several warps if that is its reach. The clock covers
// the one that it names: whether it covers another one, as it must if it covers all.
bool block_clocks::covers_another(unsigned thread, shadow_value value) const
{
    const vector_clock &own = thread_clocks_[thread].acquired;
    const segment &s = segment_of(value);
    const uint64_t point = point_of(s.epoch, s.clock);
    auto covers = [&](uint64_t key) { return point <= own[key] || point <= block_acquired_[key]; };
    if (own.covers(value.segment()) || block_acquired_.covers(value.segment()) || s.epoch < own[key_of(s.block)] ||
        s.epoch < block_acquired_[key_of(s.block)])
        return true;
    const unsigned who = value.thread(), warp = who / warp_size;
    if (value.reach() == reach::warp && covers(key_of_warp(s.block, who)))
        return true;
    for (unsigned other = 0; other < threads_; ++other)
        if (value.reach() == reach::warp
                ? other != who && other / warp_size == warp && covers(key_of(s.block, other))
                : other / warp_size != warp && (covers(key_of(s.block, other)) || covers(key_of_warp(s.block, other))))
            return true;
    return false;
}

bool block_clocks::has_seen_later_store(shadow_value there, unsigned thread) const
{
    const segment &s = segment_of(there);
    const uint64_t block = key_of(s.block), key = key_of(s.block, there.thread()), point = point_of(s.epoch, s.clock);
    for (const vector_clock *k : {&thread_clocks_[thread].observed_unfenced, &block_observed_unfenced_})
        if ((s.block != block_ && s.epoch < (*k)[block]) || point <= (*k)[key])
            return true;
    return false;
}

bool block_clocks::lacks_acquire(shadow_value there, unsigned thread) const
{
    const segment &s = segment_of(there);
    if (!fences_ || s.block == block_ || there.reach() == reach::grid || coarse() || in_atomic_)
        return false;
    const thread_clocks &t = thread_clocks_[thread];
    vector_clock seen = t.observed;
    for (const observation &o : t.observations)
        seen.join(o.fenced);
    const uint64_t point = point_of(s.epoch, s.clock);
    return s.epoch < seen[key_of(s.block)] || point <= seen[key_of(s.block, there.thread())] ||
           point <= seen[key_of_warp(s.block, there.thread())];
}

void block_clocks::note_lanes(shadow_value there, unsigned thread, const cell *c)
{
    if (!by_lanes() || c == nullptr)
        return;
    const unsigned warp = thread / warp_size, its = there.thread() / warp_size;
    if (there.reach() == reach::one)
        warp_lanes_.begin(c, epoch_number_, its, true).add(there.thread() % warp_size, segment_of(there).clock);
    warp_lanes::entry *all = warp_lanes_.find(c, epoch_number_, warp);
    if (all == nullptr) // it may have been known before
        all = &warp_lanes_.begin(c, epoch_number_, warp, false);
    all->add(thread % warp_size, clock_[thread]);
}
} // namespace cpu_device
