// SPDX-License-Identifier: MIT
// The clocks of a block: what fences, and atomic and volatile accesses, release and acquire.
#include <algorithm>

#include "clock_keys.h"
#include "clocks.h"
#include "meetings.h"
#include "order.h"

namespace cpu_device
{
block_clocks::thread_clocks &block_clocks::listed_clocks(unsigned thread)
{
    thread_clocks &t = thread_clocks_[thread];
    if (!t.is_listed)
        listed_threads_.push_back(thread);
    t.is_listed = true;
    return t;
}

void block_clocks::fence(unsigned thread, bool of_device, fence_order order)
{
    const uint64_t before = vector_clock::steps_made();
    of_device |= !block_scope_; // which is not kept apart then
    launch_->synced.fenced.becomes_true();
    thread_clocks &t = listed_clocks(thread);
    t.has_fenced = true;
    lanes_.join(t.acquired, thread);
    if (order != fence_order::release)
        acquire(thread, of_device);
    if (order != fence_order::acquire)
        fence_stores(thread, of_device);
    t.released_is_current = false;
    time_.tick(thread);
    budget_.add_fence(block_scope_);
    pay_for_steps(before);
}

// The half of a fence that is about what the thread has read.
void block_clocks::acquire(unsigned thread, bool of_device)
{
    thread_clocks &t = listed_clocks(thread);
    of_device |= !block_scope_;
    if (of_device && !coarse())
        for (observation &h : t.observations)
            if (h.covers_left && h.address == t.left_at && t.acquired.is(t.left)) { // no join is needed
                t.acquired = std::move(h.fenced);
                t.left = t.acquired;
            }
    observe_volatile_reads(thread);
    t.acquired.join(t.observed_in_block);
    t.observed_in_block = vector_clock();
    if (of_device) {
        t.acquired.join(t.observed);
        t.observed = vector_clock();
    }
}

// The half that is about what it has stored.
void block_clocks::fence_stores(unsigned thread, bool of_device)
{
    thread_clocks &t = listed_clocks(thread);
    t.block_fenced = {time_.epoch(), time_.clock(thread)};
    if (of_device) {
        t.fenced = t.block_fenced;
        fenced_ = true;
    }
    stores_.fence(thread, of_device, time_.epoch_number());
}

// Subtracts the steps of the joins since there were `before`.
void block_clocks::pay_for_steps(uint64_t before)
{
    if (__builtin_expect(!budget_.pay(before), false))
        launch_->synced.coarse.becomes_true();
}

// The vector clock that the thread's strong stores release, to all or to its own block.
vector_clock block_clocks::release_clock(unsigned thread, bool to_block) const
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
    const timestamp_of_fence &fenced = to_block ? t.block_fenced : t.fenced;
    if (fenced.epoch != never) {
        epochs = std::max(epochs, fenced.epoch);
        all.join(key_of(time_.block(), thread), point_of(fenced.epoch, fenced.clock));
    }
    if (epochs > 0)
        all.join(key_of(time_.block()), epochs);
    return all;
}

// A strong store of the thread: it releases what came before the thread's last fence.
void block_clocks::release(unsigned thread, sync_objects::one &at, bool of_block)
{
    thread_clocks &t = thread_clocks_[thread];
    bool fenced = t.fenced.epoch != never || t.block_fenced.epoch != never;
    if (!fenced && covered_ == 0 && block_acquired_.empty() && t.acquired.empty())
        return;
    launch_->synced.any.becomes_true();
    released_clocks &there = at.make();
    if (coarse()) {
        there.cover(segments.next());
        return;
    }
    const vector_clock last = t.released; // no more than it releases now
    if (!t.released_is_current) {
        listed_clocks(thread);
        t.released = release_clock(thread, false);
        if (block_scope_)
            t.released_to_block = release_clock(thread, true);
        t.released_is_current = true;
        t.released_at = nullptr;
        t.told_host = false;
    }
    if (t.released_at == at.address())
        return; // the clock of a place only grows, so it holds this one already
    of_block &= block_scope_;
    t.released_at = of_block ? nullptr : at.address();
    const uint64_t before = vector_clock::steps_made();
    if (!of_block) {
        if (there.fenced.is(t.acquired) || there.fenced.is(last))
            there.fenced = t.released;
        else
            there.fenced.join(t.released);
        t.left = t.acquired;
        t.left_at = at.address();
        for (observation &h : t.observations)
            h.covers_left = false;
    }
    if (block_scope_)
        there.to_block(time_.block()).join(t.released_to_block);
    pay_for_steps(before);
}

