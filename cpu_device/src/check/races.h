// SPDX-License-Identifier: MIT
// Races in shared and in global memory, between threads of a block and between blocks, found by happens-before.
//
// Two accesses of the same bytes by different threads race if at least one of them writes, they are not both atomic or
// volatile ("strong"), and neither happens before the other. The memory consistency model of PTX says what orders:
//
//     __syncthreads()     what the threads of the block did before it, before what they do after it
//     __syncwarp()        the same, for the lanes in its mask; shuffles and votes order nothing
//     release, acquire    A release is a fence, then a strong write. An acquire is a strong read of what that left
//                         there, then a fence. What came before the release is ordered before what follows the acquire.
//                         Fences and atomics of block scope (__threadfence_block(), atomicAdd_block()) do so only
//                         within the block. A barrier counts as the fence of an acquire. It also counts as the fence
//                         of a release, as does __syncwarp(), if each thread that has stored has fenced before.
//
// All other accesses are unordered, even if one ran after the other. So a finding depends on the values that were read
// in this run (a flag that was set, say), not on the schedule.
//
// This class makes one check of three parts: the clocks know what is ordered (clocks.h), the shadow memory brings each
// access together with earlier ones (shadow.h; Flanagan and Freund, "FastTrack", 2009), and conflicts.h judges each
// such pair. These three are its race_parts, which the fast path of accesses works on, too. Patterns of more than two
// accesses are recognized by volatiles.h, guesses.h and uninitialized_reads.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "access.h"
#include "cell.h"
#include "cluster_checks.h"
#include "events.h"
#include "race_parts.h"
#include "uninitialized_reads.h"
#include "volatiles.h"

namespace cpu_device
{
// One for each core. It observes events, and gets accesses by name (checks.h).
class race_check final : public observer
{
  public:
    explicit race_check(race_parts &parts) : parts_(parts) {}
    void core_begins(const running_block &here) override;
    void core_ends(const running_block &) override
    {
        shadow_.finish();
    }
    void joins_cluster(cluster_checks &all, unsigned rank);
    void block_begins(const running_block &here) override;
    // What it has found. `broken`: the block did not run to its end.
    std::vector<finding> take_findings(bool broken);

    // --- the last store ---

    // A store is checked before it is made, and two stores that race are reported only if the later one changes the
    // value. So what was found about the core's last store waits here for the next event of the core. Each event begins
    // with this step (checks.h), except plain loads: of `*to = *from`, g++ announces the store first.
    void judge_last_store()
    {
        conflicts_.judge_last_store();
    }

    // --- accesses that have shadow memory, and that the fast path (fast_path.h) has not recorded ---

    // Whether this launch may have stored to memory that begins in this page.
    bool may_have_stored(const arena_page &page, const char *address, size_t size);
    // Shared memory, at an offset; global memory, whose cells may be null; and shared memory of the cluster, where
    // `own` is that of the block.
    void on_shared_access(unsigned thread, const announced_access &access, size_t offset);
    void on_global_access(unsigned thread, const announced_access &access, cell *cells);
    void may_tell_host(unsigned thread, const announced_access &access);
    void on_access_in_cluster(unsigned thread, const announced_access &access, cell *cells, bool own);
    // After an access of shared memory: whether it reads what no thread has written.
    void may_be_uninitialized(unsigned thread, const announced_access &access, size_t offset, bool written)
    {
        uninitialized_.accessed(thread, access, offset, written);
    }
    // A read through a texture or a surface, after its on_global_access(): an error if this launch has stored there.
    void check_stale(report_kind which, unsigned thread, const announced_access &access, const cell *cells);
    // Around an atomic operation on global memory. Between the two only its on_global_access() is called.
    void atomic_begins(unsigned thread, const announced_access &access)
    {
        clocks_.atomic_begins(thread, access.address, access.of_block);
    }
    bool atomic_ends(const running_block &here, unsigned thread, const announced_access &access, outcome is) override;

    // --- what orders ---

    void fence(const running_block &here, unsigned thread, bool of_device, fence_order order) override;
    void barrier(const running_block &here, const char *file, int line) override;
    void grid_barrier(const running_block &here, uint32_t first_segment) override;
    void warp_meets(const running_block &here, unsigned warp, unsigned lanes, bool whole) override;
    void warp_syncs(const running_block &here, unsigned warp, unsigned lanes) override;
    void awaits_primary(const running_block &here, unsigned thread) override;
    void lets_next_begin(const running_block &here, unsigned thread) override;
    void tile_meets(const running_block &here, unsigned first_warp, unsigned warps, const unsigned *live) override;
    void flag(const running_block &here, unsigned thread, const char *place, bool reads, bool writes) override;
    void arrives_in_cluster(const running_block &here, unsigned thread, bool relaxed) override;
    void passes_cluster_barrier(const running_block &here, unsigned thread) override;
    void cluster_barrier(const running_block &here, const char *file, int line) override;
    void leaves_turn(const running_block &here) override;
    void sets_scope(const running_block &here, unsigned thread, cpu_device_scope scope) override;

    // --- what else a thread does ---

    void copy_begins(const running_block &here, const char *to, size_t size) override;
    void copy_arrives(const running_block &here, const char *to, size_t size) override;
    // The thread does a compare-and-swap there, which comes next: what it read there before was a guess.
    void compare_exchange(const running_block &here, unsigned thread, const char *address)
    {
        guesses_.compare_exchange(thread, here.in_place(address), parts_.launch->findings);
    }
    // The thread uses, or may use, the result of its last atomic operation, at that address; or of an exchange, which
    // it does use.
    void uses_result(const running_block &here, unsigned thread, const char *address, size_t size);
    void uses_exchanged(unsigned thread)
    {
        uninitialized_.uses_exchanged(thread);
    }

    // --- questions ---

    // What a thread is ordered after.
    block_clocks &clocks()
    {
        return clocks_;
    }
    const block_clocks &clocks() const
    {
        return clocks_;
    }
    bool is_ordered(shadow_value timestamp, unsigned thread) const // what the thread does now, or did last, is later
    {
        return !timestamp.has_segment() || clocks_.is_ordered(timestamp, thread);
    }
    // Whether anything that the block of that number did happens before what the thread does now: it has begun.
    bool knows(unsigned thread, uint32_t block, unsigned threads) const
    {
        return clocks_.acquired_by(thread).any_of_block(block, threads, parts_.launch->first_segment);
    }
    bool others_store(const cell &c, size_t offset, uint32_t block) const
    {
        return uninitialized_.others_store(c, offset, block);
    }
    // Whether the thread has last read that very place by a volatile load, and not stored there since.
    bool has_looked_at(unsigned thread, const char *address) const
    {
        return volatiles_.has_looked_at(thread, address);
    }

  private:
    cell_access cell_access_of(unsigned thread, const announced_access &access, bool of_block, uint32_t instruction);
    void use_result(unsigned thread, const char *address, size_t size, cell *cells, bool shared);
    race_parts &parts_;
    instruction_codes &instruction_codes_ = parts_.instructions;
    guesses &guesses_ = parts_.guessed;
    block_clocks &clocks_ = parts_.clocks;
    conflicts &conflicts_ = parts_.found;
    shadow &shadow_ = parts_.recorded;
    volatile_accesses volatiles_{clocks_, conflicts_, shadow_};
    uninitialized_reads uninitialized_{clocks_, conflicts_, shadow_};
    cluster_checks *cluster_ = nullptr;
    uint32_t forgotten_ = 0; // of times_forgotten, as of the last launch
};
} // namespace cpu_device
