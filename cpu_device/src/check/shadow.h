// SPDX-License-Identifier: MIT
// Shadow memory: records accesses, and brings each new one together with those recorded in the same place.
//
// What is recorded takes one of five forms:
//
//     cell        For 4 bytes two values: the last plain store, and the last other access (cell.h). This is enough
//                 where all threads access the 4 bytes as one.
//     reach       The second value of a cell may stand for several unordered accesses of one kind, such as many loads
//                 of one variable: by lanes of a warp, threads of a block, or the grid. It names one of these threads.
//                 If fewer than all lanes of a warp may meet, warp_lanes.h knows the others.
//     byte cells  Four cells, one for each byte, in place of a cell (history.h). They are used once the four bytes have
//                 different histories. The cell's first value then links to them.
//     list        Up to 32 values (history.h). A cell's second value then links to the list. It is used for plain loads
//                 and atomic operations of one block, which conflict with different accesses; and with a value for each
//                 block if an access may be ordered with some of these and not with others: after the launch's first
//                 fence, and for volatile accesses. If 32 are not enough, one value stands for the grid.
//     stripe      A first access and a count, for plain loads or plain stores of global memory that come in order
//                 (stripes.h). At the first access to a page that they cannot record, they are put into the page's
//                 cells.
//
// Segments, byte cells, lists and stripes have numbers, which are given out to all cores (history.h). All of these are
// forgotten together, between two launches, when many have been given out.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../limits.h"
#include "cell.h"
#include "clocks.h"
#include "conflicts.h"
#include "displaced_reads.h"
#include "guesses.h"
#include "history.h"
#include "shared_cells.h"
#include "stripes.h"

namespace cpu_device
{
inline bool is_atomic(shadow_value w)
{
    return (w.access() == cell_access::strong || w.access() == cell_access::strong_block) &&
           !volatile_instructions.has(w.instruction());
}

// Whether an atomic operation takes the place of an access in a cell: it has read the value stored there, so a thread
// that is ordered after it is ordered after both ("observation order"). Of one block's atomic operations, only those do
// so whose result is used, see shadow::uses_result().
inline bool follows(shadow_value now, shadow_value there)
{
    return is_atomic(now) && there.access() != cell_access::read && there.access() != cell_access::all;
}

// One for each core.
class shadow
{
  public:
    shadow(block_clocks &clocks, conflicts &pairs, const guesses &guessed)
        : clocks_(clocks), conflicts_(pairs), guesses_(guessed)
    {
    }
    void launch_begins(launch_record &launch, size_t shared_size, bool anew);
    void block_begins()
    {
        shared_.block_begins();
        may_be_fenced();
    }
    void may_be_fenced() // the first fence of the launch has come, or another one
    {
        if (!by_threads_ && clocks_.by_threads())
            set_compared();
    }
    void joins_cluster()
    {
        joins_atomics_ = false;
    }
    void finish() // this core will run no more blocks of the launch
    {
        stripes_.finish();
    }
    shared_cells &of_shared()
    {
        return shared_;
    }
    const shared_cells &of_shared() const
    {
        return shared_;
    }
    stripes &in_order()
    {
        return stripes_;
    }

    // --- recording ---

    // An access of an address or an offset in shared memory; `access` is none for a plain store.
    template <bool shared>
    void on_access(unsigned thread, cell_access access, uint64_t name, size_t size, uint32_t instruction, cell *cells);
    // See race_parts::update_quickly().
    bool update_quickly(unsigned thread, size_t offset, uint32_t instruction);
    // See fast_updates::is_alone().
    bool update_is_alone(cell &c, unsigned thread, uint32_t instruction);
    // The thread uses what its last atomic operation has found in this cell: it is ordered after all of the block's
    // operations before that one. If its result is unused, it has only changed the value.
    template <bool shared> void uses_result(unsigned thread, cell &c, unsigned bytes);
    // Puts a shadow value in the place of another one. False: another core was faster.
    template <bool shared> bool replace(std::atomic<shadow_value> &cell, shadow_value old, shadow_value fresh);

    // --- looking ---

