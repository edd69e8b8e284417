// SPDX-License-Identifier: MIT
// Races in shared and in global memory, between threads of a block and between blocks, found by happens-before.
//
// Two accesses of the same bytes by different threads race if at least one of them writes, they are not both atomic or
// volatile ("strong"), and nothing orders them. What orders is what the memory consistency model of PTX has for it:
//
//     __syncthreads()     all that the threads of the block did before, and will do
//     __syncwarp()        the same, for the lanes in its mask; shuffles and votes do not
//     a fence, then a strong write; elsewhere a strong read of what it left there, then a fence: what came before the
//     first is ordered before what comes behind the second. Fences and atomics of a block (__threadfence_block(),
//     atomicAdd_block()) do so within the block alone. A barrier is let pass for the second fence, and where all that
//     stored have fenced before a barrier or __syncwarp(), for the first.
//
// Everything else is unordered, whether it ran at once or not: so what is found depends on what was read in this run
// (a flag that was up, say), and not on when.
//
// A block's time goes in epochs, from barrier to barrier, and within these each thread has a clock that counts what it
// took part in. An access is ordered before another if the later one's thread knows the earlier one's epoch and clock
// (vector clocks: Lamport 1978, Mattern 1989). Of each 4 bytes a cell keeps the last plain store, and the last other
// access, or the fact that there were several (Flanagan and Freund, "FastTrack", 2009).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "../limits.h"
#include "../settings.h"
#include "access.h"
#include "cell.h"
#include "history.h"
#include "stripes.h"

namespace cpu_device
{
// One for each core.
class race_check
{
  public:
    race_check();
    void prepare(launch_record &launch, size_t shared_size); // bytes: static and dynamic
    void block_begins(uint64_t block);
    void block_ends(bool broken); // not run to its end
    void finish()                 // this core will run no more blocks of the launch
    {
        stripes_.finish();
    }

    uint32_t line_code(const void *pc) // of an instruction, as a word has it
    {
        return line_codes_.of(pc);
    }

    // --- accesses, as far as there is memory ---

    // Whether a plain load or store tells nothing that the cell does not know. `bytes` of the cell: a mask.
    template <bool store>
    [[gnu::always_inline]] bool is_known(const cell &c, unsigned thread, unsigned bytes, bool shared) const
    {
        word now = now_[thread] | bytes;
        if (store)
            return ((c.store.load(std::memory_order_relaxed) ^ now) & ~cells::line_mask) == 0;
        now |= (word)deed::read << cells::deed_shift;
        return cells::tells(c.others.load(std::memory_order_relaxed), now, shared ? first_of_block_ : first_of_launch_);
    }
    cell &shared_cell(size_t offset) const
    {
        return shared_[offset / 4];
    }
    // A plain load or store that the cell does not know of, but that needs no look at anything else: it is the first
    // one, or the first since a barrier, or one of several loads. Then this does what the calls below would do, which
    // are to be made if not. `bytes`: a mask.
    template <bool shared>
    bool touch_quickly(cell &c, bool stores, unsigned thread, const char *address, unsigned bytes, uint32_t line);
    // Whether a plain load or store of global memory is the next one of a stripe, so that nothing else need be asked of
    // it; or may be the first of another.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool goes_on(unsigned thread, const char *address, uintptr_t line);
    template <bool store, size_t size>
    bool begins(arena_page &page, unsigned thread, const char *address, uint32_t line);
    // What the stripes of a page tell, before anything else is asked of it.
    void put_in_cells(arena_page &page, const char *address)
    {
        if (!stripes_.is_in_cells(page))
            stripes_.put_in_cells(page, address);
    }
    // A plain store of global memory comes next, which other cores may have to wait for.
    void about_to_store(uint64_t address, size_t size)
    {
        storing[core_].what.store(address << 16 | std::min<size_t>(size, 0xffff), std::memory_order_relaxed);
    }
    // Of bytes of a cell of shared memory: whether all were written in this block.
    bool were_written(size_t offset, unsigned bytes) const
    {
        return (written_[offset / 8] >> (offset & 4) & bytes) == bytes;
    }
    void set_not_written(size_t offset, size_t size)
    {
        for (size_t i = offset; i < offset + size; ++i)
            written_[i / 8] &= (uint8_t)(0xff ^ 1u << i % 8);
    }
    void set_all_written(size_t offset, size_t size)
    {
        for (size_t i = offset; i < offset + size; ++i)
            written_[i / 8] |= (uint8_t)(1u << i % 8);
    }
    void set_written(size_t offset, unsigned bytes)
    {
        written_[offset / 8] |= (uint8_t)(bytes << (offset & 4));
    }
    // An atomic operation on shared memory where nothing but such ones has been since the barrier: one takes the place
    // of the other. Without fences they hand nothing on. False: touch_shared() is to be asked.
    bool update_quickly(unsigned thread, size_t offset, size_t size, const void *pc);
    // Shared memory, at an offset; and global memory, whose cells may be null.
    void touch_shared(unsigned thread, access kind, const char *address, size_t offset, size_t size, const void *pc);
    void touch_global(unsigned thread, access kind, bool of_block, const char *address, size_t size, const void *pc,
                      cell *cells);
    // A read through a texture or a surface, which touch_global() has seen: finds what the launch has stored there.
    void check_stale(unsigned thread, const char *address, size_t size, const void *pc, const cell *cells);
    // Around an atomic operation on global memory, between which nothing comes but its touch_global().
    void atomic_begins(const void *address);
    bool in_atomic() const
    {
        return in_atomic_;
    }
    void atomic_ends(unsigned thread, bool of_block, bool stored);
    // The place is compared and swapped by the thread: what it last read there by a plain load was a guess.
    void compare_exchange(unsigned thread, const char *address);
    // Whether the thread, which is about to store there, has last read that very place by a volatile load.
    bool updates(unsigned thread, const char *address) const
    {
        return volatiles_ && latest_[thread].looked_at == address;
    }

