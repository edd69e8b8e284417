// SPDX-License-Identifier: MIT
// The fast path of plain loads and stores; fast_updates.h has that of atomic updates. Most accesses conflict with
// nothing that is recorded. They are recorded here by a few instructions, and these decide what the checks cost. The
// earlier access of a race is usually one of them. All other accesses go to access_checks::begins().
//
// access() tries these steps in this order:
//
//     continues_stripe()          global memory: the address after the previous thread's, by the same instruction
//     in a page of the arena:
//       is_recorded_in_page()     the cells have recorded it already, so it was checked before
//       access_in_page()
//         continues_carefully()   continues_stripe() where other cores may look, or where loads may be guesses
//         begins_in_page()        begins_stripe(), or record_quickly() in its cells
//     in shared memory:
//       is_recorded()             as above
//       access_in_shared()
//         is_first_in_shared()    the first access since the last barrier; else access_elsewhere()
//     access_elsewhere()          a variable of the thread's own, or an argument, needs no check
//       begins_in_shared()        one of several since the last barrier: record_quickly()
//
// What comes before access_in_page() and its kin is compiled into each call; these are functions of their own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../memory/arena.h"
#include "access.h"
#include "cell.h"
#include "events.h"
#include "fast_memory.h"
#include "history.h"
#include "host_copies.h"
#include "race_parts.h"

namespace cpu_device
{
// One for each core. A `Thread` is the running thread (run/running_thread.h): its number() in the block, owns<store>()
// of an address, and check<store, size>(), which brings an access to access_checks::begins(). `caller`: the address
// that the hook's call returns to.
class fast_path
{
  public:
    explicit fast_path(const running_block &here) : here_(here), memory_(here.memory) {}
    race_parts &parts()
    {
        return parts_;
    }
    void launch_begins() // after race_check::core_begins()
    {
        memory_.launch_begins(parts_.recorded.of_shared(), here_.dynamic_offset());
    }
    // Whether each access goes to access_checks::begins().
    void see_all(bool all)
    {
        seeing_all_ = all;
        parts_.recorded.in_order().slow_down(stripes::all_seen, all);
        memory_.hide(all);
    }
    bool sees_all() const
    {
        return seeing_all_;
    }

    // A plain load or store.
    template <bool store, size_t size, class Thread>
    [[gnu::always_inline]] void access(Thread thread, const char *address, const void *caller)
    {
        if (continues_stripe<store, size>(thread.number(), address, caller))
            return;
        if (memory_.is_in_page<size>(address)) {
            if (!is_recorded_in_page<store, size>(thread.number(), address))
                access_in_page<store, size>(thread, address, caller);
        } else if (cell *cells = memory_.cells_in_shared<size>(address)) {
            if (!is_recorded<store, size>(cells, thread.number(), address, true))
                access_in_shared<store, size>(thread, address, cells, caller);
        } else {
            access_elsewhere<store, size>(thread, address, caller);
        }
    }
    // Whether the grid has read the pages of all these loads, so that each is_recorded().
    bool are_recorded(const char *first, size_t step, size_t count, size_t size) const;

  private:
    template <bool store, size_t size, class Thread>
    [[gnu::noinline]] void access_in_page(Thread thread, const char *address, const void *caller)
    {
        if (!continues_carefully<store>(thread.number(), address, size, caller) &&
            !begins_in_page<store, size>(thread.number(), address, caller))
            thread.template check<store, size>(address, caller);
    }
    template <bool store, size_t size, class Thread>
    [[gnu::noinline]] void access_in_shared(Thread thread, const char *address, cell *cells, const void *caller)
    {
        if (!is_first_in_shared<store, size>(thread.number(), address, cells, pc_of(caller)))
            access_elsewhere<store, size>(thread, address, caller);
    }
    template <bool store, size_t size, class Thread>
    [[gnu::noinline]] void access_elsewhere(Thread thread, const char *address, const void *caller)
    {
        if (!thread.template owns<store>(address) &&
            !begins_in_shared<store, size>(thread.number(), address, pc_of(caller)))
            thread.template check<store, size>(address, caller);
    }

    // --- where it is ---

    static const char *pc_of(const void *caller)
    {
        return static_cast<const char *>(caller) - 1;
    }
    // Those of the access in one cell: a mask.
    template <size_t size> static unsigned bytes_in_cell(const char *address)
    {
        return size >= 4 ? 15 : ((1u << size) - 1) << reinterpret_cast<uintptr_t>(address) % 4;
    }
    bool may_access(const arena_page &page) const // whether the kernel's device may
    {
        const allocation *a = page.owner();
        return a != nullptr && a->reachable_from.load(std::memory_order_relaxed) >> here_.launch->device & 1;
    }