    // Whether a shadow value of a cell's other accesses has recorded this one, a plain load. `first`: of launch or
    // block.
    bool has_recorded(shadow_value there, shadow_value now, shadow_value first) const
    {
        return there.has_recorded(now, first, compared_);
    }
    // Whether a shadow value is an access of this block, or of this launch since the last barrier of the grid.
    template <bool shared> bool is_live(shadow_value w) const;
    bool is_of_launch(shadow_value w) const // even if a barrier of the grid came after it
    {
        return w.is_since(shadow_value::first_of(launch_->first_segment)) && !w.is_link() &&
               segment_of(w).launch == launch_->number;
    }
    shadow_value writer_in(const cell &c,
                           uint64_t name) const; // the last strong store of that byte; empty: there was none
    bool may_have_stored(const cell &c) const    // this launch
    {
        const shadow_value others = c.others.load(std::memory_order_relaxed);
        return c.store.load(std::memory_order_relaxed).is_since(shadow_value::first_of(launch_->first_segment)) ||
               others.is_link() || stores(others.access());
    }
    // The cell of that byte, where bytes have cells of their own; otherwise the cell.
    static const cell &of_byte(const cell &c, uint64_t name);
    bool is_only_block() const
    {
        return alone_;
    }
    // Whether this access by a stripe is to be made with care, see stripes.h.
    bool is_careful()
    {
        if (exchanges_left_ == 0)
            stripes_.slow_down(stripes::careful, false);
        else
            --exchanges_left_;
        return exchanges_left_ != 0;
    }

  private:
    // The access that a thread makes now.
    struct access_now {
        unsigned thread;
        shadow_value now;
        bool plain_store;
        accessed_place at;
    };
    void set_compared();
    template <bool shared> void on_cell_access(cell &c, access_now access);
    template <bool shared> void on_bytes_access(cell &c, const access_now &access);
    template <bool shared>
    bool record_store(cell &c, const access_now &access, shadow_value store, shadow_value others);
    template <bool shared>
    bool record_other(cell &c, const access_now &access, shadow_value store, shadow_value others);
    template <bool shared> bool expand(cell &c, shadow_value store, shadow_value others);
    void check_streams(const cell &c, const access_now &access, shadow_value store, shadow_value others,
                       bool store_lives, bool others_live);
    void wait_for_store(shadow_value store, const access_now &access);
    template <bool shared> bool needs_list(shadow_value there, shadow_value now, unsigned thread) const;
    template <bool shared> bool needs_both(shadow_value there, shadow_value now, unsigned thread) const;
    template <bool shared> bool make_list(cell &c, shadow_value others);
    template <bool shared> bool on_list_access(cell &c, shadow_value others, const access_now &access);
    template <bool shared> bool is_over(shadow_value w) const;
    bool are_merged(shadow_value there, shadow_value now, unsigned count) const;
    void take_over_list(byte_cells &b, const value_list &list);
    bool replaces(shadow_value there, shadow_value now, unsigned thread) const;
    bool adds_unseen(shadow_value now, shadow_value there) const;
    bool join(shadow_value now, shadow_value there) const;
    bool adds_in_grid(shadow_value now, shadow_value there) const;
    shadow_value joined(shadow_value there, shadow_value now, unsigned thread, const cell *c);
    shadow_value merged(shadow_value there, shadow_value now, unsigned thread, const cell *c);

