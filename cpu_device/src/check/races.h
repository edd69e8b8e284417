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
//                         Fences and atomics of block scope (__threadfence_block(), atomicAdd_block()) do so within
//                         the block alone. A barrier counts as the fence of an acquire. It counts as the fence of a
//                         release too, and so does __syncwarp(), where each thread that has stored has fenced before.
//
// Everything else is unordered, even if it ran one after the other. So a finding depends on the values that were read
// in this run (a flag that was set, say), and not on the schedule.
//
// A block's time is divided by its barriers into epochs. Within an epoch each thread has a clock, which its fences and
// warp barriers advance. An access happens before another if the vector clock of the later one's thread covers the
// earlier one's epoch and clock (Lamport 1978, Mattern 1989). The shadow memory keeps two words for each 4 bytes: the
// last plain store, and the last other access, or that there were several (Flanagan and Freund, "FastTrack", 2009).
#pragma once

#include <array>
#include <bitset>
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
#include "displaced_reads.h"
#include "history.h"
#include "meetings.h"
#include "stripes.h"
#include "warp_lanes.h"

namespace cpu_device
{
// One for each core.
class race_check
{
  public:
    race_check();
    void prepare(launch_record &launch, size_t shared_size); // bytes: static and dynamic
    void block_begins(uint64_t block);
    // Returns what it found. `broken`: the block did not run to its end.
    std::vector<finding> block_ends(bool broken);
    void finish() // this core will run no more blocks of the launch
    {
        stripes_.finish();
    }

    uint32_t line_code(const void *pc) // of an instruction, as a word has it
    {
        return line_codes_.of(pc);
    }

    // --- accesses that have shadow memory ---

    // Whether the cell has recorded this plain load or store already. `bytes` of the cell: a mask.
    template <bool store>
    [[gnu::always_inline]] bool is_recorded(const cell &c, unsigned thread, unsigned bytes, bool shared) const
    {
        word now = now_[thread] | bytes;
        if (store)
            return ((c.store.load(std::memory_order_relaxed) ^ now) & ~cells::line_mask) == 0;
        now |= (word)cell_access::read << cells::access_shift;
        return cells::is_recorded(c.others.load(std::memory_order_relaxed), now,
                                  shared ? first_of_block_ : first_of_launch_, recorded_how_);
    }
    cell &shared_cell(size_t offset) const
    {
        return shared_[offset / 4];
    }
    // The fast path for a plain load or store that the cell has not recorded, but that conflicts with nothing: the
    // first access, the first since a barrier, or one of several loads. False: the calls below are to be made. `bytes`:
    // a mask.
    template <bool shared>
    bool touch_quickly(cell &c, bool stores, unsigned thread, const char *address, unsigned bytes, uint32_t line);
    // goes_on(): whether a plain load or store of global memory is the next one of a stripe; then it is recorded.
    // begins(): whether it may be the first one of another stripe; then that is made.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool goes_on(unsigned thread, const char *address, uintptr_t line);
    template <bool store, size_t size>
    bool begins(arena_page &page, unsigned thread, const char *address, uint32_t line);
    // Moves what the stripes of a page have recorded into its cells, before anything else looks at these.
    void put_in_cells(arena_page &page, const char *address)
    {
        if (!stripes_.is_in_cells(page))
            stripes_.put_in_cells(page, address);
    }
    // A plain store to global memory comes next; other cores may have to wait for it.
    void about_to_store(uint64_t address, size_t size)
    {
        storing[core_].what.store(address << 16 | std::min<size_t>(size, 0xffff), std::memory_order_relaxed);
    }
    // Whether all these bytes of a cell of shared memory were written in this block.
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
    // The fast path for an atomic operation on shared memory where there were only atomic operations since the barrier:
    // it takes the place of the last one. Without fences it releases nothing. False: touch_shared() is to be called.
    bool update_quickly(unsigned thread, size_t offset, size_t size, const void *pc);
    // Shared memory, at an offset; and global memory, whose cells may be null.
    void touch_shared(unsigned thread, access kind, const char *address, size_t offset, size_t size, const void *pc);
    void touch_global(unsigned thread, access kind, bool of_block, const char *address, size_t size, const void *pc,
                      cell *cells);
    // A read through a texture or a surface, after its touch_global(): an error if this launch has stored there.
    void check_stale(unsigned thread, const char *address, size_t size, const void *pc, const cell *cells);
    // Around an atomic operation on global memory. Between the two only its touch_global() is called.
    void atomic_begins(unsigned thread, const void *address, bool of_block);
    bool in_atomic() const
    {
        return in_atomic_;
    }
    void atomic_ends(unsigned thread, const void *address, bool of_block, bool stored);
    // The thread does a compare-and-swap there. If its last plain load read that place, the value was only a guess.
    void compare_exchange(unsigned thread, const char *address);
    void uses_exchanged(unsigned thread, bool (*counts)(const void *pc));
    // Whether the thread, which is about to store there, has last read that very place by a volatile load.
    bool updates(unsigned thread, const char *address) const
    {
        return volatiles_ && latest_[thread].looked_at == address;
    }