    // --- the steps, each true if nothing more is to be done ---

    template <bool store, size_t size>
    [[gnu::always_inline]] bool continues_stripe(unsigned thread, const char *address, const void *caller);
    template <bool store>
    bool continues_carefully(unsigned thread, const char *address, size_t size, const void *caller);
    template <bool store, size_t size>
    [[gnu::always_inline]] bool is_recorded(const cell *cells, unsigned thread, const char *address, bool shared) const;
    template <bool store, size_t size>
    [[gnu::always_inline]] bool is_recorded_in_page(unsigned thread, const char *address) const;
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_in_page(unsigned thread, const char *address, const void *caller);
    template <bool store, size_t size> bool begins_stripe(arena_page &page, unsigned thread, const char *address,
                                                          const void *caller, uint32_t instruction);
    template <bool store, size_t size>
    [[gnu::always_inline]] bool is_first_in_shared(unsigned thread, const char *address, cell *cells, const void *pc);
    template <bool store> [[gnu::always_inline]] bool
    is_first_in_cell(cell &of_word, unsigned thread, const char *address, unsigned bytes, const void *pc);
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_in_shared(unsigned thread, const char *address, const void *pc);
    template <bool shared> bool record_quickly(cell &c, bool stores, unsigned thread, const char *address,
                                               unsigned bytes, uint32_t instruction);
    template <bool shared> bool record_load(cell &c, unsigned thread, const char *address, shadow_value now,
                                            shadow_value store, shadow_value others);
    static bool is_own(shadow_value there, shadow_value now)
    {
        return there.same_timestamp(now) && there.bytes() == now.bytes();
    }
    void note_store_in_stripe(unsigned thread, const char *address, size_t size)
    {
        parts_.clocks.note_global_store(thread);
        parts_.found.last_store().announce((uint64_t)address, size);
    }

    race_parts parts_;
    const running_block &here_;
    fast_memory memory_;
    bool seeing_all_ = false;
};

// --- accesses in order ---

template <bool store, size_t size>
inline bool fast_path::continues_stripe(unsigned thread, const char *address, const void *caller)
{
    stripes &in_order = parts_.recorded.in_order();
    stripe *s = in_order.expected(address, caller);
    if (s == nullptr || in_order.is_slow() ||
        (store && parts_.found.last_store().is_remembered()) || // then begins_stripe() looks
        !in_order.continue_by(*s, address, size, parts_.clocks.time().timestamp(thread), false))
        return false;
    if (store)
        note_store_in_stripe(thread, address, size);
    return true;
}

template <bool store>
bool fast_path::continues_carefully(unsigned thread, const char *address, size_t size, const void *caller)
{
    stripes &in_order = parts_.recorded.in_order();
    if (!in_order.is_slow())
        return false;
    const bool careful = parts_.recorded.is_careful();
    stripe *s = in_order.expected(address, caller);
    if (s == nullptr || (store && parts_.found.last_store().is_remembered()) ||
        !in_order.continue_by(*s, address, size, parts_.clocks.time().timestamp(thread), careful))
        return false;
    if (store)
        note_store_in_stripe(thread, address, size);
    else
        parts_.guessed.remember(thread, address, parts_.instructions.of(pc_of(caller)));
    return true;
}

template <bool store, size_t size> bool fast_path::begins_stripe(arena_page &page, unsigned thread, const char *address,
                                                                 const void *caller, uint32_t instruction)
{
    if (parts_.clocks.time().has_ticked(thread) || parts_.recorded.in_order().is_in_cells(page))
        return false;
    const shadow_value now = parts_.clocks.time().timestamp(thread).accessed(
        instruction, store ? cell_access::plain_store : cell_access::read, 15);
    if (!parts_.recorded.in_order().begins<size>(page, address, caller, store, now))
        return false;
    if (store)
        note_store_in_stripe(thread, address, size);
    else
        parts_.guessed.remember(thread, address, instruction);
    return true;
}

// --- accesses that the cells have recorded already ---

template <bool store, size_t size>
inline bool fast_path::is_recorded(const cell *cells, unsigned thread, const char *address, bool shared) const
{
    const shadow_value timestamp = parts_.clocks.time().timestamp(thread);
    const unsigned bytes = bytes_in_cell<size>(address);
    for (size_t i = 0; i < (size + 3) / 4; ++i) {
        const cell &c = cells[i];
        if (store ? !c.store.load(std::memory_order_relaxed).same_but_for_instruction(timestamp.and_bytes(bytes))
                  : !parts_.recorded.has_recorded(
                        c.others.load(std::memory_order_relaxed), timestamp.accessed(0, cell_access::read, bytes),
                        shared ? parts_.clocks.time().first().of_block : parts_.clocks.time().first().of_launch))
            return false;
    }
    return true;
}

template <bool store, size_t size>
inline bool fast_path::is_recorded_in_page(unsigned thread, const char *address) const
{
    const arena_page &page = memory_.page_of(address);
    if (!store && parts_.of_grid.have_read(page))
        return true;
    const cell *cells = page.cells.load(std::memory_order_acquire);
    return cells != nullptr &&
           is_recorded<store, size>(cells + fast_memory::cell_in_page(address), thread, address, false);
}

// --- accesses that the cells have not recorded ---

template <bool store, size_t size>
inline bool fast_path::begins_in_page(unsigned thread, const char *address, const void *caller)
{
    if (store)
        parts_.found.judge_last_store();
    arena_page &page = memory_.page_of(address);
    if (here_.several_devices && !may_access(page))
        return false;
    kernel_uses(page, store, here_.launch->name.kernel);
    const uint32_t instruction = parts_.instructions.of(pc_of(caller));
    if (((uintptr_t)address & (size - 1)) == 0 &&
        begins_stripe<store, size>(page, thread, address, caller, instruction))
        return true;
    cell *cells = page.cells.load(std::memory_order_acquire);
    if (cells == nullptr || !page.is_written())
        return false;
    parts_.put_in_cells(page, address);
    cells += fast_memory::cell_in_page(address);
    if (store) {
        parts_.of_grid.otherwise_accessed(page);
        parts_.found.last_store().announce((uint64_t)address, size);
    }
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!record_quickly<false>(cells[i], store, thread, address, bytes_in_cell<size>(address), instruction))
            return false;
    return true;
}