    // --- what orders ---

    void fence(unsigned thread, bool of_device);
    void barrier();
    void grid_barrier(uint32_t first_segment); // behind barrier(): of all blocks; what came before is of lower segments
    void warp_sync(unsigned warp, unsigned lanes);
    // The thread launches a kernel: what it knows of its grid until now.
    knowledge known_at_launch(unsigned thread);

  private:
    static constexpr uint32_t never = UINT32_MAX;
    // Steps of learning that a core makes in a launch until that is crowded: so many, and for each fence so many more.
    static constexpr int64_t most_steps = 1 << 19, steps_a_fence = 16;
    static constexpr uint32_t most_careful = 1 << 15; // words of a launch that a core changes with care, see replace()
    // By core: the plain store in global memory that it was last about to do.
    struct alignas(64) store_under_way {
        std::atomic<uint64_t> what{0}; // address; in the lower 16 bits, how many bytes
    };
    static store_under_way storing[most_cores];
    static constexpr unsigned most_looked_at = 256, most_heard_at = 4;
    struct place {
        uint64_t name; // offset in shared memory, or the address
        bool shared;
    };
    struct moment {
        uint32_t epoch = never, clock = 0;
    };
    struct heard_at { // what was handed on there, which only grows, as of the last time
        const void *address;
        knowledge fenced, fenced_block;
    };
    struct what_it_knows {
        bool listens = false;                // is in the list of those that know something
        knowledge knows;                     // behind a fence of its own, or of a lane that it has met since
        knowledge knows_in_block;            // the same of fences within the block
        bool has_fenced = false;             // since it last met other lanes
        std::vector<heard_at> heard_at_last; // the same behind its next one, of few places,
        knowledge heard, heard_in_block;     // and of more: one for all, or for its block at least
        knowledge heard_of;                  // by strong reads, without any fence
        std::vector<const void *> looked_at; // volatile: what is handed on there until the next fence, it may have read
        moment fenced, block_fenced;         // its last fence for all; for its block at least
        knowledge told, told_to_block;       // what it hands on, if that is still true
        bool told_is_true = false;
        const void *told_at = nullptr; // the last place where it did
    };
    struct look {
        const char *address;
        uint32_t line, epoch;
        bool unset; // nobody had stored anything there that it could be waiting for
    };
    struct latest {
        static constexpr unsigned most_looks = 16;
        look looks[most_looks] = {};     // by volatile loads, the latest ones
        unsigned next_look = 0;          // the one that makes place
        const char *looked_at = nullptr; // where it last read by a volatile load,
        word version = 0;                // and who had stored there
        const char *flag = nullptr;      // what it set last, if it has not fenced since
        uint32_t released = 0;           // the epoch in which it last fenced off what it had stored
    };
    struct guess {
        const char *address = nullptr; // where a thread last read by a plain load that told something new,
        uint32_t line = 0;             // by which instruction,
        bool swapped = false;          // and that it then compared and swapped there
    };
    struct stored {          // the numbers of the epochs in which a thread last stored, if it has not fenced since:
        uint32_t all = 0;    // anywhere
        uint32_t global = 0; // in global memory, and for all
    };