// A strong store of the thread at `clock`: what it releases if no fence is asked for.
void block_clocks::release_unfenced(unsigned thread, sync_objects::one &at, uint32_t clock)
{
    launch_->synced.any.becomes_true();
    released_clocks &there = at.make();
    if (coarse())
        return;
    if (time_.epoch() > 0)
        there.unfenced.join(key_of(time_.block()), time_.epoch());
    there.unfenced.join(key_of(time_.block(), thread), point_of(time_.epoch(), clock));
}

// A strong read of the thread: its next fence will acquire what was released there.
void block_clocks::observe(unsigned thread, sync_objects::one &at, bool of_block)
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
    if (!block_scope_ && t.released_is_current && there->fenced.is(t.released))
        return; // all of that is its own
    auto last = std::find_if(t.observations.begin(), t.observations.end(),
                             [&](const observation &h) { return h.address == at.address(); });
    if (last == t.observations.end()) {
        if (t.observations.size() == most_observations)
            join_observations(t);
        last = t.observations.insert(t.observations.end(), {at.address(), {}, {}, false});
    }
    if (!of_block || !block_scope_) {
        last->fenced = there->fenced;
        last->covers_left = t.left_at == at.address();
    }
    if (block_scope_)
        last->fenced_block = there->to_block(time_.block());
}

// With coarse clocks: it will acquire all that happened until now.
void block_clocks::observe_all(unsigned thread, bool of_block)
{
    thread_clocks &t = listed_clocks(thread);
    if (!of_block)
        t.observed.cover(segments.next());
    t.observed_in_block.cover(segments.next());
}

void block_clocks::join_observations(thread_clocks &t)
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

void block_clocks::observe_unfenced(unsigned thread, sync_objects::one &at)
{
    const released_clocks *there = at.if_any();
    if (there != nullptr && !there->unfenced.empty())
        listed_clocks(thread).observed_unfenced.join(there->unfenced);
}

// The host is one more thread: it has read all that was stored to its memory, and hands that on by what it stores
// there.
static const char host = 0;

// The thread's volatile loads since its last fence.
void block_clocks::observe_volatile_reads(unsigned thread)
{
    std::vector<const void *> &all = thread_clocks_[thread].volatile_reads;
    for (const void *address : all) {
        if (address == &host && !host_has_signalled.load(std::memory_order_relaxed))
            continue;
        sync_objects::one at(launch_->synced, address);
        observe(thread, at, false);
        if (several_streams_)
            acquires_of_others(*launch_, address, of_device_[thread]);
    }
    all.clear();
    join_observations(thread_clocks_[thread]);
    acquire_of_others(thread);
}

// The thread's atomic operations since its last fence.
void block_clocks::acquire_of_others(unsigned thread)
{
    std::vector<atomic_place> &all = thread_clocks_[thread].atomics;
    for (const atomic_place &read : all)
        acquires_of_others(*launch_, read.address, read.of_device);
    all.clear();
}

void block_clocks::note_atomic(unsigned thread, const void *address)
{
    std::vector<atomic_place> &all = listed_clocks(thread).atomics;
    const atomic_place fresh = {address, of_device_[thread]};
    auto same = [=](const atomic_place &a) { return a.address == fresh.address && a.of_device == fresh.of_device; };
    if (std::any_of(all.begin(), all.end(), same))
        return;
    if (all.size() == most_atomics)
        acquire_of_others(thread);
    all.push_back(fresh);
}

