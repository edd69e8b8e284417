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
// such pair. Patterns of more than two accesses are recognized by volatiles.h, guesses.h and uninitialized_reads.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "access.h"
#include "cell.h"
#include "clocks.h"
#include "cluster_checks.h"
#include "conflicts.h"
#include "events.h"
#include "guesses.h"
#include "history.h"
#include "shadow.h"
#include "uninitialized_reads.h"
#include "volatiles.h"

namespace cpu_device
{
// One for each core. It observes events, and gets accesses by name (checks.h).
class race_check final : public observer
{
  public:
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
    [[gnu::always_inline]] void judge_last_store()
    {
        conflicts_.judge_last_store();
    }

    // --- accesses that have shadow memory ---

    uint32_t instruction_code(const void *pc) // of an instruction, as a shadow value has it
    {
        return instruction_codes_.of(pc);
    }
    // Whether the cell has recorded this plain load or store already. `bytes` of the cell: a mask.
    template <bool store>
    [[gnu::always_inline]] bool is_recorded(const cell &c, unsigned thread, unsigned bytes, bool shared) const
    {
        if (store)
            return c.store.load(std::memory_order_relaxed)
                .same_but_for_instruction(clocks_.timestamp(thread).and_bytes(bytes));
        return shadow_.has_recorded(c.others.load(std::memory_order_relaxed),
                                    clocks_.timestamp(thread).accessed(0, cell_access::read, bytes),
                                    shared ? clocks_.first_of_block() : clocks_.first_of_launch());
    }
    shared_cells &of_shared() // of shared memory
    {
        return shadow_.of_shared();
    }
    const shared_cells &of_shared() const
    {
        return shadow_.of_shared();
    }
    // The fast path for a plain load or store that the cell has not recorded, but that conflicts with nothing: the
    // first access, the first since a barrier, or one of several loads. False: the calls below are to be made. `bytes`:
    // a mask.
    template <bool shared> bool access_quickly(cell &c, bool stores, unsigned thread, const char *address,
                                               unsigned bytes, uint32_t instruction);
    // The same in shared memory, if no more is to be done: the block has stored to these bytes, for a load, or the
    // launch has, for a store, and no thread has accessed them since the last barrier. `bytes`: all those of the access
    // in this cell.
    template <bool store>
    bool access_anew_in_shared(cell &c, unsigned thread, const char *address, unsigned bytes, const void *pc);
    // A page of which several blocks have read every word, and to which none has stored: a plain load of this launch
    // adds nothing to its cells, until a fence may order blocks. otherwise_accessed(): that is over.
    bool is_read_by_grid(const arena_page &page) const
    {
        return page.read_by_grid.load(std::memory_order_relaxed) == read_by_grid_ && !launch_->synced.fenced;
    }
    void otherwise_accessed(arena_page &page)
    {
        page.read_by_grid.store((read_by_grid_ - arena_page::words) | arena_page::accessed_otherwise,
                                std::memory_order_relaxed);
    }
    // goes_on(): whether a plain load or store of global memory continues a stripe, where the thread before did the
    // same; then it is recorded. `caller`: where the call of the hook returns to. goes_on_slowly(): the same with care,
    // or where the loads may be guesses. begins(): whether it continues another stripe, or may be the first one of
    // another; then that is made.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool goes_on(unsigned thread, const char *address, const void *caller);
    template <bool store> bool goes_on_slowly(unsigned thread, const char *address, size_t size, const void *caller);
    template <bool store, size_t size>
    bool begins(arena_page &page, unsigned thread, const char *address, const void *caller, uint32_t instruction);
    void see_all(bool all) // each access comes to on_global_access()
    {
        shadow_.in_order().slow_down(stripes::all_seen, all);
    }
    // Moves what the stripes of a page have recorded into its cells, before anything else looks at these.
    void put_in_cells(arena_page &page, const char *address)
    {
        if (!shadow_.in_order().is_in_cells(page))
            shadow_.in_order().put_in_cells(page, address);
    }
    // Whether this launch may have stored to memory that begins in this page.
    bool may_have_stored(const arena_page &page, const char *address, size_t size);
    // A plain store to global memory comes next; other cores may have to wait for it.
    void about_to_store(uint64_t address, size_t size)
    {
        conflicts_.last_store().announce(address, size);
    }
    // The fast path for an atomic operation on shared memory where there were only atomic operations since the barrier:
    // it takes the place of the last one. Without fences it releases nothing. False: on_shared_access() is to be
    // called.
    bool update_quickly(unsigned thread, size_t offset, size_t size, const void *pc);
    // The same for global memory where the launch has made only atomic operations on these words, the last one of
    // device scope: all around it may be left out. Then the memory is known, too.
    bool update_is_alone(const arena_page &page, cell *cells, unsigned thread, size_t size, const void *pc);
    // After that operation. If another core's thread has fenced since, the value may have come with what that thread
    // released.
    void updated_alone(unsigned thread, const void *address)
    {
        if (clocks_.atomics_order_nothing())
            return;
        clocks_.atomic_begins(thread, address, false);
        clocks_.atomic_ends(thread, address, false, true);
    }
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
        guesses_.compare_exchange(thread, here.in_place(address), launch_->findings);
    }
    // The thread uses, or may use, the result of its last atomic operation, at that address; or of an exchange, which
    // it does use.
    void uses_result(const running_block &here, unsigned thread, const char *address, size_t size);
    void uses_exchanged(unsigned thread)
    {
        uninitialized_.uses_exchanged(thread);
    }