    uint32_t segment_for(uint32_t clock);
    word now(unsigned thread); // 0: there are no segments left
    void epoch_begins();
    void tick(unsigned thread);

    deed deed_of_access(unsigned thread, access kind, bool of_block, const char *address);
    template <bool shared>
    void touch(unsigned thread, deed what, uint64_t name, size_t size, const void *pc, cell *cells);
    template <bool shared> void touch_cell(unsigned thread, cell &c, word now, bool plain_store, const place &at);
    template <bool shared> bool replace(std::atomic<word> &what, word old, word fresh);
    template <bool shared> bool expand(cell &c, word store, word others);
    void make_list(cell &c, word others);
    bool touch_list(unsigned thread, cell &c, word others, word now, bool plain_store, const place &at);
    template <bool shared> bool is_live(word w) const;
    bool replaces(word there, word now, unsigned thread) const;
    word merged(word there, word now, unsigned thread) const;
    word writer_in(const cell &c, uint64_t name) const; // of the byte that has that name
    bool is_ordered(word earlier, unsigned thread) const;
    bool knows(unsigned thread, word what) const;
    bool crowded() const
    {
        return launch_->handing_on.crowded;
    }
    bool conflict(word there, word now, bool there_stores, bool now_stores) const;
    void check_against(word there, word now, bool there_stores, bool now_stores, unsigned thread, const place &at);
    void check_handed_on(word there, word now, unsigned thread, const place &at);
    void note_volatile(uint32_t line);
    void note_poll(uint32_t line);
    void look_for_lost_update(unsigned thread, access kind, const char *address, const cell &c, const place &at,
                              const void *pc);
    bool comes_before_this(const launch_place &other, word there) const;
    bool is_unordered_read(word there, word now) const;
    void check_stream(word there, word now, bool there_stores, bool now_stores, const place &at);
    void found(finding::kind what, word there, word now, bool there_stores, bool now_stores, const place &at);
    void wait_for_store(const place &at);
    void remember_guess(unsigned thread, const char *address, uint32_t line)
    {
        if (guesses_)
            guess_[thread] = {address, line, false};
    }
    void note_store(unsigned thread) // in global memory, that is no flag
    {
        stored &s = stored_[thread];
        not_fenced_ += s.global != epoch_number_;
        s.all = s.global = epoch_number_;
    }
    template <bool store> word word_in_stripe(unsigned thread, uint32_t line) const
    {
        return now_[thread] | (word)line << cells::line_shift | cells::bytes_mask |
               (word)(store ? deed::none : deed::read) << cells::deed_shift;
    }
    template <bool store, size_t size>
    [[gnu::always_inline]] void note_in_stripe(unsigned thread, const char *address, uint32_t line)
    {
        if (store) {
            note_store(thread);
            about_to_store((uint64_t)address, size);
        } else {
            remember_guess(thread, address, line);
        }
    }
    void remember_old(const char *address, size_t size);
    void finish_pending()
    {
        if (__builtin_expect(pending_.address != nullptr, false))
            finish_store();
    }
    void finish_store();
    void report_uninitialized();

    what_it_knows &listener(unsigned thread);
    knowledge released(unsigned thread, bool to_block) const;
    void hand_on(unsigned thread, places::one &at, bool of_block);
    void tell(unsigned thread, places::one &at, uint32_t clock);
    void take(unsigned thread, places::one &at, bool of_block);
    void hear_of(unsigned thread, places::one &at);
    void hear(unsigned thread);
    void take_all(unsigned thread, bool of_block);
    void take_heard(what_it_knows &t);
    void pay_for_steps(uint64_t before);

