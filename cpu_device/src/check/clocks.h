// SPDX-License-Identifier: MIT
// The clocks of one block: whether an earlier access happens before what a thread does now.
//
// epochs.h has the block's time. An access happens before another if the vector clock of the later one's thread covers
// the earlier one's epoch and clock (Lamport 1978, Mattern 1989). races.h lists what orders two accesses.
//
// Nothing here knows about shadow memory or findings.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "../limits.h"
#include "access.h"
#include "acquired_clocks.h"
#include "cell.h"
#include "epochs.h"
#include "history.h"
#include "join_budget.h"
#include "lane_clocks.h"
#include "primary_waits.h"
#include "unfenced_stores.h"
#include "vector_clock.h"

namespace cpu_device
{
// One for each core.
class block_clocks
{
  public:
    block_clocks();
    // `anew`: the numbers of segments have begun anew since the last launch.
    void launch_begins(launch_record &launch, bool anew);
    void block_begins(uint32_t block);

    // --- what orders ---

    void fence(unsigned thread, bool of_device, fence_order order);
    void barrier();
    void grid_barrier(uint32_t first_segment); // after barrier(), in each block; earlier accesses have lower segments
    void warp_sync(unsigned warp, unsigned lanes);
    // A cluster's barrier: what a thread releases when it arrives, and acquires when all have; the second also for the
    // whole block, after barrier().
    void arrives_in_cluster(unsigned thread, bool relaxed, vector_clock &released);
    void passes_cluster_barrier(unsigned thread, const vector_clock &released);
    void cluster_barrier(const vector_clock &released)
    {
        block_acquired_.join(released);
        primary_.block_hears();
    }
    // After that for each of the warps: what their threads did before is ordered before what any of them does now.
    void tile_sync(unsigned first_warp, unsigned warps, const unsigned *live);
    // Around an atomic operation on global memory.
    void atomic_begins(unsigned thread, const void *address, bool of_block);
    bool in_atomic() const
    {
        return in_atomic_;
    }
    void atomic_ends(unsigned thread, const void *address, bool of_block, bool stored);
    // Whether an atomic operation has nothing to release or to acquire: there were no fences and no volatile accesses.
    bool atomics_order_nothing() const
    {
        return !launch_->synced.is_in_use() && !volatile_stores_;
    }
    // The atomic operations of the thread are of device scope, or no longer.
    void set_of_device(unsigned thread, bool is)
    {
        of_device_[thread] = is;
    }
    // A volatile access of global memory. `looked_at`: the place of the thread's last volatile load.
    void volatile_store(unsigned thread, const char *address);
    void volatile_load(unsigned thread, const char *address, const char *looked_at);
    // A strong store to memory that the host may access, and a strong load of it, which may read what the host has
    // stored.
    void tell_host(unsigned thread, const char *address);
    void hear_host(unsigned thread, const char *address);
    // An atomic or volatile access of shared memory.
    void flag_in_shared(unsigned thread, const char *address, bool reads, bool writes);
    // The thread stores: anywhere, or in global memory data that is no flag.
    void note_store(unsigned thread)
    {
        stores_.note(thread, time_.epoch_number());
    }
    void note_global_store(unsigned thread)
    {
        stores_.note_global(thread, time_.epoch_number());
    }
    // Whether it has stored in this epoch without a fence since.
    bool has_stored(unsigned thread) const
    {
        return stores_.any(thread, time_.epoch_number());
    }
    // The thread launches a kernel: its vector clock at that timestamp.
    vector_clock clock_at_launch(unsigned thread);
    primary_waits &primary()
    {
        return primary_;
    }
    const primary_waits &primary() const
    {
        return primary_;
    }

    // --- when ---

    epochs &time()
    {
        return time_;
    }
    const epochs &time() const
    {
        return time_;
    }

    // --- is it ordered ---

    acquired_clocks acquired_by(unsigned thread) const
    {
        return {thread_clocks_[thread].acquired, block_acquired_};
    }

    // Whether all accesses that the shadow value stands for happen before what the thread does now. `c`: the cell that
    // holds the shadow value; null: it is not known. It is needed for shadow values that stand for lanes of a warp.
    bool is_ordered(shadow_value earlier, unsigned thread, const cell *c = nullptr) const;
    // Whether the thread has read, without fences, what the shadow value's thread stored after that access.
    bool has_seen_later_store(shadow_value there, unsigned thread) const;
    // Whether a fence of the thread would order the other block's access before what it does now: by atomics it has
    // seen what that block has released since. No place is looked up, since the lock of a list may be held.
    bool lacks_acquire(shadow_value there, unsigned thread) const;
    // A shadow value that stands for one thread of the block, or for several, will stand for this thread too.
    void note_lanes(shadow_value there, unsigned thread, const cell *c)
    {
        if (by_lanes())
            lanes_.note(there, thread, c);
    }
    bool by_threads() const // threads of a block may be ordered without the others, by fences
    {
        return launch_->synced.fenced;
    }
    bool by_lanes() const // lanes of a warp may be, by these or as they meet
    {
        return by_lanes_ || by_threads();
    }