    // --- what orders ---

    void fence(unsigned thread, bool of_device, fence_order order);
    void barrier();
    void grid_barrier(uint32_t first_segment); // after barrier(), in each block; earlier accesses have lower segments
    void warp_sync(unsigned warp, unsigned lanes);
    // The thread launches a kernel: its vector clock at that moment.
    vector_clock clock_at_launch(unsigned thread);
    // The atomic operations of the thread are of device scope, or no longer.
    void set_of_device(unsigned thread, bool is)
    {
        of_device_[thread] = is;
    }

  private:
    static constexpr uint32_t never = UINT32_MAX;
    // How many steps of joins a core makes in a launch before its clocks become coarse: so many, and more for each
    // fence.
    static constexpr int64_t most_steps = 1 << 19, steps_a_fence = 16;
    static constexpr uint32_t most_exchanges = 1
                                               << 15; // words of a launch that a core compares and swaps, see replace()
    // By core: the plain store to global memory that it last announced.
    struct alignas(64) store_under_way {
        std::atomic<uint64_t> what{0}; // address; in the lower 16 bits, how many bytes
    };
    static store_under_way storing[most_cores];
    static constexpr unsigned most_volatile_reads = 256, most_observations = 4;
    struct place {
        uint64_t name; // offset in shared memory, or the address
        bool shared;
        const cell *in = nullptr; // whose word is looked at; null: one of a list
    };
    struct moment {
        uint32_t epoch = never, clock = 0;
    };
    struct observation { // what was released there, as of the last strong read; it only grows
        const void *address;
        vector_clock fenced, fenced_block;
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
        moment fenced, block_fenced;              // its last fence of device scope; of any scope
        vector_clock released, released_to_block; // what its strong stores release, if released_is_current
        bool released_is_current = false;
        const void *released_at = nullptr; // the last place where it released these
    };
    struct look {
        const char *address;
        uint32_t line, epoch;
        bool unset; // no thread had stored there yet
    };
    struct latest {
        static constexpr unsigned most_looks = 16;
        look looks[most_looks] = {};     // by volatile loads, the latest ones
        unsigned next_look = 0;          // the one to be replaced
        const char *looked_at = nullptr; // where it last read by a volatile load,
        word version = 0;                // and by which store
        const char *flag = nullptr;      // the flag that it set last, if it has not fenced since
        uint32_t released = 0;           // the epoch in which it last fenced after a store
    };
    struct guesses { // a thread's last recorded plain loads
        static constexpr unsigned most = 8;
        struct {
            const char *address = nullptr;
            uint32_t line = 0; // of the instruction
        } loads[most];
        unsigned next = 0;    // the load to be replaced
        bool swapped = false; // since the last one, there was a compare-and-swap of one of these places
    };
    struct stored {          // the numbers of the epochs in which a thread last stored without a fence since:
        uint32_t all = 0;    // anywhere; a fence of any scope
        uint32_t global = 0; // in global memory; a fence of device scope
    };

    void acquire(unsigned thread, bool of_device);
    void fence_stores(unsigned thread, bool of_device);
    uint32_t segment_for(uint32_t clock);
    word now(unsigned thread); // 0: there are no segments left
    void epoch_begins();
    void tick(unsigned thread);

