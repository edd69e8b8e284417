// SPDX-License-Identifier: MIT
// The clocks of one block: whether an earlier access happens before what a thread does now.
//
// A block's time is divided by its barriers into epochs. Within an epoch each thread has a clock, which its fences and
// warp barriers advance. An access happens before another if the vector clock of the later one's thread covers the
// earlier one's epoch and clock (Lamport 1978, Mattern 1989). races.h lists what orders two accesses.
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
#include "cell.h"
#include "history.h"
#include "vector_clock.h"
#include "warp_lanes.h"

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
        block_hears_of_primary();
    }
    // Whether anything that a block did happens before what the thread does now.
    bool knows(unsigned thread, uint32_t block, unsigned threads) const;
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
        stored_[thread].all = epoch_number_;
    }
    void note_global_store(unsigned thread)
    {
        stored &s = stored_[thread];
        not_fenced_ += s.global != epoch_number_;
        s.all = s.global = epoch_number_;
    }
    // Whether it has stored in this epoch without a fence since.
    bool has_stored(unsigned thread) const
    {
        return stored_[thread].all == epoch_number_;
    }
    // The thread launches a kernel: its vector clock at that timestamp.
    vector_clock clock_at_launch(unsigned thread);
    // The thread of a dependent launch has waited for the kernels before it. Others hear of that by a barrier, by
    // meeting it in a warp, or by atomic and volatile accesses, whatever they read.
    void awaits_primary(unsigned thread);
    void lets_next_begin(unsigned thread);
    void may_hear_of_primary(unsigned thread)
    {
        if (launch_->depends != nullptr)
            listens_.set(thread);
    }
    void lanes_hear_of_primary(unsigned warp, unsigned lanes);

    // --- when ---

    uint32_t block() const
    {
        return block_;
    }
    uint32_t epoch() const // within the block
    {
        return epoch_;
    }
    uint32_t epoch_number() const // unique over all blocks
    {
        return epoch_number_;
    }
    // The thread's timestamp. now(): its segment has a number, unless there are none left.
    shadow_value timestamp(unsigned thread) const
    {
        return now_[thread];
    }
    shadow_value now(unsigned thread);
    bool has_ticked(unsigned thread) const // in this epoch
    {
        return clock_[thread] != 0;
    }
    // The first shadow values that may be unordered: of this launch and others in other streams; of this launch, since
    // the last barrier of the grid; in shared memory; in shared memory, since the last barrier.
    shadow_value first_of_launch() const
    {
        return first_of_launch_;
    }
    shadow_value first_of_grid() const
    {
        return first_of_grid_;
    }
    shadow_value first_of_block() const
    {
        return first_of_block_;
    }
    shadow_value first_of_epoch() const
    {
        return first_of_epoch_;
    }

    // --- is it ordered ---

    // Whether all accesses that the shadow value stands for happen before what the thread does now. `c`: the cell that
    // holds the shadow value; null: it is not known. It is needed for shadow values that stand for lanes of a warp.
    bool is_ordered(shadow_value earlier, unsigned thread, const cell *c = nullptr) const;
    // Whether work of the host's streams happens before what the thread does now.
    bool is_after(unsigned stream, uint64_t work, unsigned thread) const;
    // Whether the thread has read, without fences, what the shadow value's thread stored after that access.
    bool has_seen_later_store(shadow_value there, unsigned thread) const;
    // Whether a fence of the thread would order the other block's access before what it does now: by atomics it has
    // seen what that block has released since. No place is looked up, since the lock of a list may be held.
    bool lacks_acquire(shadow_value there, unsigned thread) const;
    // A shadow value that stands for one thread of the block, or for several, will stand for this thread too.
    void note_lanes(shadow_value there, unsigned thread, const cell *c);
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
    // How many steps of joins a core makes in a launch before its clocks become coarse: so many, and more for each
    // fence; twice as many with block scope, for which everything is joined twice.
    static constexpr int64_t most_steps = 1 << 18, steps_a_fence = 8;
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
    struct stored {          // the numbers of the epochs in which a thread last stored without a fence since:
        uint32_t all = 0;    // anywhere; a fence of any scope
        uint32_t global = 0; // in global memory; a fence of device scope
    };

    bool has_awaited(unsigned thread) const
    {
        return awaited_[thread] || (listens_[thread] && launch_->depends->awaited);
    }
    void block_hears_of_primary();
    uint32_t segment_for(uint32_t clock);
    void epoch_begins();
    void tick(unsigned thread);
    void forget_partial(); // which lanes have met without the others
    void all_lanes_meet(unsigned warp, unsigned lanes);
    void some_lanes_meet(unsigned warp, unsigned lanes);
    void share_what_lanes_acquired(unsigned warp, unsigned lanes);
    void join_lanes(vector_clock &clock, unsigned thread) const;

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
    bool covers_another(unsigned thread, shadow_value value) const;
    bool clock_covers(unsigned thread, shadow_value value) const;
    bool clock_covers(unsigned thread, const segment &s, unsigned of) const;
    bool coarse() const
    {
        return launch_->synced.coarse;
    }

    launch_record *launch_ = nullptr;
    bool several_streams_ = false; // launches of other streams may not be ordered with this one
    bool fences_ = false;          // the program has fences
    bool block_scope_ = false;     // and operations of block scope
    bool by_lanes_ = false;
    uint32_t threads_ = 0, block_ = 0;

    // Time.
    uint32_t epoch_ = 0, epoch_number_ = 0;
    shadow_value first_of_launch_ = {}, first_of_grid_ = {}, first_of_block_ = {}, first_of_epoch_ = {};
    shadow_value now_[max_threads] = {}; // thread, and segment if it has a number yet
    spare_numbers<segment> spare_segments_{segments};
    std::vector<uint32_t> segments_by_clock_;        // of this epoch; 0: none yet
    std::unique_ptr<uint32_t[]> clock_;              // in this epoch
    uint32_t warp_clock_[max_warps];                 // what the lanes did before it is ordered for all lanes
    bool partial_ = false;                           // some lanes of a warp have met without the others
    std::unique_ptr<uint32_t[][warp_size]> in_warp_; // then: each thread's clock for the lanes of its warp
    warp_lanes warp_lanes_;

    // What fences release and acquire.
    vector_clock::spare_nodes spare_nodes_;
    std::vector<thread_clocks> thread_clocks_;
    std::vector<unsigned> listed_threads_;
    vector_clock block_acquired_, block_observed_unfenced_; // by all threads of the block, as of the last barrier
    std::unique_ptr<stored[]> stored_;
    uint32_t covered_ = 0;         // how many epochs of the block any thread's strong store releases
    bool fenced_ = false;          // in this epoch
    unsigned not_fenced_ = 0;      // threads that stored in this epoch and have not fenced since
    bool volatile_stores_ = false; // of global memory, in this block
    std::unordered_map<const void *, vector_clock> flags_; // in shared memory, in this epoch
    std::bitset<max_threads> of_device_;                   // threads in an atomic operation of device scope
    // In a dependent launch: the threads that have waited, or met one that has; those that may have heard of it from
    // any thread.
    std::bitset<max_threads> awaited_, listens_;
    bool in_atomic_ = false;                     // an operation is under way
    std::optional<sync_objects::one> atomic_at_; // its place; none: met_when_coarse() has it
    // Places where something was released, in a launch whose clocks are coarse. A thread that reads there is ordered
    // after all that happened before, so the clock is not looked up any more, and no core waits for another.
    const void *&met_when_coarse(const void *address)
    {
        return met_when_coarse_[(uintptr_t)address / 4 % met_when_coarse_.size()];
    }
    std::array<const void *, 1024> met_when_coarse_;
    int64_t steps_left_ = 0;            // of joins, in this launch
    int64_t steps_left_for_others_ = 0; // of joins for other launches: later ones hear of all that this one has done
};

// Whether all accesses that a shadow value of the parent stands for happened before it launched a kernel, at that
// clock.
bool happened_before_launch(const vector_clock &clock, shadow_value there);
// The same for a launch that released that clock, in doubt yes: the shadow value may stand for several threads.
bool was_released(const vector_clock &clock, shadow_value there);

inline shadow_value block_clocks::now(unsigned thread)
{
    shadow_value &n = now_[thread];
    if (!n.has_segment())
        n = n.in_segment(segment_for(clock_[thread]));
    return n;
}

inline bool block_clocks::is_ordered(shadow_value earlier, unsigned thread, const cell *c) const
{
    const segment &s = segment_of(earlier);
    return (s.block == block_ && s.epoch < epoch_ && earlier.reach() != reach::grid) ||
           is_ordered_unless_older(earlier, thread, c);
}
} // namespace cpu_device