  private:
    static constexpr uint32_t never = UINT32_MAX;
    static constexpr unsigned most_volatile_reads = 256, most_observations = 4, most_atomics = 16;
    struct timestamp_of_fence {
        uint32_t epoch = never, clock = 0;
    };
    struct observation { // what was released there, as of the last strong read; it only grows
        const void *address;
        vector_clock fenced, fenced_block;
        bool covers_left; // thread_clocks::left
    };
    struct atomic_place { // of the thread's atomic operation, and its scope
        const void *address;
        bool of_device;
    };
    struct thread_clocks {
        bool is_listed = false;         // in listed_threads_
        vector_clock acquired;          // by a fence of its own, or of a lane that it has met since
        vector_clock acquired_in_block; // the same, by fences of block scope
        bool has_fenced = false;        // since it last met other lanes
        // What its strong reads have found, to be acquired by its next fence: at a few places each on its own, and
        // the join of all others; within the block, by a fence of block scope.
        std::vector<observation> observations;
        vector_clock observed, observed_in_block;
        vector_clock observed_unfenced;           // by strong reads, whether the writer has fenced or not
        std::vector<const void *> volatile_reads; // since its last fence: it may have read what was released there
        std::vector<atomic_place> atomics;        // since its last fence, where other launches may have released
        timestamp_of_fence fenced, block_fenced;  // its last fence of device scope; of any scope
        vector_clock released, released_to_block; // what its strong stores release, if released_is_current
        bool released_is_current = false;
        const void *released_at = nullptr; // the last place where it released these
        bool told_host = false;            // these, too
        vector_clock left;                 // what it had acquired when it last released it to all: at that place
        const void *left_at = nullptr;
    };
    void share_what_lanes_acquired(unsigned warp, unsigned lanes);

    void acquire(unsigned thread, bool of_device);
    void fence_stores(unsigned thread, bool of_device);
    thread_clocks &listed_clocks(unsigned thread);
    vector_clock release_clock(unsigned thread, bool to_block) const;
    void release(unsigned thread, sync_objects::one &at, bool of_block);
    void release_to_others(unsigned thread, const void *address);
    void acquire_of_others(unsigned thread);
    void note_atomic(unsigned thread, const void *address);
    void release_unfenced(unsigned thread, sync_objects::one &at, uint32_t clock);
    void observe(unsigned thread, sync_objects::one &at, bool of_block);
    void observe_unfenced(unsigned thread, sync_objects::one &at);
    void observe_volatile_reads(unsigned thread);
    void observe_all(unsigned thread, bool of_block);
    void join_observations(thread_clocks &t);
    void pay_for_steps(uint64_t before);

    bool is_ordered_unless_older(shadow_value earlier, unsigned thread, const cell *c) const;
    bool are_lanes_ordered(shadow_value earlier, unsigned thread, const cell *c) const;
    bool is_any_unordered(const warp_lanes::entry &all, unsigned warp, uint32_t epoch, unsigned thread) const;
    bool coarse() const
    {
        return launch_->synced.coarse;
    }

    launch_record *launch_ = nullptr;
    bool several_streams_ = false; // launches of other streams may not be ordered with this one
    bool fences_ = false;          // the program has fences
    bool block_scope_ = false;     // and operations of block scope
    bool by_lanes_ = false;
    epochs time_;
    lane_clocks lanes_{time_};
    primary_waits primary_;
    unfenced_stores stores_;

    // What fences release and acquire.
    vector_clock::spare_nodes spare_nodes_;
    std::vector<thread_clocks> thread_clocks_;
    std::vector<unsigned> listed_threads_;
    vector_clock block_acquired_, block_observed_unfenced_; // by all threads of the block, as of the last barrier
    uint32_t covered_ = 0;         // how many epochs of the block any thread's strong store releases
    bool fenced_ = false;          // in this epoch
    bool volatile_stores_ = false; // of global memory, in this block
    std::unordered_map<const void *, vector_clock> flags_; // in shared memory, in this epoch
    std::bitset<max_threads> of_device_;                   // threads in an atomic operation of device scope
    bool in_atomic_ = false;                               // an operation is under way
    std::optional<sync_objects::one> atomic_at_;           // its place; none: met_when_coarse() has it
    // Places where something was released, in a launch whose clocks are coarse. A thread that reads there is ordered
    // after all that happened before, so the clock is not looked up any more, and no core waits for another.
    const void *&met_when_coarse(const void *address)
    {
        return met_when_coarse_[(uintptr_t)address / 4 % met_when_coarse_.size()];
    }
    std::array<const void *, 1024> met_when_coarse_;
    join_budget budget_;
};

// Whether all accesses that a shadow value of the parent stands for happened before it launched a kernel, at that
// clock.
bool happened_before_launch(const vector_clock &clock, shadow_value there);
// The same for a launch that released that clock, in doubt yes: the shadow value may stand for several threads.
bool was_released(const vector_clock &clock, shadow_value there);

inline bool block_clocks::is_ordered(shadow_value earlier, unsigned thread, const cell *c) const
{
    const segment &s = segment_of(earlier);
    return (s.block == time_.block() && s.epoch < time_.epoch() && earlier.reach() != reach::grid) ||
           is_ordered_unless_older(earlier, thread, c);
}
} // namespace cpu_device
