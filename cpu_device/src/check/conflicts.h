// SPDX-License-Identifier: MIT
// Pairs of accesses to the same bytes: whether they race, and the finding that results.
//
// The shadow memory calls check_against() for each access and an earlier one that it has recorded there; the clocks
// know whether the two are ordered.
#pragma once

#include <cstdint>
#include <vector>

#include "cell.h"
#include "clocks.h"
#include "cluster_checks.h"
#include "history.h"
#include "pending_store.h"

namespace cpu_device
{
struct accessed_place {
    uint64_t name; // offset in shared memory, or the address
    bool shared;
    const cell *in = nullptr; // whose shadow value is looked at; null: one of a list
};

// One for each core.
class conflicts
{
  public:
    explicit conflicts(const block_clocks &clocks) : clocks_(clocks) {}
    void launch_begins(launch_record &launch);
    // After that: addresses may lie in the shared memory of these blocks.
    void joins_cluster(cluster_checks &all, unsigned rank)
    {
        cluster_ = &all;
        rank_ = rank;
    }
    void block_begins()
    {
        polls_.clear();
        passed_.clear();
        after_ = passed_barrier();
    }
    void passes_barrier(const char *file, int line);
    std::vector<finding> block_ends(); // what was found

    // --- an access and an earlier one: two shadow values, and whether each is a plain store ---

    void check_against(shadow_value there, shadow_value now, bool there_stores, bool now_stores, unsigned thread,
                       const accessed_place &at);
    // A shadow value of another launch: whether the two launches are unordered, as in two streams.
    void check_stream(shadow_value there, shadow_value now, bool there_stores, bool now_stores,
                      const accessed_place &at);
    // Whether the earlier read is by a related launch that is not ordered before this one. Then a later store of this
    // launch races with it, so its shadow value is kept.
    bool is_unordered_read(shadow_value there, shadow_value now) const;
    void found(report_kind kind, shadow_value there, shadow_value now, bool there_stores, bool now_stores,
               const accessed_place &at);
    // To what the block's end adds; the first of each kind at once, since the block may never end.
    void add(const finding &f);
    void note_poll(uint32_t instruction);

    // --- the last store: its races are reported only if it changes the value ---

    pending_store &last_store()
    {
        return last_store_;
    }
    [[gnu::always_inline]] void judge_last_store() // it is done; see race_check
    {
        if (__builtin_expect(last_store_.is_remembered(), false))
            report_if_changed();
    }
    void forget_store_unless_racing() // after its checks
    {
        if (racing_.empty())
            last_store_.forget();
    }
    // The store overwrites that of another thread of the block, which the thread has not read.
    void loses_update(shadow_value writer, shadow_value now, const accessed_place &at)
    {
        racing_.push_back({report_kind::lost_update, writer, now, false, false, at});
    }

  private:
    bool conflict(shadow_value there, shadow_value now, bool there_stores, bool now_stores) const;
    void check_own_volatile_store(shadow_value there, shadow_value now, const accessed_place &at);
    void check_unfenced_read(shadow_value there, shadow_value now, unsigned thread, const accessed_place &at);
    bool comes_before_this(const launch_place &other, shadow_value there) const;
    void report_if_changed();
    bool in_cluster(finding &f) const;

    launch_record *launch_ = nullptr;
    const cluster_checks *cluster_ = nullptr; // null: the block is in none
    unsigned rank_ = 0;
    const block_clocks &clocks_;
    std::vector<uint32_t> polls_;        // volatile loads of this block that poll for a change
    std::vector<passed_barrier> passed_; // by this block, each line once
    passed_barrier after_;               // the last one
    // A load that comes next may be part of the store: of `*to = *from`, g++ announces the store first.
    pending_store last_store_;
    struct race {
        report_kind kind;
        shadow_value there, now;
        bool there_stores, now_stores;
        accessed_place at;
    };
    std::vector<race> racing_; // with the last store
    std::vector<finding> found_;
};
} // namespace cpu_device
