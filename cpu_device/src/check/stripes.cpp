// SPDX-License-Identifier: MIT
#include "stripes.h"

#include <algorithm>
#include <memory>
#include <thread>

namespace cpu_device
{
namespace
{
// How many bytes of a page one bit of `claimed` stands for.
constexpr size_t piece = arena_page::size / 64;

void lower(std::atomic<const char *> &limit, const char *to)
{
    const char *is = limit.load();
    while (is > to && !limit.compare_exchange_weak(is, to)) {
    }
}

uint64_t pieces(size_t first, size_t count)
{
    return (count < 64 ? (1ull << count) - 1 : ~0ull) << first;
}

bool is_short(const stripe &s, unsigned from = 0)
{
    constexpr unsigned few_accesses = 12;
    return (s.size() - from) >> s.shift < few_accesses;
}

// For a stripe that begins at an address: how many bytes of its piece it may claim; 0: another stripe of the page has
// them already.
size_t claim(arena_page &page, const char *address, size_t size, uint32_t head)
{
    const size_t at = (uintptr_t)address % arena_page::size;
    if ((page.claimed.fetch_or(pieces(at / piece, 1)) >> at / piece & 1) == 0)
        return piece - at % piece;
    // The others may stay before it, or after it in the same piece.
    size_t free = piece - at % piece;
    for (uint32_t n = head; n != all_stripes.none; n = all_stripes[n].link) {
        stripe &s = all_stripes[n];
        if (s.begin >= address + size) {
            free = std::min(free, (size_t)(s.begin - address));
            continue;
        }
        s.lower_limit(address);
        if (s.end.load() > address)
            return 0;
    }
    return free;
}
} // namespace

// The core that has made the stripe raises its limit and then looks at `claimed`; another one lowers `claimed` first.
void stripe::lower_limit(const char *to)
{
    lower(claimed, to);
    lower(limit, to);
}

void stripe::renew_limit()
{
    const char *is = limit.load();
    while (!limit.compare_exchange_weak(is, std::min(claimed.load(), begin + turn_ends))) {
    }
    lower(limit, claimed.load());
}

bool stripe::goes_on_anew(const char *address, shadow_value now)
{
    const auto at = (size_t)(address - begin);
    const uint32_t distance = now.segment() - first.segment();
    if (end.load(std::memory_order_relaxed) != address || first.is_since(now) || !now.same_but_for_segment(first) ||
        distance > UINT16_MAX)
        return false;
    if (width == 0) {
        step = (uint16_t)distance;
        width = (uint16_t)at;
    } else if (at % width != 0 || distance != at / width * step) {
        return false;
    }
    next = now.timestamp();
    turn_ends = (uint16_t)(at + width);
    renew_limit();
    return true;
}

// A stripe claims the next bytes, if no other stripe has them.
bool stripes::goes_farther(stripe &s, arena_page &page, const char *address, size_t bytes) const
{
    const size_t at = (uintptr_t)address % arena_page::size, first = at / piece;
    const char *claimed = s.claimed.load();
    if (s.first.access() != cell_access::plain_store || at % piece != 0 || s.end != claimed || claimed != address)
        return false;
    const size_t count = std::clamp<size_t>((bytes + piece - 1) / piece, 1, 64 - first);
    const uint64_t others = page.claimed.fetch_or(pieces(first, count)) & pieces(first, count);
    const size_t free = others == 0 ? count : (size_t)__builtin_ctzll(others) - first;
    if (free == 0 || !s.claimed.compare_exchange_strong(claimed, claimed + free * piece))
        return false;
    s.renew_limit();
    return true;
}

bool stripes::goes_on(stripe &s, arena_page &page, const char *address, unsigned shift, shadow_value now) const
{
    const unsigned size = 1u << shift;
    if (s.shift != shift || s.end.load(std::memory_order_relaxed) != address ||
        (s.next != now.timestamp() && !s.goes_on_anew(address, now)))
        return false;
    return s.goes_on_carefully(address, size, now.timestamp()) ||
           (goes_farther(s, page, address, s.width != 0 ? (unsigned)s.width : s.size()) &&
            s.goes_on_carefully(address, size, now.timestamp()));
}

void stripes::goes_on_with(stripe &s, recent &it)
{
    if (it.latest != &s) {
        it.other = it.latest;
        it.latest = &s;
    }
    latest_->follower = &s;
    latest_ = &s;
}

// Whether the access continues a stripe of this core that has lost its slot to others. An instruction for which that
// happens at almost every access does better with cells.
bool stripes::is_found_again(recent &here, arena_page &page, const char *address, unsigned shift, shadow_value now)
{
    constexpr unsigned most_looked_at = 8, many = 64;
    const uint64_t state = page.stripes.load(std::memory_order_acquire);
    if ((state ^ tag_) >= 1ull << 32 || (uint32_t)state >= on_its_way)
        return false;
    const uint32_t name = name_of(address, now);
    uint32_t n = (uint32_t)state & ~stored_to;
    for (unsigned looked_at = 0; n != all_stripes.none && looked_at < most_looked_at; ++looked_at) {
        stripe &s = all_stripes[n];
        n = s.link;
        if (s.core != core_ || s.name != name || !goes_on(s, page, address, shift, now))
            continue;
        instruction &it = instruction_of(now);
        it.lost = is_short(s, s.found_at) ? it.lost + 1 : 0;
        if (it.lost == many)
            it.too_short = true;
        s.found_at = (uint16_t)s.size();
        goes_on_with(s, here);
        return true;
    }
    return false;
}

bool stripes::begins(arena_page &page, const char *address, const void *caller, unsigned shift, bool is_store,
                     shadow_value now)
{
    if (launch_ == nullptr || several_streams.load(std::memory_order_relaxed) || !now.has_segment())
        return false;
    const size_t size = (size_t)1 << shift;
    const uint32_t name = name_of(address, now);
    instruction &it = instruction_of(now);
    // The same instruction most likely makes a stripe of the same length farther on.
    __builtin_prefetch(address + 4 * (address - it.address));
    it.address = address;
    recent &here = recent_of(address, now.instruction());
    if (here.launch != launch_->number) {
        here = recent();
        here.launch = launch_->number;
    }
    for (stripe *s : {here.latest, here.other})
        if (s->name == name && goes_on(*s, page, address, shift, now)) {
            goes_on_with(*s, here);
            return true;
        }
    if (is_found_again(here, page, address, shift, now))
        return true;
    constexpr unsigned many_short_ones = 8;
    const stripe &last = here.latest->name == name ? *here.latest : *here.other;
    const bool known = last.name == name;
    // Where another block goes on, it most likely makes a longer one. Where one thread goes on alone, it does not.
    const bool goes_on = known && last.end == address && last.size() != size;
    const bool was_short = known && !goes_on && is_short(last);
    const unsigned short_ones = was_short ? last.short_ones + 1u : 0;
    if (short_ones == many_short_ones)
        it.too_short = true;
    if (it.too_short)
        return false;
    return is_fit(page, address, is_store) && make(here, page, address, caller, shift, is_store, now, short_ones);
}

// Whether a page may have stripes: device memory that was written, or a whole page of it to which the access stores.
bool stripes::is_fit(arena_page &page, const char *address, bool is_store)
{
    const arena &memory = the_arena();
    if (const allocation *a = page.owner(); a == nullptr || a->kind != memory_kind::device)
        return false; // it is the host's memory too, for which there must be cells
    if (!page.is_written() && !(is_store && memory.page_is_whole(address))) {
        memory.note_if_written(address);
        if (!page.is_written())
            return false;
    }
    return true;
}

// The page's state in this launch, which begins with the first access here.
uint64_t stripes::state_of(arena_page &page, bool is_store) const
{
    uint64_t state = page.stripes.load(std::memory_order_acquire);
    if ((state ^ tag_) >= 1ull << 32 && page.stripes.compare_exchange_strong(state, tag_ | on_its_way)) {
        page.claimed = 0; // the first of this launch
        page.cells = nullptr;
        state = tag_ | (is_store ? stored_to : 0);
        page.stripes = state;
    }
    while (state == (tag_ | on_its_way)) {
        std::this_thread::yield();
        state = page.stripes.load(std::memory_order_acquire);
    }
    return state;
}

bool stripes::make(recent &here, arena_page &page, const char *address, const void *caller, unsigned shift,
                   bool is_store, shadow_value now, unsigned short_ones)
{
    constexpr unsigned most_of_page = 512;
    const size_t size = (size_t)1 << shift;
    uint64_t state = state_of(page, is_store);
    uint32_t number = all_stripes.none;
    size_t limit = arena_page::size - (uintptr_t)address % arena_page::size;
    for (;;) {
        if ((uint32_t)state >= on_its_way || ((state & stored_to) != 0) != is_store)
            return false;
        const uint32_t head = (uint32_t)state & ~stored_to;
        const unsigned before = head != all_stripes.none ? all_stripes[head].before + 1u : 0;
        if (before == most_of_page)
            return false;
        if (is_store && (limit = claim(page, address, size, head)) < size)
            return false;
        if (number == all_stripes.none && (number = spare_.take()) == all_stripes.none)
            return false;
        stripe &s = all_stripes[number];
        s.first = now;
        s.next = now.timestamp().of_next_thread();
        s.begin = address;
        s.caller = (uint32_t)(uintptr_t)caller;
        s.follower = &none_;
        s.end.store(address + size, std::memory_order_relaxed);
        s.claimed.store(address + limit, std::memory_order_relaxed);
        s.limit.store(address + limit, std::memory_order_relaxed);
        s.width.store(0, std::memory_order_relaxed);
        s.step.store(0, std::memory_order_relaxed);
        s.turn_ends = UINT16_MAX;
        s.core = core_;
        s.found_at = 0;
        s.shift = (uint8_t)shift;
        s.short_ones = (uint8_t)short_ones;
        s.before = (uint16_t)before;
        s.link = head;
        s.name = name_of(address, now);
        if (page.stripes.compare_exchange_strong(state, tag_ | number | (is_store ? stored_to : 0))) {
            goes_on_with(s, here);
            if (!page.is_written())
                to_be_marked_.push_back(&s);
            return true;
        }
    }
}

void stripes::finish()
{
    for (const stripe *s : to_be_marked_) {
        the_arena().set_written(s->begin, s->size());
        the_arena().note_if_written(s->begin);
    }
    to_be_marked_.clear();
}

void stripes::put_in_cells(arena_page &page, const char *address) const
{
    uint64_t state = page.stripes.load(std::memory_order_acquire);
    for (;;) {
        if (state == (tag_ | in_cells))
            return;
        if (state == (tag_ | on_its_way)) {
            std::this_thread::yield();
            state = page.stripes.load(std::memory_order_acquire);
            continue;
        }
        bool has_any = (state ^ tag_) < 1ull << 32 && ((uint32_t)state & ~stored_to) != 0;
        if (!page.stripes.compare_exchange_strong(state, tag_ | (has_any ? on_its_way : in_cells)))
            continue;
        if (!has_any)
            return;
        break;
    }
    const uint32_t head = (uint32_t)state & ~stored_to;
    for (uint32_t n = head; n != 0; n = all_stripes[n].link)
        all_stripes[n].lower_limit(nullptr);
    cell *cells = the_arena().cell_of(address - (uintptr_t)address % arena_page::size);
    for (uint32_t n = head; n != 0; n = all_stripes[n].link) {
        const stripe &s = all_stripes[n];
        if (s.first.access() == cell_access::plain_store)
            the_arena().set_written(s.begin, s.size());
        const size_t begin = (uintptr_t)s.begin % arena_page::size;
        const unsigned step = 1u << std::min<unsigned>(s.shift, 2);
        for (unsigned i = 0, size = s.size(); i < size && cells != nullptr; i += step) {
            shadow_value now = s.access_at(i);
            if (step < 4)
                now = now.with_bytes(((1u << step) - 1) << (begin + i) % 4);
            put(cells[(begin + i) / 4], now, now.access() == cell_access::plain_store);
        }
    }
    page.stripes.store(tag_ | in_cells, std::memory_order_release);
}

void stripes::put_all_in_cells()
{
    const uint32_t first = first_launch_in_stripes();
    const auto putting = std::make_unique<stripes>();
    launch_record launch;
    launch.alone = launch.over = true;
    launch.synced.fenced.becomes_true();
    for (uint32_t n = 1; n < all_stripes.next(); ++n) {
        const char *begin = all_stripes[n].begin;
        if (begin == nullptr) // reserved by a core, but not made
            continue;
        arena_page &page = the_arena().page_of(begin);
        launch.number = (uint32_t)(page.stripes.load(std::memory_order_acquire) >> 32);
        putting->prepare(launch, false);
        if (launch.number >= first && !putting->is_in_cells(page))
            putting->put_in_cells(page, begin);
    }
}

bool stripes::is_live(shadow_value w) const
{
    return w.is_since(shadow_value::first_of(launch_->first_segment)) && !w.is_link() &&
           segment_of(w).launch == launch_->number;
}

namespace
{
// One shadow value for several plain loads of this launch, which only barriers order.
shadow_value both(shadow_value there, shadow_value now)
{
    if (there.reach() == reach::grid)
        return there;
    const segment &s = segment_of(there), &t = segment_of(now);
    if (s.block != t.block)
        return there.with_reach(reach::grid);
    if (s.epoch != t.epoch)
        return t.epoch > s.epoch ? now : there;
    if (there.thread() == now.thread())
        return there;
    bool same_warp = there.same_warp(now) && there.reach() <= reach::warp;
    return there.with_reach(same_warp ? reach::warp : reach::block);
}

// From now on each byte of the cell has one of its own.
bool give_bytes_cells(cell &c)
{
    const uint32_t number = all_byte_cells.make(1);
    if (number == all_byte_cells.none)
        return false;
    all_byte_cells[number].take_over(c.store, c.others);
    c.others = shadow_value();
    c.store = shadow_value::link_to(number);
    return true;
}
} // namespace

// Whether something else was done to other bytes of the cell.
bool stripes::shares(const cell &c, shadow_value now) const
{
    for (shadow_value w : {c.store.load(std::memory_order_relaxed), c.others.load(std::memory_order_relaxed)})
        if (is_live(w) && w.bytes() != now.bytes())
            return true;
    return false;
}

// Puts an access of a stripe into a cell, which no other core uses at this time. The page's stores overlap with no
// other access.
void stripes::put(cell &c, shadow_value now, bool is_store) const
{
    if (!c.store.load(std::memory_order_relaxed).is_link() && shares(c, now) && !give_bytes_cells(c))
        return; // there is no memory for that: the access is not checked
    shadow_value store = c.store.load(std::memory_order_relaxed);
    if (store.is_link()) { // by bytes
        for (unsigned i = 0; i < 4; ++i)
            if (now.bytes() >> i & 1)
                put(all_byte_cells[store.number()].of[i], now.with_bytes(1u << i), is_store);
        return;
    }
    if (is_store) {
        c.store.store(now, std::memory_order_relaxed);
        return;
    }
    shadow_value others = c.others.load(std::memory_order_relaxed);
    if (!others.is_link()) {
        if (!is_live(others))
            others = now;
        else if (!launch_->synced.fenced || segment_of(others).block == segment_of(now).block)
            others = both(others, now);
        else if (uint32_t number = all_lists.make(1); number != all_lists.none) { // of each block, one
            all_lists[number].of[0] = others;
            all_lists[number].of[1] = now;
            all_lists[number].count = 2;
            others = shadow_value::link_to(number);
        } else {
            others = others.with_reach(reach::grid);
        }
        c.others.store(others, std::memory_order_relaxed);
        return;
    }
    value_list &list = all_lists[others.number()];
    list.count = (uint32_t)(std::remove_if(list.of, list.of + list.count, [&](shadow_value w) { return !is_live(w); }) -
                            list.of);
    shadow_value *same = std::find_if(list.of, list.of + list.count, [&](shadow_value w) {
        return segment_of(w).block == segment_of(now).block && w.access() == now.access();
    });
    if (same != list.of + list.count)
        *same = both(*same, now);
    else if (list.count < value_list::room)
        list.of[list.count++] = now;
    else
        c.others.store(now.with_reach(reach::grid), std::memory_order_relaxed); // of the whole grid
}
} // namespace cpu_device