    const unsigned core_;
    launch_record *launch_ = nullptr;
    uint32_t threads_ = 0, block_ = 0;
    bool alone_ = false;                    // there is one block
    bool several_streams_ = false;          // launches of other streams may not be ordered with this one
    bool fences_ = false, guesses_ = false; // the program has fences; it compares and swaps
    word first_of_launch_ = 0, first_of_block_ = 0, first_of_epoch_ = 0;
    uint32_t epoch_ = 0, epoch_number_ = 0; // no other epoch of any block has the second
    uint32_t careful_left_ = 0;
    static constexpr std::chrono::milliseconds most_patience{100}; // of a launch, with stores under way elsewhere
    std::chrono::steady_clock::duration patience_{};
    uint32_t forgotten_ = 0;
    spare_numbers<segment> spare_segments_{segments};
    spare_numbers<byte_cells> spare_byte_cells_{all_byte_cells};
    stripes stripes_;
    std::vector<uint32_t> segments_by_clock_; // of this epoch; 0: none yet

    line_codes line_codes_;
    word now_[max_threads] = {};        // thread, and segment if it has a number yet
    std::unique_ptr<uint32_t[]> clock_; // in this epoch
    uint32_t warp_clock_[max_warps];    // what the lanes did before this, all of them know
    bool partial_ = false;              // some lanes of a warp have met without the others
    std::unique_ptr<uint32_t[][warp_size]>
        in_warp_; // then: before which clocks each thread knows the lanes of its warp
    std::unique_ptr<latest[]> latest_;
    std::unique_ptr<stored[]> stored_;
    std::unique_ptr<guess[]> guess_;
    bool volatiles_ = false;      // were accessed by this block
    std::vector<uint32_t> polls_; // volatile loads of this block that look whether anything has changed

    // What lies behind fences.
    std::vector<what_it_knows> threads_know_;
    std::vector<unsigned> listeners_;
    knowledge block_knows_, block_heard_of_; // all threads of the block, since the last barrier
    uint32_t covered_ = 0;                   // epochs of the block that are behind a fence for all
    bool fenced_ = false;                    // in this epoch
    int64_t steps_left_ = 0;                 // of learning, for this launch
    unsigned not_fenced_ = 0;                // threads that stored in this epoch and have not fenced since
    bool volatile_stores_ = false;           // of global memory, in this block
    bool in_atomic_ = false;                 // an operation is under way
    std::optional<places::one> atomic_at_;   // where it is, unless that was met when the launch was crowded
    // Places that hand something on in this crowded launch. Whoever reads there then knows all that happened before, so
    // what is handed on is not looked up any more, and no core waits for another.
    const void *&met_when_crowded(const void *address)
    {
        return met_when_crowded_[(uintptr_t)address / 4 % met_when_crowded_.size()];
    }
    std::array<const void *, 1024> met_when_crowded_;

    // Shared memory.
    std::unique_ptr<cell[]> shared_;
    std::unique_ptr<uint8_t[]> written_; // a bit for each byte
    size_t shared_size_ = 0, shared_used_ = 0;
    std::unordered_map<const void *, knowledge> flags_; // in this epoch
    struct one_read {
        size_t offset;
        const void *pc;
        unsigned thread;
        bool of_copy; // the thread comes behind the beginning of a copy, which is still under way
    };
    std::vector<word> stores_of_others(const one_read &r) const; // in this epoch
    std::vector<one_read> uninitialized_;                        // in this epoch