    // --- questions ---

    // The thread's timestamp; whether that timestamp happens before what another thread does now, or did last; and the
    // vector clock of a thread that launches a kernel.
    shadow_value timestamp(unsigned thread)
    {
        return clocks_.now(thread);
    }
    bool is_ordered(shadow_value timestamp, unsigned thread) const
    {
        return !timestamp.has_segment() || clocks_.is_ordered(timestamp, thread);
    }
    vector_clock clock_at_launch(unsigned thread)
    {
        return clocks_.clock_at_launch(thread);
    }
    bool is_quiet(unsigned thread) const // it has not accessed memory since the last barrier
    {
        return !clocks_.timestamp(thread).has_segment();
    }
    // Whether anything that the block of that number did happens before what the thread does now: it has begun.
    bool knows(unsigned thread, uint32_t block, unsigned threads) const
    {
        return clocks_.knows(thread, block, threads);
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
    static bool is_own(shadow_value there, shadow_value now)
    {
        return there.same_timestamp(now) && there.bytes() == now.bytes();
    }
    void note_read_by_grid(const cell &c, const char *address);
    template <bool shared> bool load_quickly(cell &c, unsigned thread, const char *address, shadow_value now,
                                             shadow_value store, shadow_value others);
    cell_access cell_access_of(unsigned thread, const announced_access &access, bool of_block, uint32_t instruction);
    void use_result(unsigned thread, const char *address, size_t size, cell *cells, bool shared);
    [[gnu::always_inline]] void note_store_in_stripe(unsigned thread, const char *address, size_t size)
    {
        clocks_.note_global_store(thread);
        about_to_store((uint64_t)address, size);
    }

    launch_record *launch_ = nullptr;
    uint64_t read_by_grid_ = 0; // what a page has of which this launch has read every word so
    cluster_checks *cluster_ = nullptr;
    uint32_t forgotten_ = 0; // of times_forgotten, as of the last launch
    instruction_codes instruction_codes_;
    guesses guesses_;
    block_clocks clocks_;
    conflicts conflicts_{clocks_};
    shadow shadow_{clocks_, conflicts_, guesses_};
    volatile_accesses volatiles_{clocks_, conflicts_, shadow_};
    uninitialized_reads uninitialized_{clocks_, conflicts_, shadow_};
};

template <bool store, size_t size>
inline bool race_check::goes_on(unsigned thread, const char *address, const void *caller)
{
    stripe *s = shadow_.in_order().expected(address, caller);
    if (s == nullptr || shadow_.in_order().is_slow() ||
        (store && conflicts_.last_store().is_remembered()) || // then begins() looks
        !shadow_.in_order().continue_by(*s, address, size, clocks_.timestamp(thread), false))
        return false;
    if (store)
        note_store_in_stripe(thread, address, size);
    return true;
}

template <bool store>
bool race_check::goes_on_slowly(unsigned thread, const char *address, size_t size, const void *caller)
{
    if (!shadow_.in_order().is_slow())
        return false;
    const bool careful = shadow_.is_careful();
    stripe *s = shadow_.in_order().expected(address, caller);
    if (s == nullptr || (store && conflicts_.last_store().is_remembered()) ||
        !shadow_.in_order().continue_by(*s, address, size, clocks_.timestamp(thread), careful))
        return false;
    if (store)
        note_store_in_stripe(thread, address, size);
    else
        guesses_.remember(thread, address, instruction_code(static_cast<const char *>(caller) - 1));
    return true;
}

template <bool store, size_t size> bool race_check::begins(arena_page &page, unsigned thread, const char *address,
                                                           const void *caller, uint32_t instruction)
{
    if (clocks_.has_ticked(thread) || shadow_.in_order().is_in_cells(page))
        return false;
    const shadow_value now =
        clocks_.timestamp(thread).accessed(instruction, store ? cell_access::plain_store : cell_access::read, 15);
    if (!shadow_.in_order().begins<size>(page, address, caller, store, now))
        return false;
    if (store)
        note_store_in_stripe(thread, address, size);
    else
        guesses_.remember(thread, address, instruction);
    return true;
}

template <bool shared> inline bool race_check::access_quickly(cell &c, bool stores, unsigned thread,
                                                              const char *address, unsigned bytes, uint32_t instruction)
{
    const shadow_value timestamp = clocks_.timestamp(thread);
    if (!timestamp.has_segment())
        return false;
    // The next threads will most likely access what comes next.
    for (int lines = 1; lines <= 3 && !shared; ++lines)
        __builtin_prefetch(&c + 4 * lines, 1);
    const shadow_value store = c.store.load(std::memory_order_relaxed),
                       others = c.others.load(std::memory_order_relaxed);
    // In shared memory, all of the block's earlier epochs are ordered before; in global memory, all of earlier
    // launches. A link is later than any.
    const shadow_value first = shared ? clocks_.first_of_epoch() : clocks_.first_of_launch();
    if (store.is_link() && bytes != 15) { // by bytes
        byte_cells &b = all_byte_cells[store.number()];
        for (unsigned i = 0; i < 4; ++i)
            if ((bytes >> i & 1) && !access_quickly<shared>(b.of[i], stores, thread, address, 1u << i, instruction))
                return false;
        return true;
    }
    const shadow_value now =
        timestamp.accessed(instruction, stores ? cell_access::plain_store : cell_access::read, bytes);
    if (store.is_since(first) && !is_own(store, now))
        return false;
    if (!stores)
        return load_quickly<shared>(c, thread, address, now, store, others);
    if (others.is_since(first) && (!is_own(others, now) || others.reach() != reach::one))
        return false;
    if (shared)
        clocks_.note_store(thread);
    else
        clocks_.note_global_store(thread);
    if (shared || shadow_.is_only_block()) {
        c.store.store(now, std::memory_order_relaxed);
        return true;
    }
    return shadow_.replace<shared>(c.store, store, now) && c.others.load() == others;
}

template <bool shared>
[[gnu::always_inline]] inline bool race_check::load_quickly(cell &c, unsigned thread, const char *address,
                                                            shadow_value now, shadow_value store, shadow_value others)
{
    shadow_value fresh = now;
    if (others.is_since(shared ? clocks_.first_of_epoch() : clocks_.first_of_launch())) {
        // another load of the same segment, or of another block
        if (!others.same_access_and_bytes(now))
            return false;
        if (others.same_timestamp(now)) {
            return true; // its own, already recorded in a cell of single bytes
        } else if (others.same_segment(now)) {
            const bool same_warp = others.same_warp(now) && others.reach() <= reach::warp;
            fresh = others.with_reach(same_warp ? reach::warp : reach::block);
            if (same_warp ? clocks_.by_lanes() : clocks_.by_threads()) {
                clocks_.note_lanes(others, thread, &c);
                if (fresh == others)
                    return true;
            }
        } else if (!shared && !launch_->synced.fenced && segment_of(others).block != clocks_.block() &&
                   segment_of(others).launch == launch_->number && others.is_since(clocks_.first_of_grid())) {
            fresh = others.with_reach(reach::grid);
            if (fresh == others)
                return true;
        } else {
            return false;
        }
    }
    guesses_.remember(thread, address, now.instruction());
    if (!shadow_.replace<shared>(c.others, others, fresh))
        return false;
    if (shared || shadow_.is_only_block())
        return true;
    if (fresh.reach() == reach::grid)
        note_read_by_grid(c, address);
    return c.store.load() == store;
}

template <bool store> [[gnu::always_inline]] inline bool
race_check::access_anew_in_shared(cell &of_word, unsigned thread, const char *address, unsigned bytes, const void *pc)
{
    cell *c = &of_word;
    shadow_value stored = c->store.load(std::memory_order_relaxed);
    if (stored.is_link() && (bytes & (bytes - 1)) == 0) { // by bytes
        c = &all_byte_cells[stored.number()].of[(uintptr_t)address % 4];
        stored = c->store.load(std::memory_order_relaxed);
    }
    const shadow_value timestamp = clocks_.timestamp(thread), others = c->others.load(std::memory_order_relaxed),
                       first = clocks_.first_of_epoch();
    if (stored.bytes() != bytes || !timestamp.has_segment() ||
        (stored.is_since(first) && !stored.same_timestamp(timestamp)) ||
        (others.is_since(first) &&
         !(store && is_own(others, timestamp.and_bytes(bytes)) && others.reach() == reach::one)) ||
        !(store ? stored.is_since(clocks_.first_of_grid()) : of_shared().were_written(of_word, bytes)))
        return false;
    const uint32_t instruction = instruction_codes_.of(pc);
    if (!store) {
        guesses_.remember(thread, address, instruction);
        c->others.store(timestamp.accessed(instruction, cell_access::read, bytes), std::memory_order_relaxed);
        return true;
    }
    of_shared().set_written(of_word, bytes);
    clocks_.note_store(thread);
    c->store.store(timestamp.accessed(instruction, cell_access::plain_store, bytes), std::memory_order_relaxed);
    return true;
}
} // namespace cpu_device
