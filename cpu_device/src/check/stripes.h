// SPDX-License-Identifier: MIT
// Stripes: shadow memory for plain loads and stores of global memory that come in order. Most programs go through their
// data as
//
//     out[i] = in[i]; // i: the thread's number
//
// where one instruction accesses one word after another, thread by thread. A stripe records the first of these accesses
// and their number: a few instructions for each access, and no memory. If the next block goes on where a stripe ends,
// or in the same row, so does the stripe. This is enough as long as a page is only loaded from, or only stored to, no
// shadow value twice. At any other access to the page, its stripes are moved into its cells, which are used until the
// launch ends.
//
// A core goes on with a stripe without waiting for other cores, so two that access a page within a few nanoseconds may
// miss each other's shadow values: a false negative. Its first thousands of accesses in a launch, and all that begin a
// stripe, are made with care instead: none of them is missed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../memory/arena.h"
#include "cell.h"
#include "history.h"

namespace cpu_device
{
struct alignas(64) stripe {
    // The next access that would continue the stripe: its address; its timestamp; the lower half of the address that
    // the hook's call returns to. Then the end that the stripe may reach at most, which other cores lower.
    std::atomic<const char *> end;
    shadow_value next; // a timestamp
    std::atomic<const char *> limit;
    stripe *follower; // with which its core went on the last time
    uint32_t caller;
    uint32_t link; // of its page, the stripe made before this one; 0: none
    const char *begin;
    shadow_value first;                // the first access
    std::atomic<const char *> claimed; // the limit that other cores set; this turn may end before it
    // Where another block, or another epoch, goes on at the end: after each `width` bytes the threads begin again with
    // the first, `step` segments later. 0: that has not happened yet.
    std::atomic<uint16_t> width, step;
    uint16_t turn_ends; // how many bytes there are at the end of this turn; at most, in the first one
    uint16_t core;      // which has made it, and alone goes on with it
    uint16_t found_at;  // its size when it was last found again after it had lost its slot
    uint16_t before;    // how many stripes its page had before this one
    uint8_t shift;      // an access has 2^shift bytes
    uint8_t short_ones; // how many short stripes of this page and instruction came right before this one
    uint32_t name;      // page and instruction, as stripes::recent has them

    // Whether it may continue the stripe, by its address and instruction.
    [[gnu::always_inline]] bool is_next(const char *address, const void *from) const
    {
        return end.load(std::memory_order_relaxed) == address && caller == (uint32_t)(uintptr_t)from;
    }
    unsigned size() const // bytes so far
    {
        return (unsigned)(end.load(std::memory_order_relaxed) - begin);
    }
    // Whether an access of so many bytes at the address is the next one; if so, records it.
    [[gnu::always_inline]] bool goes_on(const char *address, unsigned bytes, shadow_value now)
    {
        if (next != now || address + bytes > limit.load(std::memory_order_acquire))
            return false;
        next = now.of_next_thread();
        end.store(address + bytes, std::memory_order_release);
        return true;
    }
    // The same with care: another core that lowers the limit sees this end, or this core sees that limit.
    bool goes_on_carefully(const char *address, unsigned bytes, shadow_value now)
    {
        if (next != now || address + bytes > limit.load(std::memory_order_acquire))
            return false;
        next = now.of_next_thread();
        end = address + bytes;
        return address + bytes <= limit;
    }
    // Whether an access at its end may begin another turn of the same threads; if so, the stripe goes on.
    bool goes_on_anew(const char *address, shadow_value now);
    void lower_limit(const char *to);         // by another core
    void renew_limit();                       // after a change of `claimed` or of `turn_ends`
    shadow_value access_at(unsigned at) const // bytes from its begin
    {
        const unsigned w = width, turn = w != 0 ? at / w : 0;
        return first.later(turn * step, (at - turn * w) >> shift);
    }
};
static_assert(arena_page::size <= UINT16_MAX);

// One for each core.
class stripes
{
  public:
    // A page's state: the launch's number in the upper half; in the lower half one of these two, or the number of its
    // last stripe, with `stored_to` if it stores; or 0.
    static constexpr uint32_t in_cells = UINT32_MAX, on_its_way = in_cells - 1; // being moved into cells
    static constexpr uint32_t stored_to = 1u << 31;

