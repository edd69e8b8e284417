// SPDX-License-Identifier: MIT
#include "races.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>

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

bool stores(deed d)
{
    return d != deed::none && d != deed::read && d != deed::strong_read;
}

// Between threads of a block these race with each other, between those of several blocks they do not.
bool is_volatile(deed d)
{
    return d == deed::strong_read || d == deed::volatile_store;
}

// Whether one atomic operation takes the place of an access: it has seen what that stored, and whoever comes behind it
// comes behind both ("observation order").
bool follows(word now, word there)
{
    return deed_of(now) >= deed::strong && deed_of(now) != deed::all && !is_volatile_line(line_of(now)) &&
           deed_of(there) != deed::read && deed_of(there) != deed::all;
}

// Of two deeds of different threads that may stand unordered, or have been found to do so, the one to look out for.
deed stronger(deed a, deed b)
{
    if (stores(a) && stores(b))
        return a == deed::volatile_store ? a : std::max(a, b);
    return stores(a) ? a : stores(b) ? b : std::min(a, b);
}

// Keys and points of what is known: of a block, the number of epochs that all is known of; of a thread, or all lanes of
// a warp, an epoch and a clock, up to which all is known.
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
      stored_(new stored[max_threads]), guess_(new guess[max_threads]), threads_know_(max_threads)
{
}