// A strong store of the thread is about to be made: the other launches do not lock the places of this one, and may read
// it at once.
void block_clocks::release_to_others(unsigned thread, const void *address)
{
    if (!several_streams_ || !launch_->synced.fenced)
        return;
    const uint64_t before = vector_clock::steps_made();
    vector_clock released;
    if (!budget_.has_steps_for_others()) {
        released.cover(segments.next());
    } else {
        if (launch_->first_segment < time_.first().of_grid.segment()) // what came before the last barrier of the grid
            released.cover(time_.first().of_grid.segment());
        released.join(thread_clocks_[thread].released_is_current ? thread_clocks_[thread].released
                                                                 : release_clock(thread, false));
    }
    releases_to_others(*launch_, address, of_device_[thread], released);
    budget_.pay_for_others(before);
}

void block_clocks::atomic_begins(unsigned thread, const void *address, bool of_block)
{
    in_atomic_ = true;
    if (!of_block)
        release_to_others(thread, address);
    if (!coarse() || met_when_coarse(address) != address)
        atomic_at_.emplace(launch_->synced, address);
}

// The place is locked between the two calls, so the clocks change together with the value.
void block_clocks::atomic_ends(unsigned thread, const void *address, bool of_block, bool stored)
{
    in_atomic_ = false;
    if (several_streams_ && !of_block)
        note_atomic(thread, address);
    if (!atomic_at_.has_value()) {
        observe_all(thread, of_block);
    } else if (launch_->synced.is_in_use()) {
        if (stored)
            release(thread, *atomic_at_, of_block);
        observe(thread, *atomic_at_, of_block);
        observe_unfenced(thread, *atomic_at_);
    }
    if (stored && volatile_stores_) {
        if (atomic_at_.has_value())
            release_unfenced(thread, *atomic_at_, time_.clock(thread));
        time_.tick(thread);
    }
    atomic_at_.reset();
}

void block_clocks::volatile_store(unsigned thread, const char *address)
{
    if (fences_) {
        sync_objects::one at(launch_->synced, address);
        release(thread, at, false);
        release_to_others(thread, address);
    }
    if (volatile_stores_) {
        sync_objects::one at(launch_->synced, address);
        release_unfenced(thread, at, time_.clock(thread));
        time_.tick(thread);
    }
    volatile_stores_ = true;
}

// The load itself follows this call and may read a later value: so the place of the previous load is looked up again.
void block_clocks::volatile_load(unsigned thread, const char *address, const char *looked_at)
{
    if (launch_->synced.any) {
        for (const char *place : {looked_at, address}) {
            if (place == nullptr || (place == looked_at && place == address))
                continue;
            sync_objects::one at(launch_->synced, place);
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

void block_clocks::tell_host(unsigned thread, const char *address)
{
    thread_clocks &t = thread_clocks_[thread];
    if (!fences_ || (t.released_is_current && t.told_host) || !host_may_access(address))
        return;
    const void *released_at = t.released_is_current ? t.released_at : nullptr;
    sync_objects::one at(launch_->synced, &host);
    release(thread, at, false);
    t.told_host = t.released_is_current && t.released_at == &host;
    if (t.told_host)
        t.released_at = released_at;
    release_to_others(thread, &host);
}

void block_clocks::hear_host(unsigned thread, const char *address)
{
    if (!fences_ || !host_may_access(address))
        return;
    std::vector<const void *> &all = listed_clocks(thread).volatile_reads;
    if (std::find(all.begin(), all.end(), &host) == all.end())
        all.push_back(&host);
}

void block_clocks::flag_in_shared(unsigned thread, const char *address, bool reads, bool writes)
{
    primary_.may_hear(thread);
    if (!fences_)
        return;
    const auto flag = flags_.find(address);
    if (flag != flags_.end() && reads)
        listed_clocks(thread).observed_in_block.join(flag->second);
    if (writes && thread_clocks_[thread].block_fenced.epoch == time_.epoch())
        flags_[address].join(release_clock(thread, true));
}
} // namespace cpu_device
