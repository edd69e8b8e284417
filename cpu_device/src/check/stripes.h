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
// A launch begins with cells (shadow::has_exchanges_left()), so a small one has no stripes. Two cores that access a
// page within a few nanoseconds may miss each other's first shadow value: a false negative.
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
struct stripe {
    shadow_value first;                // the first access
    shadow_value next;                 // the access that would continue it: by the next thread
    const char *begin;                 // address of the first access
    std::atomic<uint16_t> size, limit; // bytes so far, and at most
    // Where another block, or another epoch, goes on at the end: after each `width` bytes the threads begin again with
    // the first, `step` segments later. 0: that has not happened yet.
    std::atomic<uint16_t> width, step;
    uint16_t turn_ends; // how many bytes there are at the end of this turn; at most, in the first one
    uint8_t shift;      // an access has 2^shift bytes
    uint8_t short_ones; // how many short stripes of this page and instruction came right before this one
    uint16_t before;    // how many stripes its page had before this one,
    uint32_t link;      // and the last of them; 0: none
    uint32_t name;      // page and instruction, as stripes::recent has them

    // Whether an access of 2^of bytes at the address is the next one; if so, records it.
    [[gnu::always_inline]] bool goes_on(const char *address, unsigned of, shadow_value now)
    {
        auto at = (size_t)(address - begin);
        if (next != now || at != size.load(std::memory_order_relaxed) || at >= turn_ends ||
            at >= limit.load(std::memory_order_acquire))
            return false;
        next = now.of_next_thread();
        size.store((uint16_t)(at + (1u << of)), std::memory_order_release);
        return true;
    }
    // Whether an access at its end may begin another turn of the same threads; if so, the stripe goes on.
    bool goes_on_anew(const char *address, shadow_value now);
    shadow_value access_at(unsigned at) const // bytes from its begin
    {
        const unsigned w = width, turn = w != 0 ? at / w : 0;
        return first.later(turn * step, (at - turn * w) >> shift);
    }
};
static_assert(sizeof(stripe) <= 48);
static_assert(arena_page::size <= UINT16_MAX);

// One for each core.
class stripes
{
  public:
    stripes()
    {
        forget();
    }
    // A page's state: the launch's number in the upper half; in the lower half one of these two, or the number of its
    // last stripe, with `stored_to` if it stores; or 0.
    static constexpr uint32_t in_cells = UINT32_MAX, on_its_way = in_cells - 1; // being moved into cells
    static constexpr uint32_t stored_to = 1u << 31;

    // Where several launches may run at once, none of them has stripes.
    void prepare(const launch_record &launch)
    {
        launch_ = launch.alone ? &launch : nullptr;
        tag_ = (uint64_t)launch.number << 32;
        spare_.give_up();
        if (has_any_) // their numbers may belong to another core from now on
            forget();
        has_any_ = false;
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
    // Whether an access continues the latest stripe of this instruction in this page. `instruction`: the instruction's
    // distance from code_begin, even if it is too large for a code; `now`: thread and segment.
    template <size_t size>
    [[gnu::always_inline]] bool goes_on(const char *address, uintptr_t instruction, shadow_value now)
    {
        recent &it = recent_of(address, instruction);
        if (it.address != address || it.instruction != instruction || it.now != now)
            return false;
        stripe &s = *it.latest;
        const unsigned at = s.size.load(std::memory_order_relaxed);
        if (at >= s.turn_ends || at >= s.limit.load(std::memory_order_acquire))
            return false;
        it.address = address + size;
        it.now = now.of_next_thread();
        s.next = s.next.of_next_thread();
        s.size.store((uint16_t)(at + size), std::memory_order_release);
        return true;
    }
    // Otherwise: whether it continues another stripe, or may begin one.
    template <size_t size> bool begins(arena_page &page, const char *address, bool is_store, shadow_value now)
    {
        return begins(page, address, shift_of(size), is_store, now);
    }
    // From now on the page's cells are used.
    void put_in_cells(arena_page &page, const char *address) const;

  private:
    void forget()
    {
        std::fill_n(recent_, slots, recent());
    }
    static constexpr unsigned shift_of(size_t size)
    {
        return (unsigned)__builtin_ctzll(size);
    }
    bool begins(arena_page &page, const char *address, unsigned shift, bool is_store, shadow_value now);
    static bool is_fit(arena_page &page, const char *address, bool is_store);
    uint64_t state_of(arena_page &page, bool is_store) const;
    bool make(arena_page &page, const char *address, unsigned shift, bool is_store, shadow_value now,
              unsigned short_ones);
    bool goes_on(stripe &s, arena_page &page, const char *address, unsigned shift, shadow_value now) const;
    bool goes_farther(stripe &s, arena_page &page, const char *address, size_t bytes) const;
    void put(cell &c, shadow_value now, bool is_store) const;
    bool shares(const cell &c, shadow_value now) const;
    bool is_live(shadow_value w) const;

    static uint32_t name_of(const char *address, shadow_value now)
    {
        return (uint32_t)((uintptr_t)address / arena_page::size) ^ now.instruction() << 13;
    }
    // A cache by page and instruction: the two latest stripes, and the access that would continue the latest.
    struct recent {
        const char *address = nullptr; // null: not known
        shadow_value now = {};
        uintptr_t instruction = 0;
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
    static void expect_next(recent &it, stripe &of, const char *address, shadow_value now);
    void loses_slot(const stripe &s);

    // The last access of an instruction, in a table without collision lists.
    struct instruction {
        const char *address = nullptr;
        uint32_t short_in = 0;   // the launch in which its stripes were too short
        unsigned short_ones = 0; // of its stripes that lost their slots, the last ones that were too short
    };
    instruction &instruction_of(shadow_value now)
    {
        return instructions_[now.instruction() % 64];
    }
    instruction instructions_[64];

    const launch_record *launch_ = nullptr;
    uint64_t tag_ = 0;
    bool has_any_ = false; // in recent_
    spare_numbers<stripe> spare_{all_stripes};
    std::vector<const stripe *> to_be_marked_; // that store, in pages that were not wholly written before
};
} // namespace cpu_device