template <bool store, size_t size>
inline bool fast_path::begins_in_shared(unsigned thread, const char *address, const void *pc)
{
    size_t offset;
    if (seeing_all_ || !fast_memory::is_aligned<size>(address) || !here_.in_shared(address, size, offset))
        return false;
    if (store)
        parts_.found.judge_last_store();
    shared_cells &cells = parts_.recorded.of_shared();
    const unsigned bytes = bytes_in_cell<size>(address);
    for (size_t i = 0; i < (size + 3) / 4; ++i) {
        if (!store && !cells.were_written(offset + 4 * i, bytes))
            return false;
        if (!record_quickly<true>(cells.at(offset + 4 * i), store, thread, address, bytes, parts_.instructions.of(pc)))
            return false;
        if (store)
            cells.set_written(offset + 4 * i, bytes);
    }
    return true;
}

// One that conflicts with nothing: the first access, the first since a barrier, or one of several loads.
template <bool shared> inline bool fast_path::record_quickly(cell &c, bool stores, unsigned thread, const char *address,
                                                             unsigned bytes, uint32_t instruction)
{
    const shadow_value timestamp = parts_.clocks.time().timestamp(thread);
    if (!timestamp.has_segment())
        return false;
    // The next threads will most likely access what comes next.
    for (int lines = 1; lines <= 3 && !shared; ++lines)
        __builtin_prefetch(&c + 4 * lines, 1);
    const shadow_value store = c.store.load(std::memory_order_relaxed),
                       others = c.others.load(std::memory_order_relaxed);
    // In shared memory, all of the block's earlier epochs are ordered before; in global memory, all of earlier
    // launches. A link is later than any.
    const shadow_value first = shared ? parts_.clocks.time().first().of_epoch : parts_.clocks.time().first().of_launch;
    if (store.is_link() && bytes != 15) { // by bytes
        byte_cells &b = all_byte_cells[store.number()];
        for (unsigned i = 0; i < 4; ++i)
            if ((bytes >> i & 1) && !record_quickly<shared>(b.of[i], stores, thread, address, 1u << i, instruction))
                return false;
        return true;
    }
    const shadow_value now =
        timestamp.accessed(instruction, stores ? cell_access::plain_store : cell_access::read, bytes);
    if (store.is_since(first) && !is_own(store, now))
        return false;
    if (!stores)
        return record_load<shared>(c, thread, address, now, store, others);
    if (others.is_since(first) && (!is_own(others, now) || others.reach() != reach::one))
        return false;
    if (shared)
        parts_.clocks.note_store(thread);
    else
        parts_.clocks.note_global_store(thread);
    if (shared || parts_.recorded.is_only_block()) {
        c.store.store(now, std::memory_order_relaxed);
        return true;
    }
    return parts_.recorded.replace<shared>(c.store, store, now) && c.others.load() == others;
}