    static constexpr uint32_t most_exchanges = 1 << 15; // shadow values of a launch that a core compares and swaps
    launch_record *launch_ = nullptr;
    block_clocks &clocks_;
    conflicts &conflicts_;
    const guesses &guesses_;
    bool alone_ = false;           // there is one block
    bool several_streams_ = false; // launches of other streams may not be ordered with this one
    bool by_threads_ = false;      // see block_clocks::by_threads()
    bool joins_atomics_ = true;    // one shadow value for the atomic operations of several threads of a block
    shadow_value::compared_bits compared_ = {};
    uint32_t exchanges_left_ = 0;                    // and of its stripes, those that are made with care
    displaced_reads displaced_reads_;                // by loads of this launch
    std::vector<uint32_t> free_lists_;               // their numbers: of this core's shared memory, no longer in use
    uint32_t update_instructions_[max_threads] = {}; // of each thread's last atomic operation
    spare_numbers<byte_cells> spare_byte_cells_{all_byte_cells};
    stripes stripes_;
    shared_cells shared_;
};

// Another core may change the same shadow value at this moment. A compare-and-swap makes sure that neither access is
// lost, and takes longer than all the rest. So it is used for the first thousands of each launch, and while there are
// fences. After that a shadow value is lost if two cores meet within a few nanoseconds; a race is missed only if all of
// its pairs do.
template <bool shared>
inline bool shadow::replace(std::atomic<shadow_value> &cell, shadow_value old, shadow_value fresh)
{
    if (shared || alone_ || (exchanges_left_ == 0 && !launch_->synced.fenced)) {
        cell.store(fresh, std::memory_order_relaxed);
        return true;
    }
    exchanges_left_ -= exchanges_left_ != 0;
    return cell.compare_exchange_strong(old, fresh);
}

template <bool shared> inline bool shadow::is_live(shadow_value w) const
{
    if (shared)
        return w.is_since(clocks_.time().first().of_block) && !w.is_link();
    return w.is_since(clocks_.time().first().of_grid) && !w.is_link() && segment_of(w).launch == launch_->number;
}

inline bool shadow::join(shadow_value now, shadow_value there) const
{
    return joins_atomics_ && is_atomic(now) && is_atomic(there) && there.reach() != reach::grid &&
           segment_of(there).block == clocks_.time().block();
}

// Whether both are atomic operations by one instruction, of two blocks, in a launch without a fence, and the result is
// unused. Nothing orders the blocks then, so the later one must not take the place of the earlier one: after a barrier
// it would be ordered for its own block. One shadow value stands for both, and names the first.
inline bool shadow::adds_in_grid(shadow_value now, shadow_value there) const
{
    return joins_atomics_ && !launch_->synced.fenced && is_atomic(now) && there.same_access_and_bytes(now) &&
           there.instruction() == now.instruction() &&
           (there.reach() == reach::grid || segment_of(there).block != clocks_.time().block()) &&
           !volatile_instructions.has(now.instruction()) && !used_instructions.has(now.instruction());
}

inline bool shadow::update_quickly(unsigned thread, size_t offset, uint32_t instruction)
{
    cell &c = shared_.at(offset);
    const shadow_value others = c.others.load(std::memory_order_relaxed),
                       now = clocks_.time().now(thread).accessed(instruction, cell_access::strong, 15);
    shadow_value fresh = now;
    if (c.store.load(std::memory_order_relaxed).is_since(clocks_.time().first().of_epoch) || !now.has_segment())
        return false;
    if (others.is_since(clocks_.time().first().of_epoch)) {
        if (others.is_link() || others.bytes() != 15 || !join(now, others))
            return false;
        fresh = joined(others, now, thread, &c);
    }
    update_instructions_[thread] = instruction;
    c.others.store(fresh, std::memory_order_relaxed);
    return true;
}

inline bool shadow::update_is_alone(cell &c, unsigned thread, uint32_t instruction)
{
    const shadow_value store = c.store.load(std::memory_order_acquire),
                       others = c.others.load(std::memory_order_acquire),
                       now = clocks_.time().now(thread).accessed(instruction, cell_access::strong, 15);
    if (several_streams_ || !now.has_segment() || store.is_since(clocks_.time().first().of_launch) ||
        !is_live<false>(others) || others.access() != cell_access::strong || others.bytes() != 15 ||
        volatile_instructions.has(others.instruction()))
        return false;
    const bool in_grid = adds_in_grid(now, others);
    if (others.reach() == reach::grid && !in_grid)
        return false;
    update_instructions_[thread] = instruction;
    const shadow_value fresh = in_grid             ? others.with_reach(reach::grid)
                               : join(now, others) ? joined(others, now, thread, &c)
                                                   : now;
    return others == fresh || (replace<false>(c.others, others, fresh) && (alone_ || c.store.load() == store));
}
} // namespace cpu_device