void race_check::prepare(launch_record &launch, size_t shared_size)
{
    begin_launch(launch);
    launch_ = &launch;
    met_when_crowded_.fill(nullptr);
    const dim3 &g = launch.name.grid, &b = launch.name.block;
    threads_ = b.x * b.y * b.z;
    alone_ = (uint64_t)g.x * g.y * g.z == 1;
    fences_ = program_has_fences();
    guesses_ = program_compares_and_swaps();
    stripes_.prepare(launch);
    if (forgotten_ != times_forgotten || spare_segments_.next() < launch.first_segment)
        spare_segments_.give_up();
    if (forgotten_ != times_forgotten) { // what is left of older launches would seem to be of later ones
        spare_byte_cells_.give_up();
        shared_.reset();
        std::fill_n(latest_.get(), max_threads, latest());
        std::fill_n(stored_.get(), max_threads, stored());
    }
    forgotten_ = times_forgotten;
    several_streams_ = several_streams;
    // Words of launches that are not ordered with this one are looked at, and then are no more.
    first_of_launch_ = (word)(several_streams_ ? first_unordered_segment(launch) : launch.first_segment)
                       << segment_shift;
    careful_left_ = most_careful;
    steps_left_ = most_steps;
    patience_ = most_patience;
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
        if (!launch_->handing_on.said_enough.exchange(true))
            fprintf(stderr,
                    "CPU device: the launch of %s has more barriers and blocks than are kept; from here on no races "
                    "are looked for in it\n",
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

void race_check::epoch_begins()
{
    std::fill_n(clock_.get(), threads_, 0);
    std::fill(warp_clock_, warp_clock_ + (threads_ + warp_size - 1) / warp_size, 0);
    if (partial_)
        memset(in_warp_.get(), 0, threads_ * sizeof in_warp_[0]);
    partial_ = false;
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
    epoch_ = covered_ = 0;
    fenced_ = volatile_stores_ = false;
    not_fenced_ = 0;
    for (unsigned t : listeners_)
        threads_know_[t] = what_it_knows();
    listeners_.clear();
    block_knows_ = block_heard_of_ = knowledge();
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

void race_check::block_ends(bool broken)
{
    finish_pending();
    storing[core_].what.store(0, std::memory_order_release);
    if (!broken) // else what was to be written may have been about to
        report_uninitialized();
    uninitialized_.clear();
    for (finding &f : found_)
        launch_->findings.add(f);
    found_.clear();
}

// --- what orders ---

void race_check::barrier()
{
    finish_pending();
    report_uninitialized();
    for (unsigned thread : listeners_) {
        hear(thread);
        what_it_knows &t = threads_know_[thread];
        for (knowledge *k : {&t.knows, &t.heard, &t.heard_in_block}) {
            block_knows_.learn(*k);
            *k = knowledge();
        }
        t.knows_in_block = knowledge();
        t.has_fenced = false;
        block_heard_of_.learn(t.heard_of);
        t.heard_of = knowledge();
        t.told_is_true = false;
    }
    flags_.clear();
    // A fence covers what its thread had heard of, which is all before the last barrier.
    if (fenced_)
        covered_ = std::max(covered_, epoch_);
    if (covered_ == epoch_ && not_fenced_ == 0)
        covered_ = epoch_ + 1;
    ++epoch_;
    fenced_ = false;
    not_fenced_ = 0;
    epoch_begins();
}

// What all blocks did before is as much in the past as an earlier launch.
void race_check::grid_barrier(uint32_t first_segment)
{
    storing[core_].what.store(0, std::memory_order_release);
    spare_segments_.give_up();
    first_of_launch_ = (word)first_segment << segment_shift;
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
    // What a lane has fenced off lies behind its fence for the lanes that it meets, too.
    knowledge known, in_block;
    for_each([&](unsigned t) {
        what_it_knows &lane = threads_know_[t];
        known.learn(lane.knows);
        in_block.learn(lane.knows_in_block);
        if (!lane.has_fenced)
            return;
        lane.has_fenced = false;
        auto learn = [&](knowledge &k, const moment &fence) {
            if (fence.epoch != epoch_)
                return;
            k.learn(key_of(block_, t), point_of(fence.epoch, fence.clock));
            if (fence.epoch > 0)
                k.learn(key_of(block_), fence.epoch);
        };
        learn(known, lane.fenced);
        learn(in_block, lane.block_fenced);
    });
    for_each([&](unsigned t) {
        stored_[t].all = 0;
        latest_[t].flag = nullptr;
        if (!known.empty() || !in_block.empty()) {
            what_it_knows &lane = listener(t);
            lane.knows = known;
            lane.knows_in_block = in_block;
            lane.told_is_true = false;
        }
    });
}

race_check::what_it_knows &race_check::listener(unsigned thread)
{
    what_it_knows &t = threads_know_[thread];
    if (!t.listens)
        listeners_.push_back(thread);
    t.listens = true;
    return t;
}

void race_check::fence(unsigned thread, bool of_device)
{
    const uint64_t before = knowledge::steps_made();
    finish_pending();
    hear(thread);
    launch_->handing_on.fenced.becomes_true();
    what_it_knows &t = listener(thread);
    t.knows.learn(t.heard_in_block);
    t.heard_in_block = knowledge();
    t.block_fenced = {epoch_, clock_[thread]};
    t.has_fenced = true;
    unsigned warp = thread / warp_size, first = warp * warp_size;
    if (warp_clock_[warp] > 0)
        t.knows.learn(key_of_warp(block_, thread), point_of(epoch_, warp_clock_[warp] - 1));
    for (unsigned lane = 0; partial_ && lane < warp_size; ++lane)
        if (in_warp_[thread][lane] > 0)
            t.knows.learn(key_of(block_, first + lane), point_of(epoch_, in_warp_[thread][lane] - 1));
    if (of_device) {
        t.knows.learn(t.heard);
        t.heard = knowledge();
        t.fenced = t.block_fenced;
        if (stored_[thread].global == epoch_number_)
            --not_fenced_;
        stored_[thread].global = 0;
        fenced_ = true;
    }
    t.told_is_true = false;
    latest_[thread].released = stored_[thread].all == epoch_number_ ? epoch_number_ : 0;
    stored_[thread].all = 0;
    latest_[thread].flag = nullptr;
    tick(thread);
    steps_left_ += steps_a_fence;
    pay_for_steps(before);
}

// What has been learnt since there were so many steps.
void race_check::pay_for_steps(uint64_t before)
{
    steps_left_ -= (int64_t)(knowledge::steps_made() - before);
    if (__builtin_expect(steps_left_ < 0, false))
        launch_->handing_on.crowded.becomes_true();
}

// What the thread's strong stores hand on, for all or to its own block alone.
knowledge race_check::released(unsigned thread, bool to_block) const
{
    const what_it_knows &t = threads_know_[thread];
    knowledge all;
    if (crowded()) {
        all.cover(segments.next());
        return all;
    }
    all = t.knows;
    if (to_block)
        all.learn(t.knows_in_block);
    all.learn(block_knows_);
    uint32_t epochs = covered_;
    const moment &fenced = to_block ? t.block_fenced : t.fenced;
    if (fenced.epoch != never) {
        epochs = std::max(epochs, fenced.epoch);
        all.learn(key_of(block_, thread), point_of(fenced.epoch, fenced.clock));
    }
    if (epochs > 0)
        all.learn(key_of(block_), epochs);
    return all;
}

// The thread stores there in one piece: so it hands on what lies behind its last fence.
void race_check::hand_on(unsigned thread, places::one &at, bool of_block)
{
    what_it_knows &t = threads_know_[thread];
    bool fenced = t.fenced.epoch != never || t.block_fenced.epoch != never;
    if (!fenced && covered_ == 0 && block_knows_.empty() && t.knows.empty())
        return;
    launch_->handing_on.any.becomes_true();
    handed_on &there = at.make();
    if (crowded()) {
        there.cover(segments.next());
        return;
    }
    if (!t.told_is_true) {
        listener(thread);
        t.told = released(thread, false);
        t.told_to_block = released(thread, true);
        t.told_is_true = true;
        t.told_at = nullptr;
    }
    if (t.told_at == at.address())
        return; // what is handed on there only grows
    t.told_at = of_block ? nullptr : at.address();
    const uint64_t before = knowledge::steps_made();
    if (!of_block)
        there.fenced.learn(t.told);
    there.to_block(block_).learn(t.told_to_block);
    pay_for_steps(before);
}

// The thread has stored there, and before that until `clock`.
void race_check::tell(unsigned thread, places::one &at, uint32_t clock)
{
    launch_->handing_on.any.becomes_true();
    handed_on &there = at.make();
    if (crowded())
        return;
    if (epoch_ > 0)
        there.without_fence.learn(key_of(block_), epoch_);
    there.without_fence.learn(key_of(block_, thread), point_of(epoch_, clock));
}

// The thread reads what was handed on there.
void race_check::take(unsigned thread, places::one &at, bool of_block)
{
    handed_on *there = at.if_any();
    if (there == nullptr)
        return;
    if (crowded()) {
        there->cover(segments.next());
        met_when_crowded(at.address()) = at.address();
        take_all(thread, of_block);
        return;
    }
    what_it_knows &t = listener(thread);
    auto last = std::find_if(t.heard_at_last.begin(), t.heard_at_last.end(),
                             [&](const heard_at &h) { return h.address == at.address(); });
    if (last == t.heard_at_last.end()) {
        if (t.heard_at_last.size() == most_heard_at)
            take_heard(t);
        last = t.heard_at_last.insert(t.heard_at_last.end(), {at.address(), {}, {}});
    }
    if (!of_block)
        last->fenced = there->fenced;
    last->fenced_block = there->to_block(block_);
}

// In a crowded launch: all that happened until now.
void race_check::take_all(unsigned thread, bool of_block)
{
    what_it_knows &t = listener(thread);
    if (!of_block)
        t.heard.cover(segments.next());
    t.heard_in_block.cover(segments.next());
}

void race_check::take_heard(what_it_knows &t)
{
    if (crowded() && !t.heard_at_last.empty()) {
        t.heard.cover(segments.next());
        t.heard_in_block.cover(segments.next());
        t.heard_at_last.clear();
    }
    for (const heard_at &h : t.heard_at_last) {
        t.heard.learn(h.fenced);
        t.heard_in_block.learn(h.fenced_block);
    }
    t.heard_at_last.clear();
}

void race_check::hear_of(unsigned thread, places::one &at)
{
    const handed_on *there = at.if_any();
    if (there != nullptr && !there->without_fence.empty())
        listener(thread).heard_of.learn(there->without_fence);
}

// What the thread may have read by volatile loads until now.
void race_check::hear(unsigned thread)
{
    std::vector<const void *> &all = threads_know_[thread].looked_at;
    for (const void *address : all) {
        places::one at(launch_->handing_on, address);
        take(thread, at, false);
    }
    all.clear();
    take_heard(threads_know_[thread]);
}

void race_check::atomic_begins(const void *address)
{
    finish_pending();
    in_atomic_ = true;
    if (!crowded() || met_when_crowded(address) != address)
        atomic_at_.emplace(launch_->handing_on, address);
}

// Nobody else comes to the place meanwhile: so only what was stored is handed on.
void race_check::atomic_ends(unsigned thread, bool of_block, bool stored)
{
    in_atomic_ = false;
    if (!atomic_at_.has_value()) {
        take_all(thread, of_block);
    } else if (launch_->handing_on.is_in_use()) {
        take(thread, *atomic_at_, of_block);
        hear_of(thread, *atomic_at_);
        if (stored)
            hand_on(thread, *atomic_at_, of_block);
    }
    if (stored && volatile_stores_) {
        if (atomic_at_.has_value())
            tell(thread, *atomic_at_, clock_[thread]);
        tick(thread);
    }
    atomic_at_.reset();
}

void race_check::compare_exchange(unsigned thread, const char *address)
{
    guess &g = guess_[thread];
    g.swapped = g.address == address;
    if (g.swapped)
        launch_->findings.let_guess_pass(line_pc(g.line));
}

bool race_check::knows(unsigned thread, word what) const
{
    const knowledge &own = threads_know_[thread].knows;
    if (own.empty() && block_knows_.empty())
        return false;
    const uint32_t number = segment_of(what);
    if (own.covers(number) || block_knows_.covers(number))
        return true;
    const segment &s = segments[number];
    const unsigned of = thread_of(what);
    uint64_t block = key_of(s.block);
    if (s.epoch < own[block] || s.epoch < block_knows_[block])
        return true;
    uint64_t point = point_of(s.epoch, s.clock);
    for (uint64_t key : {key_of(s.block, of), key_of_warp(s.block, of)})
        if (point <= own[key] || point <= block_knows_[key])
            return true;
    return false;
}

// Whether all that the word stands for is ordered before what the thread does now.
bool race_check::is_ordered(word earlier, unsigned thread) const
{
    const segment &s = segments[segment_of(earlier)];
    reach far = reach_of(earlier);
    unsigned who = thread_of(earlier);
    if (far == reach::grid) // in a program with fences, there were too many to keep
        return fences_ && !(threads_know_[thread].knows.empty() && block_knows_.empty());
    if (s.block != block_)
        return knows(thread, earlier); // of several, one
    if (s.epoch < epoch_)
        return true;
    if (far == reach::block)
        return fences_ && !threads_know_[thread].knows.empty();
    if (far == reach::one && who == thread)
        return true;
    unsigned warp = thread / warp_size;
    if (who / warp_size == warp && s.clock < warp_clock_[warp])
        return true;
    if (far == reach::warp) // of several, one
        return fences_ && knows(thread, earlier);
    if (partial_ && who / warp_size == warp && s.clock < in_warp_[thread][who % warp_size])
        return true;
    return fences_ && knows(thread, earlier);
}

// --- conflicts ---

// Whether what two threads do to the same bytes may not stand unordered; of both, whether they are plain stores.
bool race_check::conflict(word there, word now, bool there_stores, bool now_stores) const
{
    if (there_stores || now_stores)
        return true;
    deed a = deed_of(there), b = deed_of(now);
    if (a > b)
        std::swap(a, b);
    bool same_block = reach_of(there) != reach::grid && segments[segment_of(there)].block == block_;
    switch (a) {
    case deed::none: return false;
    case deed::read: return b >= deed::volatile_store;
    case deed::strong_read: return b == deed::volatile_store && same_block;
    case deed::volatile_store:
        return b == deed::all || (b == deed::strong_block && !same_block) || same_block; // else see check_handed_on()
    case deed::strong: return b == deed::all || (b == deed::strong_block && !same_block);
    case deed::strong_block: return b == deed::all || !same_block;
    case deed::all: return true;
    }
    return false;
}

void race_check::check_against(word there, word now, bool there_stores, bool now_stores, unsigned thread,
                               const place &at)
{
    if (!there_stores && !now_stores && stores(deed_of(there)) && is_volatile_line(line_of(there))) {
        if (thread_of(there) == thread && segments[segment_of(there)].block == block_) {
            // whoever else it stands for has looked at what this thread has stored, and may look again
            if (deed_of(now) == deed::volatile_store && reach_of(there) != reach::one && reach_of(there) != reach::grid)
                found(at.shared ? finding::kind::race : finding::kind::race_in_block,
                      (there & ~deed_mask) | (word)deed::strong_read << deed_shift, now, false, false, at);
            return;
        }
        if (deed_of(now) == deed::strong_read)
            check_handed_on(there, now, thread, at);
    }
    if (!conflict(there, now, there_stores, now_stores))
        return;
    if (is_ordered(there, thread))
        return;
    const segment &s = segments[segment_of(there)];
    auto what = at.shared                                             ? finding::kind::race
                : s.block == block_ && reach_of(there) != reach::grid ? finding::kind::race_in_block
                                                                      : finding::kind::race_between_blocks;
    bool there_writes = there_stores || stores(deed_of(there));
    bool now_writes = now_stores || deed_of(now) == deed::volatile_store || deed_of(now) == deed::strong;
    if (there_writes && now_writes && pending_.address != nullptr)
        pending_.races.push_back({what, there, now, there_stores, now_stores, at});
    else
        found(what, there, now, there_stores, now_stores, at);
}

knowledge race_check::known_at_launch(unsigned thread)
{
    finish_pending();
    knowledge known = threads_know_[thread].knows;
    known.learn(block_knows_);
    if (epoch_ > 0)
        known.learn(key_of(block_), epoch_);
    known.learn(key_of(block_, thread), point_of(epoch_, clock_[thread]));
    const unsigned warp = thread / warp_size, first = warp * warp_size;
    if (warp_clock_[warp] > 0)
        known.learn(key_of_warp(block_, thread), point_of(epoch_, warp_clock_[warp] - 1));
    for (unsigned lane = 0; partial_ && lane < warp_size; ++lane)
        if (in_warp_[thread][lane] > 0)
            known.learn(key_of(block_, first + lane), point_of(epoch_, in_warp_[thread][lane] - 1));
    tick(thread);
    return known;
}

namespace
{
// Whether all that a word of the parent stands for came before the launch.
bool known_at(const knowledge &known, word there)
{
    const segment &s = segments[segment_of(there)];
    if (s.epoch < known[key_of(s.block)])
        return true;
    const uint64_t point = point_of(s.epoch, s.clock);
    switch (reach_of(there)) {
    case reach::one:
        return point <= known[key_of(s.block, thread_of(there))] ||
               point <= known[key_of_warp(s.block, thread_of(there))];
    case reach::warp: return point <= known[key_of_warp(s.block, thread_of(there))];
    case reach::block:
    case reach::grid: return false;
    }
    return false;
}
} // namespace

// Of two launches that go back to one of the host's: whether what the word of the other stands for is ordered before
// this one, which runs later. A child comes behind what its thread knew of when it launched it.
bool race_check::comes_before_this(const launch_place &other, word there) const
{
    for (const child_of *mine = launch_->child.get(); mine != nullptr; mine = mine->of.get())
        if (mine->parent == other.number)
            return mine->tail || known_at(mine->known, there);
    // Both are below one kernel, in two children of it.
    for (const child_of *its = other.child.get(); its != nullptr; its = its->of.get())
        for (const child_of *mine = launch_->child.get(); mine != nullptr; mine = mine->of.get())
            if (its->parent == mine->parent && its != mine)
                return (mine->tail && !its->tail) ||
                       (its->stream == mine->stream && !mine->own_stream && its->sequence < mine->sequence);
    return true;
}

// Whether a launch above this one, or beside it, has read what is read here too, and is not ordered before it: then a
// store of this launch will race with that.
bool race_check::is_unordered_read(word there, word now) const
{
    if (launch_->child == nullptr || there < first_of_launch_ || is_larger(there) || deed_of(there) != deed::read ||
        deed_of(now) != deed::read)
        return false;
    const launch_place other = place_of_launch(segments[segment_of(there)].launch);
    return other.number != 0 && other.work == launch_->work && other.stream == launch_->stream &&
           !comes_before_this(other, there);
}

// A word of another launch, which may be of another stream with nothing between that orders the two.
void race_check::check_stream(word there, word now, bool there_stores, bool now_stores, const place &at)
{
    if (there < first_of_launch_ || is_larger(there))
        return;
    const bool there_writes = there_stores || stores(deed_of(there)), now_writes = now_stores || stores(deed_of(now));
    const bool there_plain = there_stores || deed_of(there) == deed::read || deed_of(there) == deed::all;
    const bool now_plain = now_stores || deed_of(now) == deed::read;
    if (!(there_writes || now_writes) || !(there_plain || now_plain))
        return;
    const uint32_t number = segments[segment_of(there)].launch;
    if (number == launch_->number)
        return;
    const launch_place other = place_of_launch(number);
    if (other.number == 0)
        return;
    const bool family = other.work == launch_->work && other.stream == launch_->stream;
    if (family ? comes_before_this(other, there) : launch_->comes_after.knows(other.stream, other.work))
        return;
    launch_->findings.add({{number, launch_->number},
                           {other.name, launch_->name},
                           {line_pc(line_of(there)), line_pc(line_of(now))},
                           {there_writes, now_writes},
                           at.name,
                           family});
}

// A volatile load finds what another thread has stored. That is no race, but the reader may have learnt of more: of
// what that thread did after this store. Then a fence should have kept the two in order; unless the reader looks there
// in any case, whether it has learnt of something or not.
void race_check::check_handed_on(word there, word now, unsigned thread, const place &at)
{
    const segment &s = segments[segment_of(there)];
    if (at.shared || is_ordered(there, thread))
        return;
    uint64_t block = key_of(s.block), key = key_of(s.block, thread_of(there)), point = point_of(s.epoch, s.clock);
    for (const knowledge *k : {&threads_know_[thread].heard_of, &block_heard_of_})
        if ((s.block != block_ && s.epoch < (*k)[block]) || point <= (*k)[key]) {
            found(finding::kind::volatile_without_fence, there, now, false, false, at);
            return;
        }
    note_poll(line_of(now));
}

void race_check::note_volatile(uint32_t line)
{
    launch_->handing_on.volatiles.becomes_true();
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

void race_check::found(finding::kind what, word there, word now, bool there_stores, bool now_stores, const place &at)
{
    finding f = {};
    f.what = what;
    const word words[2] = {there, now};
    const bool plain[2] = {there_stores, now_stores};
    for (int i = 0; i < 2; ++i) {
        deed d = deed_of(words[i]), other = deed_of(words[1 - i]);
        // what both reads and stores did harm by the one or the other
        bool reads = d == deed::all && !plain[1 - i] && stores(other) && other != deed::all;
        const segment &s = segments[segment_of(words[i])];
        f.pc[i] = line_pc(line_of(words[i]));
        f.is_volatile[i] = !plain[i] && !reads && is_volatile_line(line_of(words[i]));
        f.writes[i] = plain[i] || (stores(d) && !reads);
        f.atomic[i] = f.writes[i] && !plain[i] && !f.is_volatile[i];
        f.of_block[i] = d == deed::strong_block && !plain[i];
        f.thread[i] = thread_of(words[i]);
        f.block[i] = s.block;
    }
    f.across_warps = f.block[0] != f.block[1] || f.thread[0] / warp_size != f.thread[1] / warp_size ||
                     reach_of(there) >= reach::block;
    // The word names this very thread, or one that is ordered before it, or of the grid one of this block: but it
    // stands for others too.
    const bool of_grid = reach_of(there) == reach::grid, same_block = f.block[0] == f.block[1];
    if (what != finding::kind::stale_texture &&
        ((same_block && (of_grid || f.thread[0] == f.thread[1])) ||
         (reach_of(there) != reach::one && is_ordered(there & ~reach_mask, thread_of(now))))) {
        if (of_grid)
            f.block[0] = finding::some_other;
        f.thread[0] = finding::some_other;
    }
    f.sort();
    f.address = at.name;
    f.add_place(at.shared ? (uint64_t)block_ << 32 | at.name / 4 : at.name / 4);
    merge(found_, f);
}

// --- stores whose value is not known yet ---

// Another core may be about to do the store that its cell tells of; then what is there now is not what it stores.
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
        // It has no processor, or has long stored and does something else.
        const auto begin = clock::now();
        while (stores_there(i) && clock::now() - begin < patience_)
            std::this_thread::yield();
        patience_ -= std::min<clock::duration>(clock::now() - begin, patience_);
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

// The last store is done: it raced with other stores if it changed anything.
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
    return w >= first_of_launch_ && !is_larger(w) && segments[segment_of(w)].launch == launch_->number;
}

// One word for what a word stands for and what happens now, which is no plain store.
word race_check::merged(word there, word now, unsigned thread) const
{
    const segment &s = segments[segment_of(there)];
    reach far = reach_of(there);
    bool here = s.block == block_ && far != reach::grid;
    if (far == reach::one && here && thread_of(there) == thread && ((there ^ now) >> segment_shift) == 0) {
        deed a = deed_of(there), b = deed_of(now);
        bool guessed = a == deed::read && guess_[thread].swapped;
        deed d = a == b || guessed                                                  ? b
                 : (a == deed::read) != (b == deed::read) && stores(a) != stores(b) ? deed::all
                                                                                    : std::max(a, b);
        return (now & ~deed_mask) | (word)d << deed_shift | bytes_of(there);
    }
    if (follows(now, there) || (here && is_ordered(there, thread)))
        return now;
    deed d = stronger(deed_of(there), deed_of(now));
    far = !here || far == reach::grid                                                 ? reach::grid
          : far == reach::block || thread_of(there) / warp_size != thread / warp_size ? reach::block
                                                                                      : reach::warp;
    // It goes by the name of who stores, else of the first; but what has come since then may be ordered before less.
    bool keep =
        !stores(deed_of(now)) && (stores(deed_of(there)) || far == reach::grid || (there ^ now) >> segment_shift == 0);
    word name = keep ? there : now;
    return (name & ~(deed_mask | reach_mask)) | (word)d << deed_shift | (word)far << reach_shift;
}

// Threads share the bytes of the cell: from now on each has a cell of its own.
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

template <bool shared>
void race_check::touch_cell(unsigned thread, cell &c, word now, bool plain_store, const place &at)
{
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
        }
        auto by_bytes = [&](word w) {
            return bytes_of(w) != bytes_of(now) && (reach_of(w) != reach::one || (w ^ now) >> thread_shift != 0);
        };
        if ((store_lives && by_bytes(store)) || (others_live && by_bytes(others))) {
            if (expand<shared>(c, store, others))
                continue;
            return; // there is no memory for that: it is not looked at
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
                (launch_->handing_on.fenced || is_volatile(deed_of(others)) || is_volatile(deed_of(now))) &&
                !replaces(others, now, thread)) {
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
            if (!shared && !alone_) { // a reader on another core may have come between
                word since = c.others.load();
                if (since != others && is_live<shared>(since))
                    check_against(since, now, false, true, thread, at);
            }
        } else {
            if (!shared && several_streams_ && !others_live && is_unordered_read(others, now))
                return; // it is kept in place of this one
            word fresh = others_live ? merged(others, now, thread) : now;
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

// Whether nothing need be kept of what a word stands for, once `now` is.
bool race_check::replaces(word there, word now, unsigned thread) const
{
    if (bytes_of(there) != bytes_of(now))
        return false;
    if (follows(now, there))
        return true;
    bool less = deed_of(there) == deed_of(now) ||
                (deed_of(now) == deed::read ? deed_of(there) == deed::strong_read : deed_of(there) < deed_of(now));
    return less &&
           (deed_of(there) != deed::read || deed_of(now) == deed::read || deed_of(now) == deed::all ||
            guess_[thread].swapped) &&
           is_ordered(there, thread);
}

// Where there are fences, what one block does may be ordered before what some of the others do and not before the rest;
// and what is volatile races within a block only. So blocks are kept apart, as long as there are few.
void race_check::make_list(cell &c, word others)
{
    uint32_t number = all_lists.make(1);
    if (number == all_lists.none) { // all of them by one name
        replace<false>(c.others, others, others | reach_mask);
        return;
    }
    word_list &list = all_lists[number];
    list.of[0] = others;
    list.count = 1;
    replace<false>(c.others, others, larger_by(number)); // or another core was faster, and this number is lost
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
        check_against(w, now, false, plain_store, thread, at);
        if (!plain_store) {
            if (replaces(w, now, thread))
                continue;
            const segment &s = segments[segment_of(w)];
            if (s.block == block_ && s.epoch == epoch_ && deed_of(w) == deed_of(now)) { // of each block, one
                now = merged(w, now, thread);
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
void race_check::touch(unsigned thread, deed what, uint64_t name, size_t size, const void *pc, cell *cells)
{
    bool plain_store = what == deed::none;
    word base = race_check::now(thread) | (word)line_codes_.of(pc) << line_shift | (word)what << deed_shift;
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

// What an access is to others; none: a plain store.
deed race_check::deed_of_access(unsigned thread, access kind, bool of_block, const char *address)
{
    latest &l = latest_[thread];
    switch (kind) {
    case access::read: return deed::read;
    case access::write: stored_[thread].all = epoch_number_; return deed::none;
    case access::volatile_read: return deed::strong_read;
    case access::volatile_write:
        volatiles_ = true;
        // It sets a flag if what the thread wrote before is fenced off.
        if (stored_[thread].all == epoch_number_ || l.flag == address) {
            stored_[thread].all = epoch_number_;
            return deed::volatile_store;
        }
        l.flag = address;
        return deed::strong;
    case access::atomic:
    case access::exchange:
    case access::atomic_write: break;
    }
    return of_block ? deed::strong_block : deed::strong;
}

// Who has stored in one piece in a cell, or with others.
word race_check::writer_in(const cell &c, uint64_t name) const
{
    word store = c.store.load(std::memory_order_acquire);
    if (is_larger(store))
        return writer_in(all_byte_cells[number_in(store)].of[name % 4], name);
    word others = c.others.load(std::memory_order_relaxed);
    if (is_larger(others)) {
        const word_list &list = all_lists[number_in(others)];
        for (unsigned i = list.count; i-- > 0;)
            if (stores(deed_of(list.of[i])))
                return list.of[i];
        return 0;
    }
    return stores(deed_of(others)) ? others : 0;
}

// A volatile load, then a store to the same place: what another thread of the block has stored between is lost.
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
        note_poll(line_codes_.of(pc)); // the flag for what it stored before, and no data
    if (l.looked_at != address)
        return;
    l.looked_at = nullptr;
    word writer = writer_in(c, at.name);
    if (kind != access::volatile_write || writer == l.version || writer < first_of_block_ ||
        segments[segment_of(writer)].block != block_ || deed_of(writer) == deed::volatile_store ||
        thread_of(writer) == thread || is_ordered(writer, thread))
        return;
    word now = race_check::now(thread) | (word)line_codes_.of(pc) << line_shift | (word)deed::strong << deed_shift;
    pending_.races.push_back({finding::kind::lost_update, writer, now, false, false, at});
}

bool race_check::update_quickly(unsigned thread, size_t offset, size_t size, const void *pc)
{
    if (size != 4 || offset % 4 != 0 || launch_->handing_on.fenced || !were_written(offset, 15))
        return false;
    finish_pending();
    cell &c = shared_[offset / 4];
    word others = c.others.load(std::memory_order_relaxed), fresh = now(thread);
    fresh |= (word)line_codes_.of(pc) << line_shift | (word)deed::strong << deed_shift | bytes_mask;
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
    deed what = deed_of_access(thread, kind, false, address);
    if (fences_ && (what == deed::strong_read || stores(what))) {
        auto flag = flags_.find(address);
        if (flag != flags_.end() && (!writes(kind) || is_update(kind)))
            listener(thread).heard_in_block.learn(flag->second);
        const what_it_knows &t = threads_know_[thread];
        if (writes(kind) && t.block_fenced.epoch == epoch_)
            flags_[address].learn(released(thread, true));
    }
    touch<true>(thread, what, offset, size, pc, cells);

    bool initialized = false;
    for (size_t i = offset; i < offset + size; ++i) {
        initialized |= written_[i / 8] >> i % 8 & 1;
        if (writes(kind))
            written_[i / 8] |= (uint8_t)(1 << i % 8);
    }
    // A part that was not written may be padding. What differs from how the block got it was written by code that has
    // no calls of the checks: a library's, or that which puts a struct where a function is to return it.
    if (needs_value(kind) && !initialized &&
        std::all_of(address, address + size, [](char byte) { return (unsigned char)byte == poison; })) {
        one_read r = {offset, pc, thread, false};
        for (word w : stores_of_others(r))
            r.of_copy |= is_ordered(w, thread);
        uninitialized_.push_back(r);
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
        if (is_live<true>(w) && segments[segment_of(w)].epoch == epoch_ && thread_of(w) != r.thread)
            all.push_back(w);
    return all;
}

// At the end of an epoch: what was read before anything was written. If another thread did write in this epoch, the two
// raced, which has been found.
void race_check::report_uninitialized()
{
    for (const one_read &r : uninitialized_) {
        if (!r.of_copy && !stores_of_others(r).empty())
            continue;
        finding f = {};
        f.what = finding::kind::uninitialized_shared;
        f.pc[0] = r.pc;
        f.thread[0] = r.thread;
        f.block[0] = block_;
        f.address = r.offset;
        f.add_place((uint64_t)block_ << 32 | r.offset / 4);
        merge(found_, f);
    }
    uninitialized_.clear();
}

void race_check::touch_global(unsigned thread, access kind, bool of_block, const char *address, size_t size,
                              const void *pc, cell *cells)
{
    finish_pending();
    if (cells == nullptr)
        return;
    // The load that comes behind this call's may see more than is known now: so its place is looked up again.
    const char *looked_at = latest_[thread].looked_at;
    if (is_volatile(kind)) {
        note_volatile(line_codes_.of(pc));
        look_for_lost_update(thread, kind, address, *cells, {(uint64_t)address, false}, pc);
    } else if (kind == access::read) {
        remember_guess(thread, address, line_codes_.of(pc));
    }
    if (writes(kind) && !is_atomic(kind))
        remember_old(address, size);
    deed what = deed_of_access(thread, kind, of_block, address);
    if (what == deed::none || what == deed::volatile_store)
        note_store(thread);
    if (kind == access::volatile_write) {
        if (fences_) {
            places::one at(launch_->handing_on, address);
            hand_on(thread, at, false);
        }
        if (volatile_stores_) {
            places::one at(launch_->handing_on, address);
            tell(thread, at, clock_[thread]);
            tick(thread);
        }
        volatile_stores_ = true;
    } else if (kind == access::volatile_read) {
        if (launch_->handing_on.any) {
            for (const char *place : {looked_at, address}) {
                if (place == nullptr || (place == looked_at && place == address))
                    continue;
                places::one at(launch_->handing_on, place);
                hear_of(thread, at);
            }
        }
        if (fences_) {
            std::vector<const void *> &all = listener(thread).looked_at;
            if (std::find(all.begin(), all.end(), address) == all.end()) {
                if (all.size() == most_looked_at)
                    hear(thread);
                all.push_back(address);
            }
        }
    }
    touch<false>(thread, what, (uint64_t)address, size, pc, cells);
}

// What is not ordered is a race, which touch_global() has found.
void race_check::check_stale(unsigned thread, const char *address, size_t size, const void *pc, const cell *cells)
{
    const word base = now(thread) | (word)line_codes_.of(pc) << line_shift | (word)deed::read << deed_shift;
    if (cells == nullptr || base >> segment_shift == 0)
        return;
    for (uint64_t name = (uint64_t)address, end = name + size; name < end; ++name) {
        const cell *c = &cells[name / 4 - (uint64_t)address / 4];
        if (word store = c->store.load(std::memory_order_acquire); is_larger(store))
            c = &all_byte_cells[number_in(store)].of[name % 4];
        const word plain = c->store.load(std::memory_order_relaxed), one_piece = writer_in(*c, name);
        for (word there : {plain, one_piece})
            if (is_live<false>(there) && (bytes_of(there) >> name % 4 & 1) && is_ordered(there, thread))
                found(finding::kind::stale_texture, there, base | 1u << name % 4, there == plain, false, {name, false});
    }
}
} // namespace cpu_device
