// SPDX-License-Identifier: MIT
#include "shadow.h"

#include <algorithm>
#include <thread>

namespace cpu_device
{
namespace
{
// Of two unordered accesses by different threads, the one that conflicts with more.
cell_access stronger(cell_access a, cell_access b)
{
    if (stores(a) && stores(b))
        return a == cell_access::volatile_store ? a : std::max(a, b);
    return stores(a) ? a : stores(b) ? b : std::min(a, b);
}
} // namespace

void shadow::launch_begins(launch_record &launch, size_t shared_size, bool anew)
{
    launch_ = &launch;
    const dim3 &g = launch.name.grid;
    alone_ = (uint64_t)g.x * g.y * g.z == 1;
    several_streams_ = several_streams;
    recorded_how_ = (clocks_.by_lanes() ? word::by_lanes : 0) | (several_streams_ ? word::by_launches : 0);
    exchanges_left_ = most_exchanges;
    displaced_reads_.forget();
    stripes_.prepare(launch);
    if (anew)
        spare_byte_cells_.give_up();
    shared_.launch_begins(shared_size, anew);
}

// --- cells ---

template <bool shared>
void shadow::touch(unsigned thread, cell_access what, uint64_t name, size_t size, uint32_t line, cell *cells)
{
    const bool plain_store = what == cell_access::none;
    const word base = clocks_.now(thread).accessed(line, what);
    if (!base.has_segment())
        return; // a launch of more segments than there are numbers
    if (!shared && plain_store)
        conflicts_.last_store().announce(name, size);
    for (uint64_t end = name + size; name < end; ++cells) {
        size_t in_cell = std::min<size_t>(4 - name % 4, end - name);
        const unsigned bytes = ((1u << in_cell) - 1) << name % 4;
        touch_cell<shared>(*cells, {thread, base.with_bytes(bytes), plain_store, {name, shared, cells}});
        name += in_cell;
    }
}
template void shadow::touch<true>(unsigned, cell_access, uint64_t, size_t, uint32_t, cell *);
template void shadow::touch<false>(unsigned, cell_access, uint64_t, size_t, uint32_t, cell *);

template <bool shared> void shadow::touch_cell(cell &c, access_now what)
{
    const auto &[thread, now, plain_store, at] = what;
    for (;;) {
        word store = c.store.load(std::memory_order_acquire), others = c.others.load(std::memory_order_acquire);
        if (store.is_link())
            return touch_bytes<shared>(c, what);
        const bool store_lives = is_live<shared>(store), others_live = is_live<shared>(others);
        if (!shared && several_streams_)
            check_streams(c, what, store, others, store_lives, others_live);
        auto by_bytes = [now = what.now](word w) {
            return w.bytes() != now.bytes() && (w.reach() != reach::one || !w.same_moment(now));
        };
        if ((store_lives && by_bytes(store)) || (others_live && by_bytes(others))) {
            if (expand<shared>(c, store, others))
                continue;
            return; // there is no memory for that: the access is not checked
        }
        if (plain_store && store_lives && !shared && !alone_)
            wait_for_store(store, what);
        if (store_lives)
            conflicts_.check_against(store, now, true, plain_store, thread, at);
        if (!shared && others.is_link()) {
            if (!touch_list(c, others, what))
                continue;
            if (!plain_store)
                return;
        } else if (others_live) {
            conflicts_.check_against(others, now, false, plain_store, thread, at);
            if (!shared && !plain_store && needs_list(others, now, thread)) {
                make_list(c, others);
                continue;
            }
        }
        if (plain_store ? record_store<shared>(c, what, store, others) : record_other<shared>(c, what, store, others))
            return;
    }
}

template <bool shared> void shadow::touch_bytes(cell &c, const access_now &what)
{
    byte_cells &b = all_byte_cells[c.store.load(std::memory_order_relaxed).number()];
    for (unsigned i = 0; i < 4; ++i)
        if (what.now.bytes() >> i & 1)
            touch_cell<shared>(b.of[i], {what.thread,
                                         what.now.with_bytes(1u << i),
                                         what.plain_store,
                                         {(what.at.name & ~3ull) + i, shared, &b.of[i]}});
}

// The next two: false if another core was faster.
template <bool shared> bool shadow::record_store(cell &c, const access_now &what, word store, word others)
{
    word fresh = what.now;
    if (is_live<shared>(store) && store.same_but_for_line_and_bytes(fresh))
        fresh = fresh.and_bytes(store.bytes());
    if (!replace<shared>(c.store, store, fresh))
        return false;
    if (!shared && !alone_) { // another core may have read in between
        word since = c.others.load();
        if (since != others && is_live<shared>(since))
            conflicts_.check_against(since, what.now, false, true, what.thread, what.at);
    }
    return true;
}

template <bool shared> bool shadow::record_other(cell &c, const access_now &what, word store, word others)
{
    const word now = what.now;
    const bool others_live = is_live<shared>(others);
    if (!shared && several_streams_ && !others_live) {
        if (conflicts_.is_unordered_read(others, now))
            return true; // the earlier read stays in the cell
        if (others.is_since(clocks_.first_of_launch()) && !others.is_link() && others.access() == cell_access::read &&
            now.access() == cell_access::read)
            displaced_reads_.keep(&c, others);
    }
    word fresh = others_live ? merged(others, now, what.thread, &c) : now;
    if (fresh == others)
        return true;
    if (!replace<shared>(c.others, others, fresh))
        return false;
    if (!shared && !alone_) {
        word since = c.store.load();
        if (since.is_link())
            return false;
        if (since != store && is_live<shared>(since))
            conflicts_.check_against(since, now, true, false, what.thread, what.at);
    }
    return true;
}

void shadow::check_streams(const cell &c, const access_now &what, word store, word others, bool store_lives,
                           bool others_live)
{
    const auto &[thread, now, plain_store, at] = what;
    if (!store_lives)
        conflicts_.check_stream(store, now, true, plain_store, at);
    if (!others_live)
        conflicts_.check_stream(others, now, false, plain_store, at);
    if (plain_store || stores(now.access()))
        conflicts_.check_stream(displaced_reads_.of(&c), now, false, plain_store, at);
}

// The cell has recorded another block's store, which may still be under way.
void shadow::wait_for_store(word store, const access_now &what)
{
    if (segment_of(store).block == clocks_.block() || clocks_.is_ordered(store, what.thread))
        return;
    conflicts_.last_store().wait_for_others(what.at.name);
    conflicts_.last_store().remember_anew();
}

// One word for what a word stands for and the access now, which is no plain store.
word shadow::merged(word there, word now, unsigned thread, const cell *c)
{
    const segment &s = segment_of(there);
    reach far = there.reach();
    bool here = s.block == clocks_.block() && far != reach::grid;
    if (far == reach::one && here && there.thread() == thread && there.same_segment(now)) {
        cell_access a = there.access(), b = now.access();
        bool guessed = a == cell_access::read && guesses_.swapped(thread);
        cell_access d = a == b || guessed ? b
                        : (a == cell_access::read) != (b == cell_access::read) && stores(a) != stores(b)
                            ? cell_access::all
                            : std::max(a, b);
        const word name = d == a && stores(a) && !stores(b) ? there : now; // its line is that of the store
        return name.with_access(d).and_bytes(there.bytes() | now.bytes());
    }
    if (follows(now, there) || (here && clocks_.is_ordered(there, thread, c)))
        return now;
    cell_access d = stronger(there.access(), now.access());
    far = !here || far == reach::grid                                               ? reach::grid
          : far == reach::block || there.thread() / warp_size != thread / warp_size ? reach::block
                                                                                    : reach::warp;
    if (far == reach::warp)
        clocks_.note_lanes(there, thread, c);
    // The word names the thread that stores, else the first one if both are of one segment or it stands for the grid.
    bool keep = !stores(now.access()) && (stores(there.access()) || far == reach::grid || there.same_segment(now));
    word name = keep ? there : now;
    return name.with_access(d).with_reach(far);
}

// Threads share the cell by bytes: from now on each byte has a cell of its own.
template <bool shared> bool shadow::expand(cell &c, word store, word others)
{
    uint32_t number = spare_byte_cells_.take();
    if (number == all_byte_cells.none)
        return false;
    all_byte_cells[number].take_over(store, others);
    if (!replace<shared>(c.store, store, word::link_to(number)))
        return true; // another core was faster; this number is lost
    word since = c.others.exchange(word());
    if (since != others)
        all_byte_cells[number].take_over_others(since);
    return true;
}

const cell &shadow::of_byte(const cell &c, uint64_t name)
{
    const word store = c.store.load(std::memory_order_acquire);
    return store.is_link() ? all_byte_cells[store.number()].of[name % 4] : c;
}

word shadow::writer_in(const cell &c, uint64_t name) const
{
    const word others = of_byte(c, name).others.load(std::memory_order_relaxed);
    if (others.is_link()) {
        const word_list &list = all_lists[others.number()];
        for (unsigned i = list.count; i-- > 0;)
            if (stores(list.of[i].access()))
                return list.of[i];
        return word();
    }
    return stores(others.access()) ? others : word();
}

// --- lists ---

// Where there are fences, one block's accesses may be ordered before some blocks and not before others; and volatile
// accesses race within a block only. So each block has a word of its own, as long as these are few.
bool shadow::needs_list(word there, word now, unsigned thread) const
{
    const bool of_other_block = segment_of(there).block != clocks_.block();
    return (of_other_block &&
            (launch_->sync_places.fenced || is_volatile(there.access()) || is_volatile(now.access())) &&
            !replaces(there, now, thread)) ||
           needs_both(there, now, thread);
}

// An atomic operation and a plain load, of one block and in order. Other blocks' atomic operations race with the load,
// and their loads with the atomic operation.
bool shadow::needs_both(word there, word now, unsigned thread) const
{
    const cell_access a = there.access(), b = now.access();
    return !alone_ &&
           ((a == cell_access::read && stores(b) && !guesses_.swapped(thread)) ||
            (b == cell_access::read && stores(a))) &&
           segment_of(there).block == clocks_.block() && there.reach() != reach::grid && !there.same_segment(now) &&
           !all_lists.nearly_full() && clocks_.is_ordered(there, thread);
}

void shadow::make_list(cell &c, word others)
{
    uint32_t number = all_lists.make(1);
    if (number == all_lists.none) { // one word for all blocks
        replace<false>(c.others, others, others.with_reach(reach::grid));
        return;
    }
    word_list &list = all_lists[number];
    list.of[0] = others;
    list.count = 1;
    replace<false>(c.others, others, word::link_to(number)); // if another core was faster, this number is lost
}

bool shadow::touch_list(cell &c, word others, const access_now &what)
{
    const unsigned thread = what.thread;
    const bool plain_store = what.plain_store;
    const accessed_place at = {what.at.name, what.at.shared};
    word now = what.now;
    word_list &list = all_lists[others.number()];
    while (list.locked.exchange(true, std::memory_order_acquire))
        std::this_thread::yield();
    bool same = c.others.load(std::memory_order_relaxed) == others;
    unsigned kept = 0;
    for (unsigned i = 0; i < list.count && same; ++i) {
        word w = list.of[i];
        if (!is_live<false>(w)) {
            if (several_streams_)
                conflicts_.check_stream(w, now, false, plain_store, at);
            continue;
        }
        conflicts_.check_against(w, now, false, plain_store, thread, at);
        if (!plain_store) {
            if (replaces(w, now, thread))
                continue;
            const segment &s = segment_of(w);
            if (s.block == clocks_.block() && s.epoch == clocks_.epoch() &&
                w.access() == now.access()) { // one for each block
                now = merged(w, now, thread, nullptr);
                continue;
            }
        }
        list.of[kept++] = w;
    }
    if (same && !plain_store) {
        if (kept < word_list::room)
            list.of[kept++] = now;
        else
            c.others.store(now.with_reach(reach::grid)); // of the whole grid
    }
    if (same)
        list.count = kept;
    list.locked.store(false, std::memory_order_release);
    return same;
}

// Whether a word can be dropped once `now` is in the list: every conflict with it is one with `now` too.
bool shadow::replaces(word there, word now, unsigned thread) const
{
    if (there.bytes() != now.bytes())
        return false;
    if (follows(now, there))
        return true;
    bool less = there.access() == now.access() ||
                (now.access() == cell_access::read ? there.access() == cell_access::strong_read
                                                   : there.access() < now.access());
    return less &&
           (there.access() != cell_access::read || now.access() == cell_access::read ||
            now.access() == cell_access::all || guesses_.swapped(thread)) &&
           clocks_.is_ordered(there, thread);
}
} // namespace cpu_device