    cell_access cell_access_of(unsigned thread, access kind, bool of_block, const char *address);
    template <bool shared>
    void touch(unsigned thread, cell_access what, uint64_t name, size_t size, const void *pc, cell *cells);
    template <bool shared> void touch_cell(unsigned thread, cell &c, word now, bool plain_store, place at);
    template <bool shared> bool replace(std::atomic<word> &what, word old, word fresh);
    template <bool shared> bool expand(cell &c, word store, word others);
    void make_list(cell &c, word others);
    bool touch_list(unsigned thread, cell &c, word others, word now, bool plain_store, const place &at);
    template <bool shared> bool is_live(word w) const;
    bool replaces(word there, word now, unsigned thread) const;
    word merged(word there, word now, unsigned thread, const cell *c);
    void note_lanes(word there, unsigned thread, const cell *c);
    word writer_in(const cell &c, uint64_t name) const; // of that byte
    // `c`: the cell that holds the word; null: it is not known. It is needed for words that stand for lanes of a warp.
    bool is_ordered(word earlier, unsigned thread, const cell *c = nullptr) const;
    bool are_lanes_ordered(word earlier, unsigned thread, const cell *c) const;
    bool clock_covers(unsigned thread, word what) const;
    bool clock_covers(unsigned thread, const segment &s, unsigned of) const;
    bool coarse() const
    {
        return launch_->sync_places.coarse;
    }
    bool conflict(word there, word now, bool there_stores, bool now_stores) const;
    void check_against(word there, word now, bool there_stores, bool now_stores, unsigned thread, const place &at);
    void check_unfenced_read(word there, word now, unsigned thread, const place &at);
    void note_volatile(uint32_t line);
    void note_poll(uint32_t line);
    void look_for_lost_update(unsigned thread, access kind, const char *address, const cell &c, const place &at,
                              const void *pc);
    bool comes_before_this(const launch_place &other, word there) const;
    bool is_unordered_read(word there, word now) const;
    bool needs_both(word there, word now, unsigned thread) const;
    void check_stream(word there, word now, bool there_stores, bool now_stores, const place &at);
    void found(report_kind what, word there, word now, bool there_stores, bool now_stores, const place &at);
    void add(const finding &f);
    void wait_for_store(const place &at);
    void remember_guess(unsigned thread, const char *address, uint32_t line)
    {
        if (guesses_)
            remember_load(guess_[thread], address, line);
    }
    static void remember_load(guesses &g, const char *address, uint32_t line)
    {
        g.loads[g.next] = {address, line};
        g.next = (g.next + 1) % guesses::most;
        g.swapped = false;
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
               (word)(store ? cell_access::none : cell_access::read) << cells::access_shift;
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
    void forget_unless_racing() // after the checks of a store
    {
        if (pending_.races.empty())
            pending_.address = nullptr;
    }
    void report_uninitialized();
    void forget_partial(); // which lanes have met without the others

    thread_clocks &listed_clocks(unsigned thread);
    vector_clock release_clock(unsigned thread, bool to_block) const;
    void release(unsigned thread, places::one &at, bool of_block);
    void release_to_others(unsigned thread, const void *address);
    void release_unfenced(unsigned thread, places::one &at, uint32_t clock);
    void observe(unsigned thread, places::one &at, bool of_block);
    void observe_unfenced(unsigned thread, places::one &at);
    void observe_volatile_reads(unsigned thread);
    void observe_all(unsigned thread, bool of_block);
    void join_observations(thread_clocks &t);
    void pay_for_steps(uint64_t before);

    const unsigned core_;
    launch_record *launch_ = nullptr;
    uint32_t threads_ = 0, block_ = 0;
    bool alone_ = false;                    // there is one block
    bool several_streams_ = false;          // launches of other streams may not be ordered with this one
    bool fences_ = false, guesses_ = false; // the program has fences; it compares and swaps
    bool by_lanes_ = false;                 // lanes of a warp may meet without the others
    unsigned recorded_how_ = 0;             // which of cells::compared
    std::bitset<max_threads> of_device_;    // threads in an atomic operation of device scope
    warp_lanes warp_lanes_;
    displaced_reads displaced_reads_; // by loads of this launch
    // The first words that may be unordered: of this launch and others in other streams; of this launch, since the last
    // barrier of the grid; in shared memory.
    word first_of_launch_ = 0, first_of_grid_ = 0, first_of_block_ = 0, first_of_epoch_ = 0;
    uint32_t epoch_ = 0, epoch_number_ = 0; // within the block; unique over all blocks
    uint32_t exchanges_left_ = 0;
    static constexpr std::chrono::milliseconds most_wait{100}; // in a launch, for stores that are under way elsewhere
    std::chrono::steady_clock::duration wait_left_{};
    uint32_t forgotten_ = 0;
    spare_numbers<segment> spare_segments_{segments};
    spare_numbers<byte_cells> spare_byte_cells_{all_byte_cells};
    stripes stripes_;
    std::vector<uint32_t> segments_by_clock_; // of this epoch; 0: none yet

    line_codes line_codes_;
    word now_[max_threads] = {};                     // thread, and segment if it has a number yet
    std::unique_ptr<uint32_t[]> clock_;              // in this epoch
    uint32_t warp_clock_[max_warps];                 // what the lanes did before it is ordered for all lanes
    bool partial_ = false;                           // some lanes of a warp have met without the others
    std::unique_ptr<uint32_t[][warp_size]> in_warp_; // then: each thread's clock for the lanes of its warp
    std::unique_ptr<latest[]> latest_;
    std::unique_ptr<stored[]> stored_;
    std::unique_ptr<guesses[]> guess_;
    bool volatiles_ = false;      // were accessed by this block
    std::vector<uint32_t> polls_; // volatile loads of this block that poll for a change

    // What fences release and acquire.
    std::vector<thread_clocks> thread_clocks_;
    std::vector<unsigned> listed_threads_;
    vector_clock block_acquired_, block_observed_unfenced_; // by all threads of the block, as of the last barrier
    uint32_t covered_ = 0;                 // how many epochs of the block any thread's strong store releases
    bool fenced_ = false;                  // in this epoch
    int64_t steps_left_ = 0;               // of joins, in this launch
    unsigned not_fenced_ = 0;              // threads that stored in this epoch and have not fenced since
    bool volatile_stores_ = false;         // of global memory, in this block
    bool in_atomic_ = false;               // an operation is under way
    std::optional<places::one> atomic_at_; // its place; none: met_when_coarse() has it
    // Places where something was released, in a launch whose clocks are coarse. A thread that reads there is ordered
    // after all that happened before, so the clock is not looked up any more, and no core waits for another.
    const void *&met_when_coarse(const void *address)
    {
        return met_when_coarse_[(uintptr_t)address / 4 % met_when_coarse_.size()];
    }
    std::array<const void *, 1024> met_when_coarse_;

    // Shared memory.
    std::unique_ptr<cell[]> shared_;
    std::unique_ptr<uint8_t[]> written_; // a bit for each byte
    size_t shared_size_ = 0, shared_used_ = 0;
    std::unordered_map<const void *, vector_clock> flags_; // in this epoch
    struct one_read {
        size_t offset;
        const void *pc;
        unsigned thread;
        bool atomic;
        bool of_copy; // the memory is the destination of an asynchronous copy that the thread has not waited for
    };
    // In this epoch; of an atomic operation those that race with it.
    std::vector<word> stores_of_others(const one_read &r) const;
    std::vector<one_read> uninitialized_;              // in this epoch
    std::unordered_map<unsigned, one_read> exchanged_; // by thread, in this epoch: its last exchange, if that is one

    // A store whose races are reported only if it changes the value, which shows when it is done. A load that comes
    // next may be part of it: of `*to = *from`, g++ announces the store first.
    struct {
        const char *address = nullptr;
        size_t size;
        char old[256];
        struct race {
            report_kind what;
            word there, now;
            bool there_stores, now_stores;
            place at;
        };
        std::vector<race> races;
    } pending_;
    std::vector<finding> found_;
};

// Another core may change the same word at this moment. A compare-and-swap makes sure that neither access is lost, and
// takes longer than all the rest. So it is used for the first thousands of each launch, and while there are fences.
// After that a word is lost if two cores meet within a few nanoseconds; a race is missed only if all of its pairs do.
template <bool shared> inline bool race_check::replace(std::atomic<word> &what, word old, word fresh)
{
    if (shared || alone_ || (exchanges_left_ == 0 && !launch_->sync_places.fenced)) {
        what.store(fresh, std::memory_order_relaxed);
        return true;
    }
    exchanges_left_ -= exchanges_left_ != 0;
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
    if (exchanges_left_ != 0 || clock_[thread] != 0 || stripes_.is_in_cells(page))
        return false;
    if (store)
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
    if (stores)
        finish_pending();
    // The next threads will most likely access what comes next.
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
    now |= (word)cell_access::read << cells::access_shift;
    word fresh = now;
    if (others >= first) {
        // another load of the same segment, or of another block
        if (((others ^ now) & (cells::access_mask | cells::bytes_mask)) != 0)
            return false;
        if ((others ^ now) >> cells::thread_shift == 0) {
            return true; // its own, already recorded in a cell of single bytes
        } else if ((others ^ now) >> cells::segment_shift == 0) {
            bool same_warp = ((others ^ now) & cells::thread_mask & ~cells::lane_mask) == 0 &&
                             cells::reach_of(others) <= reach::warp;
            fresh = (others & ~cells::reach_mask) | (word)(same_warp ? reach::warp : reach::block)
                                                        << cells::reach_shift;
            if (same_warp && by_lanes_) {
                note_lanes(others, thread, &c);
                if (fresh == others)
                    return true;
            }
        } else if (!shared && !launch_->sync_places.fenced && segments[cells::segment_of(others)].block != block_ &&
                   segments[cells::segment_of(others)].launch == launch_->number && others >= first_of_grid_) {
            fresh = others | cells::reach_mask;
            if (fresh == others)
                return true;
        } else {
            return false;
        }
    }
    remember_guess(thread, address, line);
    return replace<shared>(c.others, others, fresh) && (shared || alone_ || c.store.load() == store);
}
} // namespace cpu_device
