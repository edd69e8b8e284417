// SPDX-License-Identifier: MIT
// Shadow memory: records accesses, and brings each new one together with those recorded in the same place.
//
// What is recorded takes one of five forms. A launch begins with cells. Each other form is used only where it must be,
// and until the end of the launch.
//
//     cell        for each 4 bytes, two words: the last plain store, and the last other access (cell.h). This is enough
//                 where all threads access all 4 bytes alike.
//     reach       The second word of a cell may stand for several accesses of one kind that are not ordered with one
//                 another: those of several lanes of a warp, of a block, or of the grid. It names one of these threads.
//                 It is used where the one word conflicts with whatever each of the accesses conflicts with.
//                 warp_lanes.h keeps what this loses where lanes meet by themselves.
//     byte cells  Four cells in place of one, for a byte each (history.h). A cell's first word becomes a link to them
//     when
//                 threads share the 4 bytes by bytes.
//     list        A word for each block, up to 32 (history.h). A cell's second word becomes a link to it where some
//                 blocks may be ordered and others not: after the launch's first fence, for volatile accesses, and for
//                 an atomic operation and a plain load of one block. After that many blocks: a word that stands for the
//                 grid.
//     stripe      A first access and a count, for plain loads or stores of global memory that come in order
//     (stripes.h).
//                 It is used once the launch has made 2^15 accesses of its own in cells, and within a page, until there
//                 is an access of another kind. Then the page's stripes are put into its cells.
//
// Numbers of byte cells, lists and stripes, and of the segments that words have, are given out to all cores
// (history.h). All are forgotten together, between two launches, when many have been given out.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

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

    // An access of an address or an offset in shared memory; `what` is none for a plain store.
    template <bool shared>
    void touch(unsigned thread, cell_access what, uint64_t name, size_t size, uint32_t line, cell *cells);
    // See race_check::update_quickly().
    bool update_quickly(unsigned thread, size_t offset, uint32_t line);
    // Puts a word in the place of another one. False: another core was faster.
    template <bool shared> bool replace(std::atomic<word> &what, word old, word fresh);

    // --- looking ---

    // Whether a word of a cell's other accesses has recorded this one, a plain load. `first`: of launch or block.
    bool has_recorded(word there, word now, word first) const
    {
        return there.has_recorded(now, first, recorded_how_);
    }
    // Whether a word is an access of this block, or of this launch since the last barrier of the grid.
    template <bool shared> bool is_live(word w) const;
    word writer_in(const cell &c, uint64_t name) const; // the last strong store of that byte; empty: there was none
    // The cell of that byte, where bytes have cells of their own; otherwise the cell.
    static const cell &of_byte(const cell &c, uint64_t name);
    bool is_only_block() const
    {
        return alone_;
    }
    bool has_exchanges_left() const // of the first accesses, for which there are no stripes
    {
        return exchanges_left_ != 0;
    }

  private:
    // The access that a thread makes now.
    struct access_now {
        unsigned thread;
        word now;
        bool plain_store;
        accessed_place at;
    };
    template <bool shared> void touch_cell(cell &c, access_now what);
    template <bool shared> void touch_bytes(cell &c, const access_now &what);
    template <bool shared> bool record_store(cell &c, const access_now &what, word store, word others);
    template <bool shared> bool record_other(cell &c, const access_now &what, word store, word others);
    template <bool shared> bool expand(cell &c, word store, word others);
    void check_streams(const cell &c, const access_now &what, word store, word others, bool store_lives,
                       bool others_live);
    void wait_for_store(word store, const access_now &what);
    bool needs_list(word there, word now, unsigned thread) const;
    bool needs_both(word there, word now, unsigned thread) const;
    void make_list(cell &c, word others);
    bool touch_list(cell &c, word others, const access_now &what);
    bool replaces(word there, word now, unsigned thread) const;
    word merged(word there, word now, unsigned thread, const cell *c);

    static constexpr uint32_t most_exchanges = 1 << 15; // words of a launch that a core compares and swaps
    launch_record *launch_ = nullptr;
    block_clocks &clocks_;
    conflicts &conflicts_;
    const guesses &guesses_;
    bool alone_ = false;           // there is one block
    bool several_streams_ = false; // launches of other streams may not be ordered with this one
    unsigned recorded_how_ = 0;    // word::by_lanes, word::by_launches
    uint32_t exchanges_left_ = 0;
    displaced_reads displaced_reads_; // by loads of this launch
    spare_numbers<byte_cells> spare_byte_cells_{all_byte_cells};
    stripes stripes_;
    shared_cells shared_;
};

// Another core may change the same word at this moment. A compare-and-swap makes sure that neither access is lost, and
// takes longer than all the rest. So it is used for the first thousands of each launch, and while there are fences.
// After that a word is lost if two cores meet within a few nanoseconds; a race is missed only if all of its pairs do.
template <bool shared> inline bool shadow::replace(std::atomic<word> &what, word old, word fresh)
{
    if (shared || alone_ || (exchanges_left_ == 0 && !launch_->sync_places.fenced)) {
        what.store(fresh, std::memory_order_relaxed);
        return true;
    }
    exchanges_left_ -= exchanges_left_ != 0;
    return what.compare_exchange_strong(old, fresh);
}

template <bool shared> inline bool shadow::is_live(word w) const
{
    if (shared)
        return w.is_since(clocks_.first_of_block()) && !w.is_link();
    return w.is_since(clocks_.first_of_grid()) && !w.is_link() && segment_of(w).launch == launch_->number;
}
} // namespace cpu_device
