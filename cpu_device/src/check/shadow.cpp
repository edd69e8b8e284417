// SPDX-License-Identifier: MIT
#include "shadow.h"

#include <algorithm>
#include <thread>

namespace cpu_device
{
namespace
{
// The one of two unordered accesses by different threads that conflicts with more.
cell_access stronger(cell_access a, cell_access b)
{
    if (stores(a) && stores(b))
        return a == cell_access::volatile_store ? a : std::max(a, b);
    return stores(a) ? a : stores(b) ? b : std::min(a, b);
}
// Two such accesses do not race.
bool are_strong(shadow_value a, shadow_value b)
{
    return a.access() == cell_access::strong && b.access() == cell_access::strong;
}
} // namespace

void shadow::launch_begins(launch_record &launch, size_t shared_size, bool anew)
{
    launch_ = &launch;
    const dim3 &g = launch.name.grid;
    alone_ = (uint64_t)g.x * g.y * g.z == 1;
    several_streams_ = several_streams;
    set_compared();
    joins_atomics_ = true;
    exchanges_left_ = alone_ ? 0 : most_exchanges;
    displaced_reads_.forget();
    stripes_.slow_down(stripes::careful, !alone_);
    stripes_.prepare(launch, anew);
    if (anew) {
        spare_byte_cells_.give_up();
        free_lists_.clear();
    }
    shared_.launch_begins(shared_size, anew);
}

void shadow::set_compared()
{
    by_threads_ = clocks_.by_threads();
    compared_ = shadow_value::compared_bits_for((clocks_.by_lanes() ? shadow_value::by_lanes : 0) |
                                                (by_threads_ ? shadow_value::by_threads : 0) |
                                                (several_streams_ ? shadow_value::by_launches : 0));
}

// --- cells ---

template <bool shared> void shadow::on_access(unsigned thread, cell_access access, uint64_t name, size_t size,
                                              uint32_t instruction, cell *cells)
{
    const bool plain_store = access == cell_access::plain_store;
    const shadow_value base = clocks_.time().now(thread).accessed(instruction, access);
    if (!base.has_segment())
        return; // a launch of more segments than there are numbers
    if (!shared && plain_store)
        conflicts_.last_store().announce(name, size);
    if (is_atomic(base))
        update_instructions_[thread] = instruction;
    for (uint64_t end = name + size; name < end; ++cells) {
        size_t in_cell = std::min<size_t>(4 - name % 4, end - name);
        const unsigned bytes = ((1u << in_cell) - 1) << name % 4;
        on_cell_access<shared>(*cells, {thread, base.with_bytes(bytes), plain_store, {name, shared, cells}});
        name += in_cell;
    }
}
template void shadow::on_access<true>(unsigned, cell_access, uint64_t, size_t, uint32_t, cell *);
template void shadow::on_access<false>(unsigned, cell_access, uint64_t, size_t, uint32_t, cell *);

template <bool shared> void shadow::on_cell_access(cell &c, access_now access)
{
    const auto &[thread, now, plain_store, at] = access;
    for (;;) {
        shadow_value store = c.store.load(std::memory_order_acquire), others = c.others.load(std::memory_order_acquire);
        if (store.is_link())
            return on_bytes_access<shared>(c, access);
        const bool store_lives = is_live<shared>(store), others_live = is_live<shared>(others);
        if (!shared && several_streams_)
            check_streams(c, access, store, others, store_lives, others_live);
        auto by_bytes = [now = access.now](shadow_value w) {
            return w.bytes() != now.bytes() && (w.reach() != reach::one || !w.same_timestamp(now));
        };
        if ((store_lives && by_bytes(store)) || (others_live && by_bytes(others))) {
            if (expand<shared>(c, store, others))
                continue;
            return; // there is no memory for that: the access is not checked
        }
        if (plain_store && store_lives && !shared && !alone_)
            wait_for_store(store, access);
        if (store_lives)
            conflicts_.check_against(store, now, true, plain_store, thread, at);
        if (others.is_link()) {
            if (!on_list_access<shared>(c, others, access))
                continue;
            if (!plain_store)
                return;
            if (shared)
                others = c.others.load(std::memory_order_relaxed);
        } else if (others_live) {
            if (!plain_store && needs_list<shared>(others, now, thread) && make_list<shared>(c, others))
                continue;
            conflicts_.check_against(others, now, false, plain_store, thread, at);
        }
        if (plain_store ? record_store<shared>(c, access, store, others)
                        : record_other<shared>(c, access, store, others))
            return;
    }
}

template <bool shared> void shadow::on_bytes_access(cell &c, const access_now &access)
{
    byte_cells &b = all_byte_cells[c.store.load(std::memory_order_relaxed).number()];
    for (unsigned i = 0; i < 4; ++i)
        if (access.now.bytes() >> i & 1)
            on_cell_access<shared>(b.of[i], {access.thread,
                                             access.now.with_bytes(1u << i),
                                             access.plain_store,
                                             {(access.at.name & ~3ull) + i, shared, &b.of[i]}});
}

// The next two: false if another core was faster.
template <bool shared>
bool shadow::record_store(cell &c, const access_now &access, shadow_value store, shadow_value others)
{
    shadow_value fresh = access.now;
    if (is_live<shared>(store) && store.same_but_for_instruction_and_bytes(fresh))
        fresh = fresh.and_bytes(store.bytes());
    if (!replace<shared>(c.store, store, fresh))
        return false;
    if (!shared && !alone_) { // another core may have read in between
        shadow_value since = c.others.load();
        if (since != others && is_live<shared>(since))
            conflicts_.check_against(since, access.now, false, true, access.thread, access.at);
    }
    return true;
}

template <bool shared>
bool shadow::record_other(cell &c, const access_now &access, shadow_value store, shadow_value others)
{
    const shadow_value now = access.now;
    const bool others_live = is_live<shared>(others);
    if (!shared && several_streams_ && !others_live) {
        if (conflicts_.is_unordered_read(others, now))
            return true; // the earlier read stays in the cell
        if (others.is_since(clocks_.time().first().of_launch) && !others.is_link() &&
            others.access() == cell_access::read && now.access() == cell_access::read)
            displaced_reads_.keep(&c, others);
    }
    shadow_value fresh = others_live ? merged(others, now, access.thread, &c) : now;
    if (fresh == others)
        return true;
    if (!replace<shared>(c.others, others, fresh))
        return false;
    if (!shared && !alone_) {
        shadow_value since = c.store.load();
        if (since.is_link())
            return false;
        if (since != store && is_live<shared>(since))
            conflicts_.check_against(since, now, true, false, access.thread, access.at);
    }
    return true;
}

void shadow::check_streams(const cell &c, const access_now &access, shadow_value store, shadow_value others,
                           bool store_lives, bool others_live)
{
    const auto &[thread, now, plain_store, at] = access;
    if (!store_lives)
        conflicts_.check_stream(store, now, true, plain_store, at);
    if (!others_live)
        conflicts_.check_stream(others, now, false, plain_store, at);
    if (plain_store || stores(now.access()))
        conflicts_.check_stream(displaced_reads_.of(&c), now, false, plain_store, at);
}

// The cell has recorded another block's store, which may still be under way.
void shadow::wait_for_store(shadow_value store, const access_now &access)
{
    if (segment_of(store).block == clocks_.time().block() || clocks_.is_ordered(store, access.thread))
        return;
    conflicts_.last_store().wait_for_others(access.at.name);
    conflicts_.last_store().remember_anew();
}

// One shadow value for what a shadow value stands for and the access now, which is no plain store.
shadow_value shadow::merged(shadow_value there, shadow_value now, unsigned thread, const cell *c)
{
    if (adds_in_grid(now, there))
        return there.with_reach(reach::grid);
    const segment &s = segment_of(there);
    reach far = there.reach();
    bool here = s.block == clocks_.time().block() && far != reach::grid;
    if (far == reach::one && here && there.thread() == thread && there.same_segment(now)) {
        cell_access a = there.access(), b = now.access();
        bool guessed = a == cell_access::read && guesses_.swapped(thread);
        cell_access d = a == b || guessed ? b
                        : (a == cell_access::read) != (b == cell_access::read) && stores(a) != stores(b)
                            ? cell_access::all
                            : std::max(a, b);
        const shadow_value name =
            d == a && stores(a) && !stores(b) ? there : now; // its instruction is that of the store
        return name.with_access(d).and_bytes(there.bytes() | now.bytes());
    }
    if (here && join(now, there))
        return joined(there, now, thread, c);
    if (follows(now, there) || (here && clocks_.is_ordered(there, thread, c)))
        return now;
    cell_access d = stronger(there.access(), now.access());
    far = !here || far == reach::grid                                               ? reach::grid
          : far == reach::block || there.thread() / warp_size != thread / warp_size ? reach::block
                                                                                    : reach::warp;
    if (far == reach::warp || (far == reach::block && clocks_.by_threads()))
        clocks_.note_lanes(there, thread, c);
    // The shadow value names the thread that stores, else the first one of a block or of the grid.
    bool keep = !stores(now.access()) && (stores(there.access()) || far == reach::grid || here);
    shadow_value name = keep ? there : now;
    return name.with_access(d).with_reach(far);
}

// One shadow value for atomic operations of the block, by several threads. It names the first.
shadow_value shadow::joined(shadow_value there, shadow_value now, unsigned thread, const cell *c)
{
    if ((there.thread() == thread && there.reach() == reach::one) || clocks_.is_ordered(there, thread, c))
        return now;
    const bool in_warp = there.reach() <= reach::warp && there.same_warp(now);
    if (in_warp || clocks_.by_threads())
        clocks_.note_lanes(there, thread, c);
    return there.with_access(stronger(there.access(), now.access())).with_reach(in_warp ? reach::warp : reach::block);
}

template <bool shared> void shadow::uses_result(unsigned thread, cell &c, unsigned bytes)
{
    used_instructions.add(update_instructions_[thread]);
    const shadow_value store = c.store.load(std::memory_order_acquire);
    if (store.is_link()) {
        byte_cells &b = all_byte_cells[store.number()];
        for (unsigned i = 0; i < 4; ++i)
            if (bytes >> i & 1)
                uses_result<shared>(thread, b.of[i], 1u << i);
        return;
    }
    auto alone = [&](shadow_value w) {
        return clocks_.time().now(thread).accessed(update_instructions_[thread], w.access(), w.bytes());
    };
    auto is_joined = [&](shadow_value w) {
        return is_live<shared>(w) && is_atomic(w) && w.reach() != reach::grid &&
               segment_of(w).block == clocks_.time().block() && segment_of(w).epoch == clocks_.time().epoch();
    };
    const shadow_value others = c.others.load(std::memory_order_acquire);
    if (!others.is_link()) {
        const bool of_several = is_live<shared>(others) && is_atomic(others) && others.reach() == reach::grid;
        if ((of_several || (is_joined(others) && others.reach() != reach::one)) &&
            clocks_.time().now(thread).has_segment())
            replace<shared>(c.others, others, alone(others));
        return;
    }
    value_list &list = all_lists[others.number()];
    while (list.locked.exchange(true, std::memory_order_acquire))
        std::this_thread::yield();
    const bool same = c.others.load(std::memory_order_relaxed) == others && clocks_.time().now(thread).has_segment();
    unsigned kept = 0, own = 0;
    bool has_own = false;
    for (unsigned i = 0; i < list.count; ++i)
        own = is_joined(list.of[i]) ? i : own;
    for (unsigned i = 0; i < list.count && same; ++i) {
        const bool is_followed = i < own && is_live<shared>(list.of[i]) && is_atomic(list.of[i]) &&
                                 list.of[i].reach() != reach::grid &&
                                 segment_of(list.of[i]).block != clocks_.time().block();
        if (is_followed)
            continue;
        if (!is_joined(list.of[i])) {
            list.of[kept++] = list.of[i];
        } else if (!has_own) {
            list.of[kept++] = alone(list.of[i]);
            has_own = true;
        }
    }
    if (same)
        list.count = kept;
    list.locked.store(false, std::memory_order_release);
}
template void shadow::uses_result<true>(unsigned, cell &, unsigned);
template void shadow::uses_result<false>(unsigned, cell &, unsigned);

// Threads share the cell by bytes: from now on each byte has a cell of its own.
template <bool shared> bool shadow::expand(cell &c, shadow_value store, shadow_value others)
{
    uint32_t number = spare_byte_cells_.take();
    if (number == all_byte_cells.none)
        return false;
    all_byte_cells[number].take_over(store, others);
    if (others.is_link())
        take_over_list(all_byte_cells[number], all_lists[others.number()]);
    if (!replace<shared>(c.store, store, shadow_value::link_to(number)))
        return true; // another core was faster; this number is lost
    shadow_value since = c.others.exchange(shadow_value());
    if (since != others)
        all_byte_cells[number].take_over_others(since);
    return true;
}

const cell &shadow::of_byte(const cell &c, uint64_t name)
{
    const shadow_value store = c.store.load(std::memory_order_acquire);
    return store.is_link() ? all_byte_cells[store.number()].of[name % 4] : c;
}

shadow_value shadow::writer_in(const cell &c, uint64_t name) const
{
    const shadow_value others = of_byte(c, name).others.load(std::memory_order_relaxed);
    if (others.is_link()) {
        const value_list &list = all_lists[others.number()];
        for (unsigned i = list.count; i-- > 0;)
            if (stores(list.of[i].access()))
                return list.of[i];
        return shadow_value();
    }
    return stores(others.access()) ? others : shadow_value();
}

// --- lists ---

// Where there are fences, one block's accesses may be ordered before some blocks and not before others; and volatile
// accesses race within a block only. So each block has a shadow value of its own, as long as these are few.
template <bool shared> bool shadow::needs_list(shadow_value there, shadow_value now, unsigned thread) const
{
    const bool of_other_block = !shared && segment_of(there).block != clocks_.time().block();
    return (of_other_block && (launch_->synced.fenced || is_volatile(there.access()) || is_volatile(now.access())) &&
            !replaces(there, now, thread)) ||
           needs_both<shared>(there, now, thread);
}

// An atomic operation and a plain load of one block. Other atomic operations race with the load alone, and other loads
// with the atomic operation. After a barrier, only those of other blocks do.
template <bool shared> bool shadow::needs_both(shadow_value there, shadow_value now, unsigned thread) const
{
    const cell_access a = there.access(), b = now.access();
    const segment &s = segment_of(there);
    return ((a == cell_access::read && stores(b) && !guesses_.swapped(thread)) ||
            (b == cell_access::read && stores(a))) &&
           s.block == clocks_.time().block() && there.reach() != reach::grid && !all_lists.nearly_full() &&
           (s.epoch == clocks_.time().epoch() || (!shared && !alone_));
}

// False: there are no more.
template <bool shared> bool shadow::make_list(cell &c, shadow_value others)
{
    uint32_t number = all_lists.none;
    if (shared && !free_lists_.empty()) {
        number = free_lists_.back();
        free_lists_.pop_back();
    } else if ((number = all_lists.make(1)) == all_lists.none) {
        return false;
    }
    value_list &list = all_lists[number];
    list.of[0] = others;
    list.count = 1;
    replace<shared>(c.others, others, shadow_value::link_to(number)); // if another core was faster, this number is lost
    return true;
}

// Whether a shadow value of a list orders or races no more: it is of an earlier launch, or before the block's last
// barrier and no other block uses the memory.
template <bool shared> bool shadow::is_over(shadow_value w) const
{
    if (!is_live<shared>(w))
        return true;
    const segment &s = segment_of(w);
    return (shared || alone_) && w.reach() != reach::grid && s.block == clocks_.time().block() &&
           s.epoch < clocks_.time().epoch();
}

// Whether one shadow value of a list stands for two accesses that are unordered. Of a block's loads and atomic
// operations, those by different instructions have shadow values of their own as long as there is room.
bool shadow::are_merged(shadow_value there, shadow_value now, unsigned count) const
{
    const segment &s = segment_of(there);
    if (s.block != clocks_.time().block() || s.epoch != clocks_.time().epoch() || there.access() != now.access() ||
        there.bytes() != now.bytes())
        return false;
    return is_volatile(now.access()) || there.instruction() == now.instruction() || count > value_list::room / 2;
}

template <bool shared> bool shadow::on_list_access(cell &c, shadow_value others, const access_now &access)
{
    const unsigned thread = access.thread;
    const bool plain_store = access.plain_store;
    const accessed_place at = {access.at.name, access.at.shared};
    const shadow_value now = access.now;
    shadow_value fresh = now;
    value_list &list = all_lists[others.number()];
    while (list.locked.exchange(true, std::memory_order_acquire))
        std::this_thread::yield();
    bool same = c.others.load(std::memory_order_relaxed) == others;
    unsigned kept = 0;
    for (unsigned i = 0; i < list.count && same; ++i) {
        shadow_value w = list.of[i];
        if (is_over<shared>(w)) {
            if (!shared && several_streams_ && !is_live<shared>(w))
                conflicts_.check_stream(w, now, false, plain_store, at);
            continue;
        }
        if ((w.bytes() & now.bytes()) != 0 && !(adds_unseen(now, w) && are_strong(now, w))) {
            conflicts_.check_against(w, now, false, plain_store, thread, at);
            if (!plain_store) {
                if (replaces(w, now, thread))
                    continue;
                if (are_merged(w, now, list.count)) {
                    fresh = merged(w, fresh, thread, nullptr);
                    continue;
                }
            }
        }
        list.of[kept++] = w;
    }
    if (same && !plain_store) {
        if (kept < value_list::room)
            list.of[kept++] = fresh;
        else if (adds_unseen(now, list.of[kept - 1])) // the first blocks, and the last one, stand for all
            list.of[kept - 1] = fresh;
        else
            c.others.store(fresh.with_reach(shared || alone_ ? reach::block : reach::grid)); // of all
    }
    if (same)
        list.count = kept;
    if (shared && same && kept <= !plain_store) { // the others are over
        c.others.store(plain_store ? shadow_value() : fresh, std::memory_order_relaxed);
        free_lists_.push_back(others.number());
    }
    list.locked.store(false, std::memory_order_release);
    return same;
}

// Each byte gets what the list has of it.
void shadow::take_over_list(byte_cells &b, const value_list &list)
{
    for (unsigned byte = 0; byte < 4; ++byte) {
        value_list all = {};
        for (unsigned i = 0; i < list.count; ++i)
            if (list.of[i].bytes() >> byte & 1)
                all.of[all.count++] = list.of[i].with_bytes(1u << byte);
        uint32_t number = all.count > 1 ? all_lists.make(1) : all_lists.none;
        if (number != all_lists.none) {
            all_lists[number].count = all.count;
            std::copy_n(all.of, all.count, all_lists[number].of);
            b.of[byte].others.store(shadow_value::link_to(number), std::memory_order_relaxed);
        } else if (all.count > 0) {
            b.of[byte].others.store(all.of[all.count - 1], std::memory_order_relaxed);
        }
    }
}

// Whether both are atomic operations, of two blocks, and the result of the later one is unused: in another order of
// the blocks it would be the earlier one. So what is ordered after it is not ordered after the other block's. A launch
// without a fence comes here by a list of an earlier launch; else see adds_in_grid().
bool shadow::adds_unseen(shadow_value now, shadow_value there) const
{
    return joins_atomics_ && is_atomic(now) && is_atomic(there) && there.reach() != reach::grid &&
           segment_of(there).block != clocks_.time().block() && !used_instructions.has(now.instruction());
}

// Whether a shadow value can be dropped once `now` is in the list: every conflict with it is one with `now` too.
bool shadow::replaces(shadow_value there, shadow_value now, unsigned thread) const
{
    if (there.bytes() != now.bytes() || adds_unseen(now, there))
        return false;
    if (follows(now, there) && !join(now, there))
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