    // Where several launches may run at once, none of them has stripes. `anew`: the numbers of segments and launches
    // have begun anew.
    void prepare(const launch_record &launch, bool anew)
    {
        launch_ = launch.alone ? &launch : nullptr;
        tag_ = (uint64_t)launch.number << 32;
        spare_.give_up();
        std::fill_n(instructions_, instruction_slots, instruction());
        none_.follower = latest_ = &none_;
        if (anew)
            std::fill_n(recent_, slots, recent());
    }
    // This core runs no more blocks of the launch: marks what its stripes have stored as written.
    void finish();
    bool is_in_cells(const arena_page &page) const
    {
        return page.stripes.load(std::memory_order_acquire) == (tag_ | in_cells) || launch_ == nullptr;
    }
    bool may_have_stored(const arena_page &page) const // which is not in cells
    {
        const uint64_t state = page.stripes.load(std::memory_order_acquire);
        return (state ^ tag_) < 1ull << 32 && (state & stored_to) != 0;
    }
    // The stripe that came after the latest one the last time, if an access may continue it by its address and
    // instruction; else null. `caller`: where the call of the hook returns to. continue_by(): whether it does; now its
    // thread and segment are compared, too. `careful`: it is not to be missed.
    [[gnu::always_inline]] stripe *expected(const char *address, const void *caller) const
    {
        stripe *s = latest_->follower;
        return s->is_next(address, caller) ? s : nullptr;
    }
    [[gnu::always_inline]] bool continue_by(stripe &s, const char *address, size_t size, shadow_value now, bool careful)
    {
        if (!(careful ? s.goes_on_carefully(address, (unsigned)size, now) : s.goes_on(address, (unsigned)size, now)))
            return false;
        latest_ = &s;
        return true;
    }
    // Otherwise: whether it continues another stripe, or may begin one.
    template <size_t size>
    bool begins(arena_page &page, const char *address, const void *caller, bool is_store, shadow_value now)
    {
        return begins(page, address, caller, shift_of(size), is_store, now);
    }
    // Why accesses are not to be quick: as of now, for a reason of these.
    enum : unsigned { careful = 1, guessing = 2, all_seen = 4 };
    void slow_down(unsigned reason, bool is) // a signal handler may call it
    {
        if (is)
            slow_.fetch_or(reason, std::memory_order_relaxed);
        else
            slow_.fetch_and(~reason, std::memory_order_relaxed);
    }
    bool is_slow() const
    {
        return slow_.load(std::memory_order_relaxed) != 0;
    }
    // From now on the page's cells are used.
    void put_in_cells(arena_page &page, const char *address) const;
    // The same for all pages, while the first stream is made, whose work may be unordered with earlier launches.
    static void put_all_in_cells();

  private:
    static constexpr unsigned shift_of(size_t size)
    {
        return (unsigned)__builtin_ctzll(size);
    }
    struct recent;
    bool begins(arena_page &page, const char *address, const void *caller, unsigned shift, bool is_store,
                shadow_value now);
    bool is_found_again(recent &here, arena_page &page, const char *address, unsigned shift, shadow_value now);
    static bool is_fit(arena_page &page, const char *address, bool is_store);
    uint64_t state_of(arena_page &page, bool is_store) const;
    bool make(recent &here, arena_page &page, const char *address, const void *caller, unsigned shift, bool is_store,
              shadow_value now, unsigned short_ones);
    bool goes_on(stripe &s, arena_page &page, const char *address, unsigned shift, shadow_value now) const;
    bool goes_farther(stripe &s, arena_page &page, const char *address, size_t bytes) const;
    void put(cell &c, shadow_value now, bool is_store) const;
    bool shares(const cell &c, shadow_value now) const;
    bool is_live(shadow_value w) const;

    static uint32_t name_of(const char *address, shadow_value now)
    {
        return (uint32_t)((uintptr_t)address / arena_page::size) ^ now.instruction() << 13;
    }
    // A cache by page and instruction: the two latest stripes.
    struct recent {
        uint32_t launch = 0; // whose stripes these are; another's numbers may belong to another core by now
        stripe *latest = &all_stripes[all_stripes.none], *other = latest;
    };
    static constexpr unsigned slots = 4096; // a thread of a stencil goes through a thousand before the next one runs
    recent recent_[slots];
    // Pages that an instruction accesses in a row, in steps of a few pages or of a power of two, have different slots.
    recent &recent_of(const char *address, uintptr_t instruction)
    {
        const uintptr_t page = (uintptr_t)address / arena_page::size;
        return recent_[(page + page / slots + instruction * 0x9e3779b1u) % slots];
    }
    void goes_on_with(stripe &s, recent &it);

    // What is known of an instruction in this launch, in a table without collision lists.
    struct instruction {
        const char *address = nullptr; // of its last access
        bool too_short = false;        // its stripes; cells are better
        unsigned lost = 0; // how often in a row it came back to a stripe that had lost its slot after a few accesses
    };
    instruction &instruction_of(shadow_value now)
    {
        return instructions_[now.instruction() % instruction_slots];
    }
    static constexpr unsigned instruction_slots = 64;
    instruction instructions_[instruction_slots];

    static inline std::atomic<uint16_t> made_{0};
    const uint16_t core_ = made_++;
    const launch_record *launch_ = nullptr;
    uint64_t tag_ = 0;
    // The stripe of the latest access. Each stripe knows which one followed it, so a thread that accesses memory as the
    // thread before did goes from one to the next without looking it up.
    stripe none_{};
    stripe *latest_ = &none_;
    std::atomic<unsigned> slow_{careful}; // the reasons
    spare_numbers<stripe> spare_{all_stripes};
    std::vector<const stripe *> to_be_marked_; // that store, in pages that were not wholly written before
};
} // namespace cpu_device