template <bool shared>
[[gnu::always_inline]] inline bool fast_path::record_load(cell &c, unsigned thread, const char *address,
                                                          shadow_value now, shadow_value store, shadow_value others)
{
    block_clocks &clocks = parts_.clocks;
    shadow_value fresh = now;
    if (others.is_since(shared ? clocks.time().first().of_epoch : clocks.time().first().of_launch)) {
        // another load of the same segment, or of another block
        if (!others.same_access_and_bytes(now))
            return false;
        if (others.same_timestamp(now)) {
            return true; // its own, already recorded in a cell of single bytes
        } else if (others.same_segment(now)) {
            const bool same_warp = others.same_warp(now) && others.reach() <= reach::warp;
            fresh = others.with_reach(same_warp ? reach::warp : reach::block);
            if (same_warp ? clocks.by_lanes() : clocks.by_threads()) {
                clocks.note_lanes(others, thread, &c);
                if (fresh == others)
                    return true;
            }
        } else if (!shared && !parts_.launch->synced.fenced && segment_of(others).block != clocks.time().block() &&
                   segment_of(others).launch == parts_.launch->number &&
                   others.is_since(clocks.time().first().of_grid)) {
            fresh = others.with_reach(reach::grid);
            if (fresh == others)
                return true;
        } else {
            return false;
        }
    }
    parts_.guessed.remember(thread, address, now.instruction());
    if (!parts_.recorded.replace<shared>(c.others, others, fresh))
        return false;
    if (shared || parts_.recorded.is_only_block())
        return true;
    if (fresh.reach() == reach::grid)
        parts_.of_grid.note(c, address);
    return c.store.load() == store;
}

// The first access of shared memory since the last barrier, where the block has stored to these bytes before, for a
// load, or the launch has, for a store.
template <bool store, size_t size>
inline bool fast_path::is_first_in_shared(unsigned thread, const char *address, cell *cells, const void *pc)
{
    if (store)
        parts_.found.judge_last_store();
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!is_first_in_cell<store>(cells[i], thread, address, bytes_in_cell<size>(address), pc))
            return false;
    return true;
}

template <bool store> inline bool fast_path::is_first_in_cell(cell &of_word, unsigned thread, const char *address,
                                                              unsigned bytes, const void *pc)
{
    cell *c = &of_word;
    shadow_value stored = c->store.load(std::memory_order_relaxed);
    if (stored.is_link() && (bytes & (bytes - 1)) == 0) { // by bytes
        c = &all_byte_cells[stored.number()].of[(uintptr_t)address % 4];
        stored = c->store.load(std::memory_order_relaxed);
    }
    shared_cells &cells = parts_.recorded.of_shared();
    const shadow_value timestamp = parts_.clocks.time().timestamp(thread),
                       others = c->others.load(std::memory_order_relaxed),
                       first = parts_.clocks.time().first().of_epoch;
    if (stored.bytes() != bytes || !timestamp.has_segment() ||
        (stored.is_since(first) && !stored.same_timestamp(timestamp)) ||
        (others.is_since(first) &&
         !(store && is_own(others, timestamp.and_bytes(bytes)) && others.reach() == reach::one)) ||
        !(store ? stored.is_since(parts_.clocks.time().first().of_grid) : cells.were_written(of_word, bytes)))
        return false;
    const uint32_t instruction = parts_.instructions.of(pc);
    if (!store) {
        parts_.guessed.remember(thread, address, instruction);
        c->others.store(timestamp.accessed(instruction, cell_access::read, bytes), std::memory_order_relaxed);
        return true;
    }
    cells.set_written(of_word, bytes);
    parts_.clocks.note_store(thread);
    c->store.store(timestamp.accessed(instruction, cell_access::plain_store, bytes), std::memory_order_relaxed);
    return true;
}
} // namespace cpu_device
