// SPDX-License-Identifier: MIT
#include "races.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "../memory/block_memory.h"
#include "../settings.h"

namespace cpu_device
{
using namespace cells;

namespace
{
std::atomic<unsigned> checks_made{0};

// A bit for each instruction: whether it is a volatile store or load.
std::atomic<uint64_t> volatile_lines[(1 << 19) / 64];

bool is_volatile_line(uint32_t line)
{
    return volatile_lines[line / 64].load(std::memory_order_relaxed) >> line % 64 & 1;
}

bool stores(cell_access d)
{
    return d != cell_access::none && d != cell_access::read && d != cell_access::strong_read;
}

// Within a block these race with each other, between blocks they do not.
bool is_volatile(cell_access d)
{
    return d == cell_access::strong_read || d == cell_access::volatile_store;
}

// Whether an atomic operation takes the place of an access in a cell: it has read the value stored there, so a thread
// that is ordered after it is ordered after both ("observation order").
bool follows(word now, word there)
{
    return access_of(now) >= cell_access::strong && access_of(now) != cell_access::all &&
           !is_volatile_line(line_of(now)) && access_of(there) != cell_access::read &&
           access_of(there) != cell_access::all;
}

// Of two unordered accesses by different threads, the one that conflicts with more.
cell_access stronger(cell_access a, cell_access b)
{
    if (stores(a) && stores(b))
        return a == cell_access::volatile_store ? a : std::max(a, b);
    return stores(a) ? a : stores(b) ? b : std::min(a, b);
}

// Keys and points in vector clocks. A block's point is a number of epochs, all of which are covered. The point of a
// thread, or of all lanes of a warp, is an epoch and a clock.
uint64_t key_of(uint32_t block)
{
    return (uint64_t)block << 11;
}
uint64_t key_of(uint32_t block, unsigned thread)
{
    return (uint64_t)block << 11 | (thread + 1);
}
uint64_t key_of_warp(uint32_t block, unsigned thread)
{
    return (uint64_t)block << 11 | (max_threads + 1 + thread / warp_size);
}
uint64_t point_of(uint32_t epoch, uint32_t clock)
{
    return ((uint64_t)epoch + 1) << 32 | clock;
}
} // namespace

race_check::store_under_way race_check::storing[most_cores];

// --- time ---

race_check::race_check()
    : core_(checks_made++ % most_cores), clock_(new uint32_t[max_threads]()), latest_(new latest[max_threads]),
      stored_(new stored[max_threads]), guess_(new guesses[max_threads]), thread_clocks_(max_threads)
{
}

void race_check::prepare(launch_record &launch, size_t shared_size)
{
    begin_launch(launch);
    forget_partial(); // of blocks that may have had more threads
    launch_ = &launch;
    met_when_coarse_.fill(nullptr);
    const dim3 &g = launch.name.grid, &b = launch.name.block;
    threads_ = b.x * b.y * b.z;
    alone_ = (uint64_t)g.x * g.y * g.z == 1;
    fences_ = program_has_fences();
    guesses_ = program_compares_and_swaps();
    by_lanes_ = program_syncs_lanes();
    displaced_reads_.forget();
    stripes_.prepare(launch);
    if (forgotten_ != times_forgotten || spare_segments_.next() < launch.first_segment)
        spare_segments_.give_up();
    if (forgotten_ != times_forgotten) { // numbers began anew, so words of older launches would look like later ones
        spare_byte_cells_.give_up();
        shared_.reset();
        std::fill_n(latest_.get(), max_threads, latest());
        std::fill_n(stored_.get(), max_threads, stored());
    }
    forgotten_ = times_forgotten;
    several_streams_ = several_streams;
    recorded_how_ = (by_lanes_ ? cells::by_lanes : 0) | (several_streams_ ? cells::by_launches : 0);
    // Words of launches that are unordered with this one are checked once, and then replaced.
    first_of_launch_ = (word)(several_streams_ ? first_unordered_segment(launch) : launch.first_segment)
                       << segment_shift;
    first_of_grid_ = (word)launch.first_segment << segment_shift;
    exchanges_left_ = most_exchanges;
    steps_left_ = most_steps;
    wait_left_ = most_wait;
    if (shared_ == nullptr || shared_size_ < shared_size) {
        size_t count = (shared_size + 3) / 4 + 8;
        shared_.reset(new cell[count]());
        written_.reset(new uint8_t[count / 2 + 1]);
        shared_size_ = shared_size;
    }
    shared_used_ = shared_size;
}

uint32_t race_check::segment_for(uint32_t clock)
{
    if (clock < segments_by_clock_.size() && segments_by_clock_[clock] != 0)
        return segments_by_clock_[clock];
    uint32_t number = spare_segments_.take();
    if (number == segments.none) {
        if (!launch_->sync_places.said_enough.exchange(true))
            fprintf(stderr,
                    "CPU device: the launch of %s has more barriers and blocks than the checks can number; the rest "
                    "of it is not checked for races\n",
                    launch_->name.kernel);
        return 0;
    }
    segments[number] = {block_, launch_->number, epoch_, clock};
    if (clock >= segments_by_clock_.size())
        segments_by_clock_.resize(clock + 1);
    return segments_by_clock_[clock] = number;
}

word race_check::now(unsigned thread)
{
    word &n = now_[thread];
    if (n >> segment_shift == 0)
        n |= (word)segment_for(clock_[thread]) << segment_shift;
    return n;
}

void race_check::forget_partial()
{
    if (partial_)
        memset(in_warp_.get(), 0, threads_ * sizeof in_warp_[0]);
    partial_ = false;
}

void race_check::epoch_begins()
{
    std::fill_n(clock_.get(), threads_, 0);
    std::fill(warp_clock_, warp_clock_ + (threads_ + warp_size - 1) / warp_size, 0);
    forget_partial();
    segments_by_clock_.clear();
    epoch_number_ = segment_for(0);
    word segment = (word)epoch_number_ << segment_shift;
    first_of_epoch_ = segment != 0 ? segment : larger;
    for (unsigned t = 0; t < threads_; ++t)
        now_[t] = segment | (word)t << thread_shift;
}

void race_check::tick(unsigned thread)
{
    ++clock_[thread];
    now_[thread] &= thread_mask;
}

void race_check::block_begins(uint64_t block)
{
    block_ = (uint32_t)block;
    polls_.clear();
    of_device_.reset();
    epoch_ = covered_ = 0;
    fenced_ = volatile_stores_ = false;
    not_fenced_ = 0;
    for (unsigned t : listed_threads_)
        thread_clocks_[t] = thread_clocks();
    listed_threads_.clear();
    block_acquired_ = block_observed_unfenced_ = vector_clock();
    flags_.clear();
    if (volatiles_)
        std::fill_n(latest_.get(), max_threads, latest());
    volatiles_ = false;
    memset(written_.get(), 0, shared_used_ / 8 + 1);
    epoch_begins();
    first_of_block_ = now_[0] & ~thread_mask;
    if (first_of_block_ == 0) // there are no segments left: nothing in shared memory is older
        first_of_block_ = larger;
}

std::vector<finding> race_check::block_ends(bool broken)
{
    finish_pending();
    storing[core_].what.store(0, std::memory_order_release);
    if (!broken) // else the missing stores may have been still to come
        report_uninitialized();
    uninitialized_.clear();
    exchanged_.clear();
    return std::exchange(found_, {});
}

// --- what orders ---

void race_check::barrier()
{
    finish_pending();
    report_uninitialized();
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
void race_check::grid_barrier(uint32_t first_segment)
{
    storing[core_].what.store(0, std::memory_order_release);
    spare_segments_.give_up();
    first_of_grid_ = (word)first_segment << segment_shift;
    if (!several_streams_)
        first_of_launch_ = first_of_grid_;
    epoch_begins();
}

void race_check::warp_sync(unsigned warp, unsigned lanes)
{
    finish_pending();
    unsigned first = warp * warp_size, count = std::min(threads_ - first, warp_size);
    auto for_each = [&](auto function) {
        for (unsigned rest = lanes; rest; rest &= rest - 1)
            function(first + (unsigned)__builtin_ctz(rest));
    };
    if (lanes == (count == warp_size ? ~0u : (1u << count) - 1)) {
        uint32_t latest = 0;
        bool quiet = true; // since they last met, no lane has done anything
        for_each([&](unsigned t) {
            latest = std::max(latest, clock_[t]);
            quiet &= now_[t] >> segment_shift == 0;
        });
        if (!quiet || latest != warp_clock_[warp]) {
            warp_clock_[warp] = latest + 1;
            for_each([&](unsigned t) {
                clock_[t] = latest + 1;
                now_[t] &= thread_mask;
            });
        }
    } else {
        if (in_warp_ == nullptr)
            in_warp_.reset(new uint32_t[max_threads][warp_size]());
        partial_ = true;
        uint32_t all[warp_size] = {};
        for_each([&](unsigned t) {
            for (unsigned i = 0; i < warp_size; ++i)
                all[i] = std::max(all[i], in_warp_[t][i]);
        });
        for_each([&](unsigned t) {
            tick(t);
            all[t - first] = clock_[t];
        });
        for_each([&](unsigned t) { std::copy(all, all + warp_size, in_warp_[t]); });
    }
    // The lanes that meet share what each of them has acquired, and what its fence covers.
    vector_clock clock, in_block;
    for_each([&](unsigned t) {
        thread_clocks &lane = thread_clocks_[t];
        clock.join(lane.acquired);
        in_block.join(lane.acquired_in_block);
        if (!lane.has_fenced)
            return;
        lane.has_fenced = false;
        auto add_fence = [&](vector_clock &k, const moment &fence) {
            if (fence.epoch != epoch_)
                return;
            k.join(key_of(block_, t), point_of(fence.epoch, fence.clock));
            if (fence.epoch > 0)
                k.join(key_of(block_), fence.epoch);
        };
        add_fence(clock, lane.fenced);
        add_fence(in_block, lane.block_fenced);
    });
    for_each([&](unsigned t) {
        stored_[t].all = 0;
        latest_[t].flag = nullptr;
        if (!clock.empty() || !in_block.empty()) {
            thread_clocks &lane = listed_clocks(t);
            lane.acquired = clock;
            lane.acquired_in_block = in_block;
            lane.released_is_current = false;
        }
    });
}

race_check::thread_clocks &race_check::listed_clocks(unsigned thread)
{
    thread_clocks &t = thread_clocks_[thread];
    if (!t.is_listed)
        listed_threads_.push_back(thread);
    t.is_listed = true;
    return t;
}

void race_check::fence(unsigned thread, bool of_device, fence_order order)
{
    const uint64_t before = vector_clock::steps_made();
    finish_pending();
    launch_->sync_places.fenced.becomes_true();
    thread_clocks &t = listed_clocks(thread);
    t.has_fenced = true;
    // What the lanes that it has met did before counts as its own.
    unsigned warp = thread / warp_size, first = warp * warp_size;
    if (warp_clock_[warp] > 0)
        t.acquired.join(key_of_warp(block_, thread), point_of(epoch_, warp_clock_[warp] - 1));
    for (unsigned lane = 0; partial_ && lane < warp_size; ++lane)
        if (in_warp_[thread][lane] > 0)
            t.acquired.join(key_of(block_, first + lane), point_of(epoch_, in_warp_[thread][lane] - 1));
    if (order != fence_order::release)
        acquire(thread, of_device);
    if (order != fence_order::acquire)
        fence_stores(thread, of_device);
    t.released_is_current = false;
    tick(thread);
    steps_left_ += steps_a_fence;
    pay_for_steps(before);
}

// The half of a fence that is about what the thread has read.
void race_check::acquire(unsigned thread, bool of_device)
{
    observe_volatile_reads(thread);
    thread_clocks &t = listed_clocks(thread);
    t.acquired.join(t.observed_in_block);
    t.observed_in_block = vector_clock();
    if (of_device) {
        t.acquired.join(t.observed);
        t.observed = vector_clock();
    }
}

// The half that is about what it has stored.
void race_check::fence_stores(unsigned thread, bool of_device)
{
    thread_clocks &t = listed_clocks(thread);
    t.block_fenced = {epoch_, clock_[thread]};
    if (of_device) {
        t.fenced = t.block_fenced;
        if (stored_[thread].global == epoch_number_)
            --not_fenced_;
        stored_[thread].global = 0;
        fenced_ = true;
    }
    latest_[thread].released = stored_[thread].all == epoch_number_ ? epoch_number_ : 0;
    stored_[thread].all = 0;
    latest_[thread].flag = nullptr;
}

// Subtracts the steps of the joins since there were `before`.
void race_check::pay_for_steps(uint64_t before)
{
    steps_left_ -= (int64_t)(vector_clock::steps_made() - before);
    if (__builtin_expect(steps_left_ < 0, false))
        launch_->sync_places.coarse.becomes_true();
}

// The vector clock that the thread's strong stores release, to all or to its own block.
vector_clock race_check::release_clock(unsigned thread, bool to_block) const
{
    const thread_clocks &t = thread_clocks_[thread];
    vector_clock all;
    if (coarse()) {
        all.cover(segments.next());
        return all;
    }
    all = t.acquired;
    if (to_block)
        all.join(t.acquired_in_block);
    all.join(block_acquired_);
    uint32_t epochs = covered_;
    const moment &fenced = to_block ? t.block_fenced : t.fenced;
    if (fenced.epoch != never) {
        epochs = std::max(epochs, fenced.epoch);
        all.join(key_of(block_, thread), point_of(fenced.epoch, fenced.clock));
    }
    if (epochs > 0)
        all.join(key_of(block_), epochs);
    return all;
}

// A strong store of the thread: it releases what came before the thread's last fence.
void race_check::release(unsigned thread, places::one &at, bool of_block)
{
    thread_clocks &t = thread_clocks_[thread];
    bool fenced = t.fenced.epoch != never || t.block_fenced.epoch != never;
    if (!fenced && covered_ == 0 && block_acquired_.empty() && t.acquired.empty())
        return;
    launch_->sync_places.any.becomes_true();
    released_clocks &there = at.make();
    if (coarse()) {
        there.cover(segments.next());
        return;
    }
    if (!t.released_is_current) {
        listed_clocks(thread);
        t.released = release_clock(thread, false);
        t.released_to_block = release_clock(thread, true);
        t.released_is_current = true;
        t.released_at = nullptr;
    }
    if (t.released_at == at.address())
        return; // the clock of a place only grows, so it holds this one already
    t.released_at = of_block ? nullptr : at.address();
    const uint64_t before = vector_clock::steps_made();
    if (!of_block)
        there.fenced.join(t.released);
    there.to_block(block_).join(t.released_to_block);
    pay_for_steps(before);
}

// A strong store of the thread at `clock`: what it releases if no fence is asked for.
void race_check::release_unfenced(unsigned thread, places::one &at, uint32_t clock)
{
    launch_->sync_places.any.becomes_true();
    released_clocks &there = at.make();
    if (coarse())
        return;
    if (epoch_ > 0)
        there.unfenced.join(key_of(block_), epoch_);
    there.unfenced.join(key_of(block_, thread), point_of(epoch_, clock));
}

// A strong read of the thread: its next fence will acquire what was released there.
void race_check::observe(unsigned thread, places::one &at, bool of_block)
{
    released_clocks *there = at.if_any();
    if (there == nullptr)
        return;
    if (coarse()) {
        there->cover(segments.next());
        met_when_coarse(at.address()) = at.address();
        observe_all(thread, of_block);
        return;
    }
    thread_clocks &t = listed_clocks(thread);
    auto last = std::find_if(t.observations.begin(), t.observations.end(),
                             [&](const observation &h) { return h.address == at.address(); });
    if (last == t.observations.end()) {
        if (t.observations.size() == most_observations)
            join_observations(t);
        last = t.observations.insert(t.observations.end(), {at.address(), {}, {}});
    }
    if (!of_block)
        last->fenced = there->fenced;
    last->fenced_block = there->to_block(block_);
}

// With coarse clocks: it will acquire all that happened until now.
void race_check::observe_all(unsigned thread, bool of_block)
{
    thread_clocks &t = listed_clocks(thread);
    if (!of_block)
        t.observed.cover(segments.next());
    t.observed_in_block.cover(segments.next());
}

void race_check::join_observations(thread_clocks &t)
{
    if (coarse() && !t.observations.empty()) {
        t.observed.cover(segments.next());
        t.observed_in_block.cover(segments.next());
        t.observations.clear();
    }
    for (const observation &h : t.observations) {
        t.observed.join(h.fenced);
        t.observed_in_block.join(h.fenced_block);
    }
    t.observations.clear();
}

void race_check::observe_unfenced(unsigned thread, places::one &at)
{
    const released_clocks *there = at.if_any();
    if (there != nullptr && !there->unfenced.empty())
        listed_clocks(thread).observed_unfenced.join(there->unfenced);
}

// The thread's volatile loads since its last fence.
void race_check::observe_volatile_reads(unsigned thread)
{
    std::vector<const void *> &all = thread_clocks_[thread].volatile_reads;
    for (const void *address : all) {
        places::one at(launch_->sync_places, address);
        observe(thread, at, false);
        if (several_streams_)
            acquires_of_others(*launch_, address, of_device_[thread]);
    }
    all.clear();
    join_observations(thread_clocks_[thread]);
}

// A strong store of the thread is about to be made: the other launches do not lock the places of this one, and may read
// it at once.
void race_check::release_to_others(unsigned thread, const void *address)
{
    if (several_streams_ && launch_->sync_places.fenced)
        releases_to_others(*launch_, address, of_device_[thread]);
}

void race_check::atomic_begins(unsigned thread, const void *address, bool of_block)
{
    finish_pending();
    in_atomic_ = true;
    if (!of_block)
        release_to_others(thread, address);
    if (!coarse() || met_when_coarse(address) != address)
        atomic_at_.emplace(launch_->sync_places, address);
}

// The place is locked between the two calls, so the clocks change together with the value.
void race_check::atomic_ends(unsigned thread, const void *address, bool of_block, bool stored)
{
    in_atomic_ = false;
    if (several_streams_ && !of_block)
        acquires_of_others(*launch_, address, of_device_[thread]);
    if (!atomic_at_.has_value()) {
        observe_all(thread, of_block);
    } else if (launch_->sync_places.is_in_use()) {
        observe(thread, *atomic_at_, of_block);
        observe_unfenced(thread, *atomic_at_);
        if (stored)
            release(thread, *atomic_at_, of_block);
    }
    if (stored && volatile_stores_) {
        if (atomic_at_.has_value())
            release_unfenced(thread, *atomic_at_, clock_[thread]);
        tick(thread);
    }
    atomic_at_.reset();
}

void race_check::compare_exchange(unsigned thread, const char *address)
{
    guesses &g = guess_[thread];
    g.swapped = false;
    for (const auto &load : g.loads)
        if (load.address == address) {
            g.swapped = true;
            launch_->findings.let_guess_pass(line_pc(load.line));
        }
}

bool race_check::clock_covers(unsigned thread, word what) const
{
    const vector_clock &own = thread_clocks_[thread].acquired;
    if (own.empty() && block_acquired_.empty())
        return false;
    const uint32_t number = segment_of(what);
    return own.covers(number) || block_acquired_.covers(number) ||
           clock_covers(thread, segments[number], thread_of(what));
}

bool race_check::clock_covers(unsigned thread, const segment &s, unsigned of) const
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

// Whether all accesses that the word stands for happen before what the thread does now.
bool race_check::is_ordered(word earlier, unsigned thread, const cell *c) const
{
    const segment &s = segments[segment_of(earlier)];
    reach far = reach_of(earlier);
    unsigned who = thread_of(earlier);
    if (far == reach::grid) // in a program with fences: they were too many to keep one by one
        return fences_ && !(thread_clocks_[thread].acquired.empty() && block_acquired_.empty());
    if (s.block != block_)
        return clock_covers(thread, earlier); // if it stands for several, of one of them
    if (s.epoch < epoch_)
        return true;
    if (far == reach::block && (!fences_ || thread_clocks_[thread].acquired.empty()))
        return false;
    if (far == reach::warp)
        return are_lanes_ordered(earlier, thread, c);
    if (who == thread) // of others that the word stands for, nothing is known
        return true;
    unsigned warp = thread / warp_size;
    if (who / warp_size == warp && s.clock < warp_clock_[warp])
        return true;
    if (partial_ && who / warp_size == warp && s.clock < in_warp_[thread][who % warp_size])
        return true;
    return fences_ && clock_covers(thread, earlier);
}

// The same for a word of this epoch that stands for several lanes of a warp.
bool race_check::are_lanes_ordered(word earlier, unsigned thread, const cell *c) const
{
    segment s = segments[segment_of(earlier)];
    const unsigned warp = thread / warp_size, first = thread_of(earlier) / warp_size * warp_size;
    auto met = [&](unsigned lane, uint32_t clock) {
        return first == warp * warp_size && (clock < warp_clock_[warp] || (partial_ && clock < in_warp_[thread][lane]));
    };
    if (fences_ && clock_covers(thread, earlier) && coarse())
        return true;
    if (const warp_lanes::entry *all = warp_lanes_.find(c, epoch_number_)) {
        for (unsigned rest = all->lanes; rest; rest &= rest - 1) {
            const auto lane = (unsigned)__builtin_ctz(rest);
            s.clock = all->clock[lane];
            if (first + lane != thread && !met(lane, s.clock) && !(fences_ && clock_covers(thread, s, first + lane)))
                return false;
        }
        return true;
    }
    // The named one is known. If that is this thread, the others may be any that it has met.
    if (thread_of(earlier) != thread)
        return met(thread_of(earlier) % warp_size, s.clock) || (fences_ && clock_covers(thread, earlier));
    for (unsigned lane = 0; lane < warp_size; ++lane)
        if (first + lane != thread && met(lane, s.clock))
            return true;
    return fences_ && clock_covers(thread, earlier);
}

// A word that stands for one lane of the thread's warp, or for several, will stand for this thread too.
void race_check::note_lanes(word there, unsigned thread, const cell *c)
{
    if (!by_lanes_ || c == nullptr)
        return;
    warp_lanes::entry *all = warp_lanes_.find(c, epoch_number_);
    if (reach_of(there) == reach::one) {
        all = &warp_lanes_.begin(c, epoch_number_);
        all->add(thread_of(there) % warp_size, segments[segment_of(there)].clock);
    }
    if (all != nullptr)
        all->add(thread % warp_size, clock_[thread]);
}

// --- conflicts ---

// Whether two accesses of the same bytes by different threads conflict. The last two arguments: whether they are plain
// stores.
bool race_check::conflict(word there, word now, bool there_stores, bool now_stores) const
{
    if (there_stores || now_stores)
        return true;
    cell_access a = access_of(there), b = access_of(now);
    if (a > b)
        std::swap(a, b);
    bool same_block = reach_of(there) != reach::grid && segments[segment_of(there)].block == block_;
    switch (a) {
    case cell_access::none: return false;
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

void race_check::check_against(word there, word now, bool there_stores, bool now_stores, unsigned thread,
                               const place &at)
{
    if (!there_stores && !now_stores && stores(access_of(there)) && is_volatile_line(line_of(there))) {
        if (thread_of(there) == thread && segments[segment_of(there)].block == block_) {
            // the other threads that it stands for have read what this thread has stored, and may read it again
            if (access_of(now) == cell_access::volatile_store && reach_of(there) != reach::one &&
                reach_of(there) != reach::grid)
                found(at.shared ? report_kind::race_on_shared : report_kind::race_in_block,
                      (there & ~access_mask) | (word)cell_access::strong_read << access_shift, now, false, false, at);
            return;
        }
        if (access_of(now) == cell_access::strong_read)
            check_unfenced_read(there, now, thread, at);
    }
    if (!conflict(there, now, there_stores, now_stores))
        return;
    if (is_ordered(there, thread, at.in))
        return;
    const segment &s = segments[segment_of(there)];
    auto what = at.shared                                             ? report_kind::race_on_shared
                : s.block == block_ && reach_of(there) != reach::grid ? report_kind::race_in_block
                                                                      : report_kind::race_between_blocks;
    bool there_writes = there_stores || stores(access_of(there));
    bool now_writes =
        now_stores || access_of(now) == cell_access::volatile_store || access_of(now) == cell_access::strong;
    if (there_writes && now_writes && pending_.address != nullptr)
        pending_.races.push_back({what, there, now, there_stores, now_stores, at});
    else
        found(what, there, now, there_stores, now_stores, at);
}

vector_clock race_check::clock_at_launch(unsigned thread)
{
    finish_pending();
    vector_clock clock = thread_clocks_[thread].acquired;
    clock.join(block_acquired_);
    if (epoch_ > 0)
        clock.join(key_of(block_), epoch_);
    clock.join(key_of(block_, thread), point_of(epoch_, clock_[thread]));
    const unsigned warp = thread / warp_size, first = warp * warp_size;
    if (warp_clock_[warp] > 0)
        clock.join(key_of_warp(block_, thread), point_of(epoch_, warp_clock_[warp] - 1));
    for (unsigned lane = 0; partial_ && lane < warp_size; ++lane)
        if (in_warp_[thread][lane] > 0)
            clock.join(key_of(block_, first + lane), point_of(epoch_, in_warp_[thread][lane] - 1));
    tick(thread);
    return clock;
}

namespace
{
// Whether all accesses that a word of the parent stands for happened before the launch.
bool happened_before_launch(const vector_clock &clock, word there)
{
    const segment &s = segments[segment_of(there)];
    if (s.epoch < clock[key_of(s.block)])
        return true;
    const uint64_t point = point_of(s.epoch, s.clock);
    switch (reach_of(there)) {
    case reach::one:
        return point <= clock[key_of(s.block, thread_of(there))] ||
               point <= clock[key_of_warp(s.block, thread_of(there))];
    case reach::warp: return point <= clock[key_of_warp(s.block, thread_of(there))];
    case reach::block:
    case reach::grid: return false;
    }
    return false;
}
} // namespace

// For two launches that descend from one launch by the host: whether the accesses of the other's word happen before
// this launch, which runs later. A child is ordered after what its parent's thread was ordered after at the launch.
bool race_check::comes_before_this(const launch_place &other, word there) const
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

// Whether the earlier read is by a related launch that is not ordered before this one. Then a later store of this
// launch races with it, so its word is kept.
bool race_check::is_unordered_read(word there, word now) const
{
    if (launch_->child == nullptr || there < first_of_launch_ || is_larger(there) ||
        access_of(there) != cell_access::read || access_of(now) != cell_access::read)
        return false;
    const launch_place other = place_of_launch(segments[segment_of(there)].launch);
    return other.number != 0 && other.work == launch_->work && other.stream == launch_->stream &&
           !comes_before_this(other, there);
}

// A word of another launch: whether the two launches are unordered, as in two streams.
void race_check::check_stream(word there, word now, bool there_stores, bool now_stores, const place &at)
{
    if (there < first_of_launch_ || is_larger(there))
        return;
    const bool there_writes = there_stores || stores(access_of(there)),
               now_writes = now_stores || stores(access_of(now));
    const bool there_plain =
        there_stores || access_of(there) == cell_access::read || access_of(there) == cell_access::all;
    const bool now_plain = now_stores || access_of(now) == cell_access::read;
    if (!(there_writes || now_writes) || !(there_plain || now_plain))
        return;
    const uint32_t number = segments[segment_of(there)].launch;
    if (number == launch_->number)
        return;
    const launch_place other = place_of_launch(number);
    if (other.number == 0)
        return;
    const bool family = other.work == launch_->work && other.stream == launch_->stream;
    if (family ? comes_before_this(other, there)
               : launch_->comes_after.includes(other.stream, other.work) || has_heard_of(*launch_, number))
        return;
    launch_->findings.add({{number, launch_->number},
                           {other.name, launch_->name},
                           {line_pc(line_of(there)), line_pc(line_of(now))},
                           {there_writes, now_writes},
                           at.name,
                           family,
                           meet_in_vain(launch_->number, number)});
}

// A volatile load reads what another thread has stored. That is no race. But if the reader has already read something
// that the writer stored later, it relies on the order of the two stores, which only a fence keeps. Loads that read
// such places in any case are polls, and are not reported.
void race_check::check_unfenced_read(word there, word now, unsigned thread, const place &at)
{
    const segment &s = segments[segment_of(there)];
    if (at.shared || is_ordered(there, thread, at.in))
        return;
    uint64_t block = key_of(s.block), key = key_of(s.block, thread_of(there)), point = point_of(s.epoch, s.clock);
    for (const vector_clock *k : {&thread_clocks_[thread].observed_unfenced, &block_observed_unfenced_})
        if ((s.block != block_ && s.epoch < (*k)[block]) || point <= (*k)[key]) {
            found(report_kind::volatile_without_fence, there, now, false, false, at);
            return;
        }
    note_poll(line_of(now));
}

void race_check::note_volatile(uint32_t line)
{
    launch_->sync_places.volatiles.becomes_true();
    if (!is_volatile_line(line))
        volatile_lines[line / 64].fetch_or(1ull << line % 64, std::memory_order_relaxed);
}

void race_check::note_poll(uint32_t line)
{
    if (std::find(polls_.begin(), polls_.end(), line) == polls_.end()) {
        polls_.push_back(line);
        launch_->findings.add_poll(line_pc(line));
    }
}

void race_check::found(report_kind what, word there, word now, bool there_stores, bool now_stores, const place &at)
{
    finding f = {};
    f.what = what;
    const word words[2] = {there, now};
    const bool plain[2] = {there_stores, now_stores};
    for (int i = 0; i < 2; ++i) {
        cell_access d = access_of(words[i]), other = access_of(words[1 - i]);
        // of an access that reads and stores, the part that conflicts
        bool reads = d == cell_access::all && !plain[1 - i] && stores(other) && other != cell_access::all;
        const segment &s = segments[segment_of(words[i])];
        f.pc[i] = line_pc(line_of(words[i]));
        f.is_volatile[i] = !plain[i] && !reads && is_volatile_line(line_of(words[i]));
        f.writes[i] = plain[i] || (stores(d) && !reads);
        f.atomic[i] = f.writes[i] && !plain[i] && !f.is_volatile[i];
        f.of_block[i] = d == cell_access::strong_block && !plain[i];
        f.thread[i] = thread_of(words[i]);
        f.block[i] = s.block;
    }
    f.across_warps = f.block[0] != f.block[1] || f.thread[0] / warp_size != f.thread[1] / warp_size ||
                     reach_of(there) >= reach::block;
    // The word stands for several threads, and the one it names is not in the race: it is this thread, is ordered
    // before it, or is in this block where the race is between blocks. Then the report says "some other".
    const bool of_grid = reach_of(there) == reach::grid, same_block = f.block[0] == f.block[1];
    if (what != report_kind::stale_texture &&
        ((same_block && (of_grid || f.thread[0] == f.thread[1])) ||
         (reach_of(there) != reach::one && is_ordered(there & ~reach_mask, thread_of(now))))) {
        if (of_grid)
            f.block[0] = finding::some_other;
        f.thread[0] = finding::some_other;
    }
    f.sort();
    f.address = at.name;
    f.add_place(at.shared ? (uint64_t)block_ << 32 | at.name / 4 : at.name / 4);
    add(f);
}

// To what the block's end adds; the first of each kind at once, since the block may never end.
void race_check::add(const finding &f)
{
    if (merge(found_, f))
        launch_->findings.add(f);
}

// --- stores: whether they change the value ---

// The cell has recorded another core's store that may still be under way. This waits until its value is in memory.
void race_check::wait_for_store(const place &at)
{
    auto stores_there = [&](unsigned core) {
        uint64_t what = storing[core].what.load(std::memory_order_acquire);
        return at.name / 4 * 4 + 4 > what >> 16 && at.name < (what >> 16) + (what & 0xffff);
    };
    using clock = std::chrono::steady_clock;
    for (unsigned i = 0; i < std::min(checks_made.load(), most_cores); ++i) {
        for (unsigned tries = 0; i != core_ && tries < 10000 && stores_there(i); ++tries) {
        }
        if (i == core_ || !stores_there(i))
            continue;
        // That core has no processor now, or has stored long ago and does something else.
        const auto begin = clock::now();
        while (stores_there(i) && clock::now() - begin < wait_left_)
            std::this_thread::yield();
        wait_left_ -= std::min<clock::duration>(clock::now() - begin, wait_left_);
    }
}

void race_check::remember_old(const char *address, size_t size)
{
    if (size > sizeof pending_.old)
        return;
    pending_.address = address;
    pending_.size = size;
    memcpy(pending_.old, address, size);
}

// The last store is done. It raced with other stores if it changed the value.
void race_check::finish_store()
{
    if (!pending_.races.empty() && (setting.same_value || memcmp(pending_.address, pending_.old, pending_.size) != 0))
        for (const auto &r : pending_.races)
            found(r.what, r.there, r.now, r.there_stores, r.now_stores, r.at);
    pending_.address = nullptr;
    pending_.races.clear();
}

// --- cells ---

template <bool shared> bool race_check::is_live(word w) const
{
    if (shared)
        return w >= first_of_block_ && !is_larger(w);
    return w >= first_of_grid_ && !is_larger(w) && segments[segment_of(w)].launch == launch_->number;
}

// One word for what a word stands for and the access now, which is no plain store.
word race_check::merged(word there, word now, unsigned thread, const cell *c)
{
    const segment &s = segments[segment_of(there)];
    reach far = reach_of(there);
    bool here = s.block == block_ && far != reach::grid;
    if (far == reach::one && here && thread_of(there) == thread && ((there ^ now) >> segment_shift) == 0) {
        cell_access a = access_of(there), b = access_of(now);
        bool guessed = a == cell_access::read && guess_[thread].swapped;
        cell_access d = a == b || guessed ? b
                        : (a == cell_access::read) != (b == cell_access::read) && stores(a) != stores(b)
                            ? cell_access::all
                            : std::max(a, b);
        const word name = d == a && stores(a) && !stores(b) ? there : now; // its line is that of the store
        return (name & ~access_mask) | (word)d << access_shift | bytes_of(there) | bytes_of(now);
    }
    if (follows(now, there) || (here && is_ordered(there, thread, c)))
        return now;
    cell_access d = stronger(access_of(there), access_of(now));
    far = !here || far == reach::grid                                                 ? reach::grid
          : far == reach::block || thread_of(there) / warp_size != thread / warp_size ? reach::block
                                                                                      : reach::warp;
    if (far == reach::warp)
        note_lanes(there, thread, c);
    // The word names the thread that stores, else the first one if both are of one segment or it stands for the grid.
    bool keep = !stores(access_of(now)) &&
                (stores(access_of(there)) || far == reach::grid || (there ^ now) >> segment_shift == 0);
    word name = keep ? there : now;
    return (name & ~(access_mask | reach_mask)) | (word)d << access_shift | (word)far << reach_shift;
}

// Threads share the cell by bytes: from now on each byte has a cell of its own.
template <bool shared> bool race_check::expand(cell &c, word store, word others)
{
    uint32_t number = spare_byte_cells_.take();
    if (number == all_byte_cells.none)
        return false;
    all_byte_cells[number].take_over(store, others);
    if (!replace<shared>(c.store, store, larger_by(number)))
        return true; // another core was faster; this number is lost
    word since = c.others.exchange(0);
    if (since != others)
        all_byte_cells[number].take_over_others(since);
    return true;
}

template <bool shared> void race_check::touch_cell(unsigned thread, cell &c, word now, bool plain_store, place at)
{
    at.in = &c;
    for (;;) {
        word store = c.store.load(std::memory_order_acquire), others = c.others.load(std::memory_order_acquire);
        if (is_larger(store)) {
            byte_cells &b = all_byte_cells[number_in(store)];
            for (unsigned i = 0; i < 4; ++i)
                if (now >> i & 1) {
                    place one = at;
                    one.name = (at.name & ~3ull) + i;
                    touch_cell<shared>(thread, b.of[i], (now & ~bytes_mask) | 1u << i, plain_store, one);
                }
            return;
        }
        bool store_lives = is_live<shared>(store), others_live = is_live<shared>(others);
        if (!shared && several_streams_) {
            if (!store_lives)
                check_stream(store, now, true, plain_store, at);
            if (!others_live)
                check_stream(others, now, false, plain_store, at);
            if (plain_store || stores(access_of(now)))
                check_stream(displaced_reads_.of(&c), now, false, plain_store, at);
        }
        auto by_bytes = [&](word w) {
            return bytes_of(w) != bytes_of(now) && (reach_of(w) != reach::one || (w ^ now) >> thread_shift != 0);
        };
        if ((store_lives && by_bytes(store)) || (others_live && by_bytes(others))) {
            if (expand<shared>(c, store, others))
                continue;
            return; // there is no memory for that: the access is not checked
        }
        if (plain_store && store_lives && !shared && !alone_ && segments[segment_of(store)].block != block_ &&
            !is_ordered(store, thread)) {
            wait_for_store(at);
            if (pending_.address != nullptr)
                memcpy(pending_.old, pending_.address, pending_.size);
        }
        if (store_lives)
            check_against(store, now, true, plain_store, thread, at);
        if (!shared && is_larger(others)) {
            if (!touch_list(thread, c, others, now, plain_store, at))
                continue;
            if (!plain_store)
                return;
        } else if (others_live) {
            check_against(others, now, false, plain_store, thread, at);
            if (!shared && !plain_store && segments[segment_of(others)].block != block_ &&
                (launch_->sync_places.fenced || is_volatile(access_of(others)) || is_volatile(access_of(now))) &&
                !replaces(others, now, thread)) {
                make_list(c, others);
                continue;
            }
            if (!shared && !plain_store && needs_both(others, now, thread)) {
                make_list(c, others);
                continue;
            }
        }
        if (plain_store) {
            word fresh = now;
            if (store_lives && ((store ^ now) & ~(line_mask | bytes_mask)) == 0)
                fresh |= bytes_of(store);
            if (!replace<shared>(c.store, store, fresh))
                continue;
            if (!shared && !alone_) { // another core may have read in between
                word since = c.others.load();
                if (since != others && is_live<shared>(since))
                    check_against(since, now, false, true, thread, at);
            }
        } else {
            if (!shared && several_streams_ && !others_live && is_unordered_read(others, now))
                return; // the earlier read stays in the cell
            if (!shared && several_streams_ && !others_live && others >= first_of_launch_ && !is_larger(others) &&
                access_of(others) == cell_access::read && access_of(now) == cell_access::read)
                displaced_reads_.keep(&c, others);
            word fresh = others_live ? merged(others, now, thread, &c) : now;
            if (fresh == others)
                return;
            if (!replace<shared>(c.others, others, fresh))
                continue;
            if (!shared && !alone_) {
                word since = c.store.load();
                if (is_larger(since))
                    continue;
                if (since != store && is_live<shared>(since))
                    check_against(since, now, true, false, thread, at);
            }
        }
        return;
    }
}

// Whether a word can be dropped once `now` is in the list: every conflict with it is one with `now` too.
bool race_check::replaces(word there, word now, unsigned thread) const
{
    if (bytes_of(there) != bytes_of(now))
        return false;
    if (follows(now, there))
        return true;
    bool less = access_of(there) == access_of(now) ||
                (access_of(now) == cell_access::read ? access_of(there) == cell_access::strong_read
                                                     : access_of(there) < access_of(now));
    return less &&
           (access_of(there) != cell_access::read || access_of(now) == cell_access::read ||
            access_of(now) == cell_access::all || guess_[thread].swapped) &&
           is_ordered(there, thread);
}

// An atomic operation and a plain load, of one block and in order. Other blocks' atomic operations race with the load,
// and their loads with the atomic operation.
bool race_check::needs_both(word there, word now, unsigned thread) const
{
    const cell_access a = access_of(there), b = access_of(now);
    return !alone_ &&
           ((a == cell_access::read && stores(b) && !guess_[thread].swapped) ||
            (b == cell_access::read && stores(a))) &&
           segments[segment_of(there)].block == block_ && reach_of(there) != reach::grid &&
           (there ^ now) >> segment_shift != 0 && !all_lists.nearly_full() && is_ordered(there, thread);
}

// Where there are fences, one block's accesses may be ordered before some blocks and not before others; and volatile
// accesses race within a block only. So each block has a word of its own, as long as these are few.
void race_check::make_list(cell &c, word others)
{
    uint32_t number = all_lists.make(1);
    if (number == all_lists.none) { // one word for all blocks
        replace<false>(c.others, others, others | reach_mask);
        return;
    }
    word_list &list = all_lists[number];
    list.of[0] = others;
    list.count = 1;
    replace<false>(c.others, others, larger_by(number)); // if another core was faster, this number is lost
}

bool race_check::touch_list(unsigned thread, cell &c, word others, word now, bool plain_store, const place &at)
{
    word_list &list = all_lists[number_in(others)];
    while (list.locked.exchange(true, std::memory_order_acquire))
        std::this_thread::yield();
    bool same = c.others.load(std::memory_order_relaxed) == others;
    unsigned kept = 0;
    for (unsigned i = 0; i < list.count && same; ++i) {
        word w = list.of[i];
        if (!is_live<false>(w)) {
            if (several_streams_)
                check_stream(w, now, false, plain_store, at);
            continue;
        }
        check_against(w, now, false, plain_store, thread, {at.name, at.shared});
        if (!plain_store) {
            if (replaces(w, now, thread))
                continue;
            const segment &s = segments[segment_of(w)];
            if (s.block == block_ && s.epoch == epoch_ && access_of(w) == access_of(now)) { // one for each block
                now = merged(w, now, thread, nullptr);
                continue;
            }
        }
        list.of[kept++] = w;
    }
    if (same && !plain_store) {
        if (kept < word_list::room)
            list.of[kept++] = now;
        else
            c.others.store(now | reach_mask); // of the whole grid
    }
    if (same)
        list.count = kept;
    list.locked.store(false, std::memory_order_release);
    return same;
}

template <bool shared>
void race_check::touch(unsigned thread, cell_access what, uint64_t name, size_t size, const void *pc, cell *cells)
{
    bool plain_store = what == cell_access::none;
    word base = race_check::now(thread) | (word)line_codes_.of(pc) << line_shift | (word)what << access_shift;
    if (base >> segment_shift == 0)
        return; // a launch of more segments than there are numbers
    if (!shared && plain_store)
        about_to_store(name, size);
    for (uint64_t end = name + size; name < end; ++cells) {
        size_t in_cell = std::min<size_t>(4 - name % 4, end - name);
        word bytes = ((1u << in_cell) - 1) << name % 4;
        touch_cell<shared>(thread, *cells, base | bytes, plain_store, {name, shared});
        name += in_cell;
    }
}

// --- accesses ---

// How the cell records an access; none: a plain store.
cell_access race_check::cell_access_of(unsigned thread, access kind, bool of_block, const char *address)
{
    latest &l = latest_[thread];
    switch (kind) {
    case access::read: return cell_access::read;
    case access::write: stored_[thread].all = epoch_number_; return cell_access::none;
    case access::volatile_read: return cell_access::strong_read;
    case access::volatile_write:
        volatiles_ = true;
        // It sets a flag if a fence lies between what the thread stored before and this.
        if (stored_[thread].all == epoch_number_ || l.flag == address) {
            stored_[thread].all = epoch_number_;
            return cell_access::volatile_store;
        }
        l.flag = address;
        return cell_access::strong;
    case access::atomic:
    case access::exchange:
    case access::atomic_write: break;
    }
    return of_block ? cell_access::strong_block : cell_access::strong;
}

// The word of the last strong store in a cell; 0: there was none.
word race_check::writer_in(const cell &c, uint64_t name) const
{
    word store = c.store.load(std::memory_order_acquire);
    if (is_larger(store))
        return writer_in(all_byte_cells[number_in(store)].of[name % 4], name);
    word others = c.others.load(std::memory_order_relaxed);
    if (is_larger(others)) {
        const word_list &list = all_lists[number_in(others)];
        for (unsigned i = list.count; i-- > 0;)
            if (stores(access_of(list.of[i])))
                return list.of[i];
        return 0;
    }
    return stores(access_of(others)) ? others : 0;
}

// A volatile load, then a volatile store to the same place: a store by another thread of the block in between is lost.
void race_check::look_for_lost_update(unsigned thread, access kind, const char *address, const cell &c, const place &at,
                                      const void *pc)
{
    latest &l = latest_[thread];
    if (kind == access::volatile_read) {
        volatiles_ = true;
        word writer = writer_in(c, at.name);
        bool own = thread_of(writer) == thread && segments[segment_of(writer)].block == block_;
        look *slot = std::find_if(l.looks, std::end(l.looks),
                                  [&](const look &k) { return k.address == address && k.line == line_codes_.of(pc); });
        if (slot == std::end(l.looks))
            slot = &l.looks[l.next_look++ % latest::most_looks];
        else if ((slot->epoch == epoch_number_ || slot->unset) && !own)
            note_poll(line_codes_.of(pc));
        *slot = {address, line_codes_.of(pc), epoch_number_, !at.shared && writer == 0};
        l.looked_at = address;
        l.version = writer;
        return;
    }
    if (kind == access::volatile_write && l.released == epoch_number_ && l.flag == nullptr &&
        stored_[thread].all != epoch_number_)
        note_poll(line_codes_.of(pc)); // it sets a flag; it stores no data
    if (l.looked_at != address)
        return;
    l.looked_at = nullptr;
    word writer = writer_in(c, at.name);
    const bool is_same = ((writer ^ l.version) & ~(access_mask | reach_mask | bytes_mask)) == 0; // whoever has read it
    if (kind != access::volatile_write || is_same || writer < first_of_block_ ||
        segments[segment_of(writer)].block != block_ || access_of(writer) == cell_access::volatile_store ||
        thread_of(writer) == thread || is_ordered(writer, thread))
        return;
    word now =
        race_check::now(thread) | (word)line_codes_.of(pc) << line_shift | (word)cell_access::strong << access_shift;
    pending_.races.push_back({report_kind::lost_update, writer, now, false, false, at});
}

bool race_check::update_quickly(unsigned thread, size_t offset, size_t size, const void *pc)
{
    if (size != 4 || offset % 4 != 0 || launch_->sync_places.fenced || !were_written(offset, 15))
        return false;
    finish_pending();
    cell &c = shared_[offset / 4];
    word others = c.others.load(std::memory_order_relaxed), fresh = now(thread);
    fresh |= (word)line_codes_.of(pc) << line_shift | (word)cell_access::strong << access_shift | bytes_mask;
    if (c.store.load(std::memory_order_relaxed) >= first_of_epoch_ || fresh >> segment_shift == 0 ||
        (others >= first_of_epoch_ && !follows(fresh, others)))
        return false;
    c.others.store(fresh, std::memory_order_relaxed);
    return true;
}

void race_check::touch_shared(unsigned thread, access kind, const char *address, size_t offset, size_t size,
                              const void *pc)
{
    if (kind == access::atomic && update_quickly(thread, offset, size, pc))
        return;
    if (kind != access::read)
        finish_pending();
    if (is_volatile(kind))
        note_volatile(line_codes_.of(pc));
    if (writes(kind))
        remember_old(address, size);
    else if (kind == access::read)
        remember_guess(thread, address, line_codes_.of(pc));
    cell *cells = &shared_[offset / 4];
    if (is_volatile(kind))
        look_for_lost_update(thread, kind, address, *cells, {offset, true}, pc);
    cell_access what = cell_access_of(thread, kind, false, address);
    if (fences_ && (what == cell_access::strong_read || stores(what))) {
        auto flag = flags_.find(address);
        if (flag != flags_.end() && (!writes(kind) || is_update(kind)))
            listed_clocks(thread).observed_in_block.join(flag->second);
        const thread_clocks &t = thread_clocks_[thread];
        if (writes(kind) && t.block_fenced.epoch == epoch_)
            flags_[address].join(release_clock(thread, true));
    }
    touch<true>(thread, what, offset, size, pc, cells);
    forget_unless_racing();

    bool initialized = false;
    for (size_t i = offset; i < offset + size; ++i) {
        initialized |= written_[i / 8] >> i % 8 & 1;
        if (writes(kind))
            written_[i / 8] |= (uint8_t)(1 << i % 8);
    }
    // If a part of what is read was written, the rest may be padding. Bytes other than the poison were written by code
    // that does not call the checks: a library, or the compiler's own copy of a returned struct.
    if (kind == access::exchange && !exchanged_.empty())
        exchanged_.erase(thread);
    if ((needs_value(kind) || kind == access::exchange) && !initialized &&
        std::all_of(address, address + size, [](char byte) { return (unsigned char)byte == poison; })) {
        one_read r = {offset, pc, thread, is_atomic(kind), false};
        for (word w : stores_of_others(r))
            r.of_copy |= is_ordered(w, thread);
        if (kind == access::exchange)
            exchanged_[thread] = r;
        else
            uninitialized_.push_back(r);
    }
}

// What the thread's last exchange has found is used, so that was a read.
void race_check::uses_exchanged(unsigned thread, bool (*counts)(const void *pc))
{
    if (const auto found = exchanged_.find(thread); found != exchanged_.end()) {
        if (counts(found->second.pc))
            uninitialized_.push_back(found->second);
        exchanged_.erase(found);
    }
}

std::vector<word> race_check::stores_of_others(const one_read &r) const
{
    const cell *c = &shared_[r.offset / 4];
    word store = c->store.load(std::memory_order_relaxed);
    if (is_larger(store))
        c = &all_byte_cells[number_in(store)].of[r.offset % 4];
    std::vector<word> all;
    for (word w : {c->store.load(std::memory_order_relaxed), writer_in(*c, r.offset)})
        if (is_live<true>(w) && segments[segment_of(w)].epoch == epoch_ && thread_of(w) != r.thread &&
            !(r.atomic && access_of(w) >= cell_access::strong && !is_volatile_line(line_of(w))))
            all.push_back(w);
    return all;
}

// At the end of an epoch: reads of uninitialized shared memory. If another thread wrote there in this epoch, the two
// raced, which is reported already.
void race_check::report_uninitialized()
{
    for (const one_read &r : uninitialized_) {
        if (!r.of_copy && !stores_of_others(r).empty())
            continue;
        finding f = {};
        f.what = report_kind::uninitialized_shared;
        f.pc[0] = r.pc;
        f.thread[0] = r.thread;
        f.block[0] = block_;
        f.address = r.offset;
        f.add_place((uint64_t)block_ << 32 | r.offset / 4);
        add(f);
    }
    uninitialized_.clear();
    exchanged_.clear();
}

void race_check::touch_global(unsigned thread, access kind, bool of_block, const char *address, size_t size,
                              const void *pc, cell *cells)
{
    if (kind != access::read)
        finish_pending();
    if (cells == nullptr)
        return;
    // The load itself follows this call and may read a later value: so the place of the previous load is looked up
    // again.
    const char *looked_at = latest_[thread].looked_at;
    if (is_volatile(kind)) {
        note_volatile(line_codes_.of(pc));
        look_for_lost_update(thread, kind, address, *cells, {(uint64_t)address, false}, pc);
    } else if (kind == access::read) {
        remember_guess(thread, address, line_codes_.of(pc));
    }
    if (writes(kind) && !is_atomic(kind))
        remember_old(address, size);
    cell_access what = cell_access_of(thread, kind, of_block, address);
    if (what == cell_access::none || what == cell_access::volatile_store)
        note_store(thread);
    if (kind == access::volatile_write) {
        if (fences_) {
            places::one at(launch_->sync_places, address);
            release(thread, at, false);
            release_to_others(thread, address);
        }
        if (volatile_stores_) {
            places::one at(launch_->sync_places, address);
            release_unfenced(thread, at, clock_[thread]);
            tick(thread);
        }
        volatile_stores_ = true;
    } else if (kind == access::volatile_read) {
        if (launch_->sync_places.any) {
            for (const char *place : {looked_at, address}) {
                if (place == nullptr || (place == looked_at && place == address))
                    continue;
                places::one at(launch_->sync_places, place);
                observe_unfenced(thread, at);
            }
        }
        if (fences_) {
            std::vector<const void *> &all = listed_clocks(thread).volatile_reads;
            if (std::find(all.begin(), all.end(), address) == all.end()) {
                if (all.size() == most_volatile_reads)
                    observe_volatile_reads(thread);
                all.push_back(address);
            }
        }
    }
    touch<false>(thread, what, (uint64_t)address, size, pc, cells);
    forget_unless_racing();
}

// An unordered store is a race, which touch_global() has found.
void race_check::check_stale(unsigned thread, const char *address, size_t size, const void *pc, const cell *cells)
{
    const word base = now(thread) | (word)line_codes_.of(pc) << line_shift | (word)cell_access::read << access_shift;
    if (cells == nullptr || base >> segment_shift == 0)
        return;
    for (uint64_t name = (uint64_t)address, end = name + size; name < end; ++name) {
        const cell *c = &cells[name / 4 - (uint64_t)address / 4];
        if (word store = c->store.load(std::memory_order_acquire); is_larger(store))
            c = &all_byte_cells[number_in(store)].of[name % 4];
        const word plain = c->store.load(std::memory_order_relaxed), one_piece = writer_in(*c, name);
        for (word there : {plain, one_piece})
            if (is_live<false>(there) && (bytes_of(there) >> name % 4 & 1) && is_ordered(there, thread))
                found(report_kind::stale_texture, there, base | 1u << name % 4, there == plain, false, {name, false});
    }
}
} // namespace cpu_device