    // A store that may be of the very value that is there already, which is known when it is done.
    struct {
        const char *address = nullptr;
        size_t size;
        char old[256];
        struct race {
            finding::kind what;
            word there, now;
            bool there_stores, now_stores;
            place at;
        };
        std::vector<race> races;
    } pending_;
    std::vector<finding> found_;
};

// Another core may do the same at this very moment, and then neither must miss the other's. To make sure of that takes
// longer than all the rest; so it is done for the first thousands of each launch, and while there are fences. Of so
// many more some would have to meet within a few nanoseconds to be missed, and then each of them.
template <bool shared> inline bool race_check::replace(std::atomic<word> &what, word old, word fresh)
{
    if (shared || alone_ || (careful_left_ == 0 && !launch_->handing_on.fenced)) {
        what.store(fresh, std::memory_order_relaxed);
        return true;
    }
    careful_left_ -= careful_left_ != 0;
    return what.compare_exchange_strong(old, fresh);
}

template <bool store, size_t size> inline bool race_check::goes_on(unsigned thread, const char *address, uintptr_t line)
{
    if (pending_.address != nullptr || // else begins() looks
        !stripes_.goes_on<size>(address, line, now_[thread]))
        return false;
    note_in_stripe<store, size>(thread, address, (uint32_t)line);
    return true;
}

template <bool store, size_t size>
bool race_check::begins(arena_page &page, unsigned thread, const char *address, uint32_t line)
{
    if (careful_left_ != 0 || clock_[thread] != 0 || stripes_.is_in_cells(page))
        return false;
    finish_pending();
    if (!stripes_.begins<size>(page, address, store, word_in_stripe<store>(thread, line)))
        return false;
    note_in_stripe<store, size>(thread, address, line);
    return true;
}

template <bool shared> inline bool race_check::touch_quickly(cell &c, bool stores, unsigned thread, const char *address,
                                                             unsigned bytes, uint32_t line)
{
    word now = now_[thread];
    if (now >> cells::segment_shift == 0)
        return false;
    finish_pending();
    // The next threads will want what comes next, most likely.
    for (int lines = 1; lines <= 3 && !shared; ++lines)
        __builtin_prefetch(&c + 4 * lines, 1);
    now |= (word)line << cells::line_shift | bytes;
    word store = c.store.load(std::memory_order_relaxed), others = c.others.load(std::memory_order_relaxed);
    // In shared memory, all of the block's earlier epochs are ordered before; in global memory, all of earlier
    // launches. A word that stands for something larger is greater than any.
    const word first = shared ? first_of_epoch_ : first_of_launch_;
    if (cells::is_larger(store) && bytes != 15) { // by bytes
        byte_cells &b = all_byte_cells[cells::number_in(store)];
        for (unsigned i = 0; i < 4; ++i)
            if ((bytes >> i & 1) && !touch_quickly<shared>(b.of[i], stores, thread, address, 1u << i, line))
                return false;
        return true;
    }
    auto own = [&](word w) { return (w ^ now) >> cells::thread_shift == 0 && cells::bytes_of(w) == bytes; };
    if (store >= first && !own(store))
        return false;
    if (stores) {
        if (others >= first && (!own(others) || cells::reach_of(others) != reach::one))
            return false;
        if (shared)
            stored_[thread].all = epoch_number_;
        else
            note_store(thread);
        if (shared || alone_) {
            c.store.store(now, std::memory_order_relaxed);
        } else {
            return replace<shared>(c.store, store, now) && c.others.load() == others;
        }
        return true;
    }
    now |= (word)deed::read << cells::deed_shift;
    word fresh = now;
    if (others >= first) {
        // another load of the same segment, or of another block
        if (((others ^ now) & (cells::deed_mask | cells::bytes_mask)) != 0)
            return false;
        if ((others ^ now) >> cells::thread_shift == 0) {
            return true; // its own, which a cell of bytes was asked for just now
        } else if ((others ^ now) >> cells::segment_shift == 0) {
            bool same_warp = ((others ^ now) & cells::thread_mask & ~cells::lane_mask) == 0 &&
                             cells::reach_of(others) <= reach::warp;
            fresh = (others & ~cells::reach_mask) | (word)(same_warp ? reach::warp : reach::block)
                                                        << cells::reach_shift;
        } else if (!shared && !launch_->handing_on.fenced && segments[cells::segment_of(others)].block != block_ &&
                   segments[cells::segment_of(others)].launch == launch_->number) {
            fresh = others | cells::reach_mask;
        } else {
            return false;
        }
    }
    remember_guess(thread, address, line);
    return replace<shared>(c.others, others, fresh) && (shared || alone_ || c.store.load() == store);
}
} // namespace cpu_device
