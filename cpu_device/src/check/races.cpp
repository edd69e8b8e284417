// SPDX-License-Identifier: MIT
#include "races.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "../memory/block_memory.h"
#include "../settings.h"

namespace cpu_device
{
namespace
{
std::atomic<unsigned> checks_made{0};

// A bit for each instruction: whether it is a volatile store or load.
std::atomic<uint64_t> volatile_lines[(1 << 19) / 64];

bool is_volatile_line(uint32_t line)
{
    return volatile_lines[line / 64].load(std::memory_order_relaxed) >> line % 64 & 1;
}

bool stores(cell_access d)
{
    return d != cell_access::none && d != cell_access::read && d != cell_access::strong_read;
}

// Within a block these race with each other, between blocks they do not.
bool is_volatile(cell_access d)
{
    return d == cell_access::strong_read || d == cell_access::volatile_store;
}

// Whether an atomic operation takes the place of an access in a cell: it has read the value stored there, so a thread
// that is ordered after it is ordered after both ("observation order").
bool follows(word now, word there)
{
    return now.access() >= cell_access::strong && now.access() != cell_access::all && !is_volatile_line(now.line()) &&
           there.access() != cell_access::read && there.access() != cell_access::all;
}

// Of two unordered accesses by different threads, the one that conflicts with more.
cell_access stronger(cell_access a, cell_access b)
{
    if (stores(a) && stores(b))
        return a == cell_access::volatile_store ? a : std::max(a, b);
    return stores(a) ? a : stores(b) ? b : std::min(a, b);
}
} // namespace

race_check::store_under_way race_check::storing[most_cores];

race_check::race_check()
    : core_(checks_made++ % most_cores), latest_(new latest[max_threads]), guess_(new guesses[max_threads])
{
}

void race_check::prepare(launch_record &launch, size_t shared_size)
{
    begin_launch(launch);
    launch_ = &launch;
    const dim3 &g = launch.name.grid;
    alone_ = (uint64_t)g.x * g.y * g.z == 1;
    guesses_ = program_compares_and_swaps();
    displaced_reads_.forget();
    stripes_.prepare(launch);
    const bool anew = forgotten_ != times_forgotten; // words of older launches would look like later ones
    forgotten_ = times_forgotten;
    clocks_.prepare(launch, anew);
    if (anew) {
        spare_byte_cells_.give_up();
        shared_.reset();
        std::fill_n(latest_.get(), max_threads, latest());
    }
    several_streams_ = several_streams;
    recorded_how_ = (clocks_.by_lanes() ? word::by_lanes : 0) | (several_streams_ ? word::by_launches : 0);
    exchanges_left_ = most_exchanges;
    wait_left_ = most_wait;
    if (shared_ == nullptr || shared_size_ < shared_size) {
        size_t count = (shared_size + 3) / 4 + 8;
        shared_.reset(new cell[count]());
        written_.reset(new uint8_t[count / 2 + 1]);
        shared_size_ = shared_size;
    }
    shared_used_ = shared_size;
}

void race_check::block_begins(uint64_t block)
{
    polls_.clear();
    if (volatiles_)
        std::fill_n(latest_.get(), max_threads, latest());
    volatiles_ = false;
    memset(written_.get(), 0, shared_used_ / 8 + 1);
    clocks_.block_begins((uint32_t)block);
}

std::vector<finding> race_check::block_ends(bool broken)
{
    finish_pending();
    storing[core_].what.store(0, std::memory_order_release);
    if (!broken) // else the missing stores may have been still to come
        report_uninitialized();
    uninitialized_.clear();
    exchanged_.clear();
    return std::exchange(found_, {});
}

// --- what orders ---

void race_check::barrier()
{
    finish_pending();
    report_uninitialized();
    clocks_.barrier();
}

void race_check::grid_barrier(uint32_t first_segment)
{
    storing[core_].what.store(0, std::memory_order_release);
    clocks_.grid_barrier(first_segment);
}

void race_check::warp_sync(unsigned warp, unsigned lanes)
{
    finish_pending();
    clocks_.warp_sync(warp, lanes);
    for (unsigned rest = volatiles_ ? lanes : 0; rest; rest &= rest - 1)
        latest_[warp * warp_size + (unsigned)__builtin_ctz(rest)].flag = nullptr;
}

void race_check::fence(unsigned thread, bool of_device, fence_order order)
{
    finish_pending();
    if (order != fence_order::acquire) {
        latest_[thread].released = clocks_.has_stored(thread) ? clocks_.epoch_number() : 0;
        latest_[thread].flag = nullptr;
    }
    clocks_.fence(thread, of_device, order);
}

void race_check::atomic_begins(const void *address)
{
    finish_pending();
    clocks_.atomic_begins(address);
}

void race_check::compare_exchange(unsigned thread, const char *address)
{
    guesses &g = guess_[thread];
    g.swapped = false;
    for (const auto &load : g.loads)
        if (load.address == address) {
            g.swapped = true;
            launch_->findings.let_guess_pass(line_pc(load.line));
        }
}

// --- conflicts ---

// Whether two accesses of the same bytes by different threads conflict. The last two arguments: whether they are plain
// stores.
bool race_check::conflict(word there, word now, bool there_stores, bool now_stores) const
{
    if (there_stores || now_stores)
        return true;
    cell_access a = there.access(), b = now.access();
    if (a > b)
        std::swap(a, b);
    bool same_block = there.reach() != reach::grid && segment_of(there).block == clocks_.block();
    switch (a) {
    case cell_access::none: return false;
    case cell_access::read: return b >= cell_access::volatile_store;
    case cell_access::strong_read:
        return (b == cell_access::volatile_store && same_block) || (b == cell_access::strong_block && !same_block);
    case cell_access::volatile_store:
        return b == cell_access::all || (b == cell_access::strong_block && !same_block) ||
               same_block; // else see check_unfenced_read()
    case cell_access::strong: return b == cell_access::all || (b == cell_access::strong_block && !same_block);
    case cell_access::strong_block: return b == cell_access::all || !same_block;
    case cell_access::all: return true;
    }
    return false;
}

void race_check::check_against(word there, word now, bool there_stores, bool now_stores, unsigned thread,
                               const place &at)
{
    if (!there_stores && !now_stores && stores(there.access()) && is_volatile_line(there.line())) {
        if (there.thread() == thread && segment_of(there).block == clocks_.block()) {
            // the other threads that it stands for have read what this thread has stored, and may read it again
            if (now.access() == cell_access::volatile_store && there.reach() != reach::one &&
                there.reach() != reach::grid)
                found(at.shared ? report_kind::race_on_shared : report_kind::race_in_block,
                      there.with_access(cell_access::strong_read), now, false, false, at);
            return;
        }
        if (now.access() == cell_access::strong_read)
            check_unfenced_read(there, now, thread, at);
    }
    if (!conflict(there, now, there_stores, now_stores))
        return;
    if (clocks_.is_ordered(there, thread, at.in))
        return;
    const segment &s = segment_of(there);
    auto what = at.shared                                                    ? report_kind::race_on_shared
                : s.block == clocks_.block() && there.reach() != reach::grid ? report_kind::race_in_block
                                                                             : report_kind::race_between_blocks;
    bool there_writes = there_stores || stores(there.access());
    bool now_writes = now_stores || now.access() == cell_access::volatile_store || now.access() == cell_access::strong;
    if (there_writes && now_writes && pending_.address != nullptr)
        pending_.races.push_back({what, there, now, there_stores, now_stores, at});
    else
        found(what, there, now, there_stores, now_stores, at);
}

vector_clock race_check::clock_at_launch(unsigned thread)
{
    finish_pending();
    return clocks_.clock_at_launch(thread);
}

namespace
{
} // namespace

// For two launches that descend from one launch by the host: whether the accesses of the other's word happen before
// this launch, which runs later. A child is ordered after what its parent's thread was ordered after at the launch.
bool race_check::comes_before_this(const launch_place &other, word there) const
{
    for (const child_of *mine = launch_->child.get(); mine != nullptr; mine = mine->of.get())
        if (mine->parent == other.number)
            return mine->tail || happened_before_launch(mine->clock, there);
    // The two descend from different children of one kernel.
    for (const child_of *its = other.child.get(); its != nullptr; its = its->of.get())
        for (const child_of *mine = launch_->child.get(); mine != nullptr; mine = mine->of.get())
            if (its->parent == mine->parent && its != mine)
                return (mine->tail && !its->tail) ||
                       (its->stream == mine->stream && !mine->own_stream && its->sequence < mine->sequence);
    return true;
}

// Whether the earlier read is by a related launch that is not ordered before this one. Then a later store of this
// launch races with it, so its word is kept.
bool race_check::is_unordered_read(word there, word now) const
{
    if (launch_->child == nullptr || !there.is_since(clocks_.first_of_launch()) || there.is_link() ||
        there.access() != cell_access::read || now.access() != cell_access::read)
        return false;
    const launch_place other = place_of_launch(segment_of(there).launch);
    return other.number != 0 && other.work == launch_->work && other.stream == launch_->stream &&
           !comes_before_this(other, there);
}

// A word of another launch: whether the two launches are unordered, as in two streams.
void race_check::check_stream(word there, word now, bool there_stores, bool now_stores, const place &at)
{
    if (!there.is_since(clocks_.first_of_launch()) || there.is_link())
        return;
    const bool there_writes = there_stores || stores(there.access()), now_writes = now_stores || stores(now.access());
    const bool there_plain = there_stores || there.access() == cell_access::read || there.access() == cell_access::all;
    const bool now_plain = now_stores || now.access() == cell_access::read;
    if (!(there_writes || now_writes) || !(there_plain || now_plain))
        return;
    const uint32_t number = segment_of(there).launch;
    if (number == launch_->number)
        return;
    const launch_place other = place_of_launch(number);
    if (other.number == 0)
        return;
    const bool family = other.work == launch_->work && other.stream == launch_->stream;
    if (family ? comes_before_this(other, there) : launch_->comes_after.includes(other.stream, other.work))
        return;
    launch_->findings.add({{number, launch_->number},
                           {other.name, launch_->name},
                           {line_pc(there.line()), line_pc(now.line())},
                           {there_writes, now_writes},
                           at.name,
                           family});
}

// A volatile load reads what another thread has stored. That is no race. But if the reader has already read something
// that the writer stored later, it relies on the order of the two stores, which only a fence keeps. Loads that read
// such places in any case are polls, and are not reported.
void race_check::check_unfenced_read(word there, word now, unsigned thread, const place &at)
{
    if (at.shared || clocks_.is_ordered(there, thread, at.in))
        return;
    if (clocks_.has_seen_later_store(there, thread))
        found(report_kind::volatile_without_fence, there, now, false, false, at);
    else
        note_poll(now.line());
}

void race_check::note_volatile(uint32_t line)
{
    launch_->sync_places.volatiles.becomes_true();
    if (!is_volatile_line(line))
        volatile_lines[line / 64].fetch_or(1ull << line % 64, std::memory_order_relaxed);
}

void race_check::note_poll(uint32_t line)
{
    if (std::find(polls_.begin(), polls_.end(), line) == polls_.end()) {
        polls_.push_back(line);
        launch_->findings.add_poll(line_pc(line));
    }
}

void race_check::found(report_kind what, word there, word now, bool there_stores, bool now_stores, const place &at)
{
    finding f = {};
    f.what = what;
    const word words[2] = {there, now};
    const bool plain[2] = {there_stores, now_stores};
    for (int i = 0; i < 2; ++i) {
        cell_access d = words[i].access(), other = words[1 - i].access();
        // of an access that reads and stores, the part that conflicts
        bool reads = d == cell_access::all && !plain[1 - i] && stores(other) && other != cell_access::all;
        const segment &s = segment_of(words[i]);
        f.pc[i] = line_pc(words[i].line());
        f.is_volatile[i] = !plain[i] && !reads && is_volatile_line(words[i].line());
        f.writes[i] = plain[i] || (stores(d) && !reads);
        f.atomic[i] = f.writes[i] && !plain[i] && !f.is_volatile[i];
        f.of_block[i] = d == cell_access::strong_block && !plain[i];
        f.thread[i] = words[i].thread();
        f.block[i] = s.block;
    }
    f.across_warps =
        f.block[0] != f.block[1] || f.thread[0] / warp_size != f.thread[1] / warp_size || there.reach() >= reach::block;
    // The word stands for several threads, and the one it names is not in the race: it is this thread, is ordered
    // before it, or is in this block where the race is between blocks. Then the report says "some other".
    const bool of_grid = there.reach() == reach::grid, same_block = f.block[0] == f.block[1];
    if (what != report_kind::stale_texture &&
        ((same_block && (of_grid || f.thread[0] == f.thread[1])) ||
         (there.reach() != reach::one && clocks_.is_ordered(there.with_reach(reach::one), now.thread())))) {
        if (of_grid)
            f.block[0] = finding::some_other;
        f.thread[0] = finding::some_other;
    }
    f.sort();
    f.address = at.name;
    f.add_place(at.shared ? (uint64_t)clocks_.block() << 32 | at.name / 4 : at.name / 4);
    add(f);
}

// To what the block's end adds; the first of each kind at once, since the block may never end.
void race_check::add(const finding &f)
{
    if (merge(found_, f))
        launch_->findings.add(f);
}

// --- stores: whether they change the value ---

// The cell has recorded another core's store that may still be under way. This waits until its value is in memory.
void race_check::wait_for_store(const place &at)
{
    auto stores_there = [&](unsigned core) {
        uint64_t what = storing[core].what.load(std::memory_order_acquire);
        return at.name / 4 * 4 + 4 > what >> 16 && at.name < (what >> 16) + (what & 0xffff);
    };
    using clock = std::chrono::steady_clock;
    for (unsigned i = 0; i < std::min(checks_made.load(), most_cores); ++i) {
        for (unsigned tries = 0; i != core_ && tries < 10000 && stores_there(i); ++tries) {
        }
        if (i == core_ || !stores_there(i))
            continue;
        // That core has no processor now, or has stored long ago and does something else.
        const auto begin = clock::now();
        while (stores_there(i) && clock::now() - begin < wait_left_)
            std::this_thread::yield();
        wait_left_ -= std::min<clock::duration>(clock::now() - begin, wait_left_);
    }
}

void race_check::remember_old(const char *address, size_t size)
{
    if (size > sizeof pending_.old)
        return;
    pending_.address = address;
    pending_.size = size;
    memcpy(pending_.old, address, size);
}

// The last store is done. It raced with other stores if it changed the value.
void race_check::finish_store()
{
    if (!pending_.races.empty() && (setting.same_value || memcmp(pending_.address, pending_.old, pending_.size) != 0))
        for (const auto &r : pending_.races)
            found(r.what, r.there, r.now, r.there_stores, r.now_stores, r.at);
    pending_.address = nullptr;
    pending_.races.clear();
}

// --- cells ---

template <bool shared> bool race_check::is_live(word w) const
{
    if (shared)
        return w.is_since(clocks_.first_of_block()) && !w.is_link();
    return w.is_since(clocks_.first_of_grid()) && !w.is_link() && segment_of(w).launch == launch_->number;
}

// One word for what a word stands for and the access now, which is no plain store.
word race_check::merged(word there, word now, unsigned thread, const cell *c)
{
    const segment &s = segment_of(there);
    reach far = there.reach();
    bool here = s.block == clocks_.block() && far != reach::grid;
    if (far == reach::one && here && there.thread() == thread && there.same_segment(now)) {
        cell_access a = there.access(), b = now.access();
        bool guessed = a == cell_access::read && guess_[thread].swapped;
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
template <bool shared> bool race_check::expand(cell &c, word store, word others)
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

template <bool shared> void race_check::touch_cell(unsigned thread, cell &c, word now, bool plain_store, place at)
{
    at.in = &c;
    for (;;) {
        word store = c.store.load(std::memory_order_acquire), others = c.others.load(std::memory_order_acquire);
        if (store.is_link()) {
            byte_cells &b = all_byte_cells[store.number()];
            for (unsigned i = 0; i < 4; ++i)
                if (now.bytes() >> i & 1) {
                    place one = at;
                    one.name = (at.name & ~3ull) + i;
                    touch_cell<shared>(thread, b.of[i], now.with_bytes(1u << i), plain_store, one);
                }
            return;
        }
        bool store_lives = is_live<shared>(store), others_live = is_live<shared>(others);
        if (!shared && several_streams_) {
            if (!store_lives)
                check_stream(store, now, true, plain_store, at);
            if (!others_live)
                check_stream(others, now, false, plain_store, at);
            if (plain_store || stores(now.access()))
                check_stream(displaced_reads_.of(&c), now, false, plain_store, at);
        }
        auto by_bytes = [&](word w) {
            return w.bytes() != now.bytes() && (w.reach() != reach::one || !w.same_moment(now));
        };
        if ((store_lives && by_bytes(store)) || (others_live && by_bytes(others))) {
            if (expand<shared>(c, store, others))
                continue;
            return; // there is no memory for that: the access is not checked
        }
        if (plain_store && store_lives && !shared && !alone_ && segment_of(store).block != clocks_.block() &&
            !clocks_.is_ordered(store, thread)) {
            wait_for_store(at);
            if (pending_.address != nullptr)
                memcpy(pending_.old, pending_.address, pending_.size);
        }
        if (store_lives)
            check_against(store, now, true, plain_store, thread, at);
        if (!shared && others.is_link()) {
            if (!touch_list(thread, c, others, now, plain_store, at))
                continue;
            if (!plain_store)
                return;
        } else if (others_live) {
            check_against(others, now, false, plain_store, thread, at);
            if (!shared && !plain_store && segment_of(others).block != clocks_.block() &&
                (launch_->sync_places.fenced || is_volatile(others.access()) || is_volatile(now.access())) &&
                !replaces(others, now, thread)) {
                make_list(c, others);
                continue;
            }
            if (!shared && !plain_store && needs_both(others, now, thread)) {
                make_list(c, others);
                continue;
            }
        }
        if (plain_store) {
            word fresh = now;
            if (store_lives && store.same_but_for_line_and_bytes(now))
                fresh = fresh.and_bytes(store.bytes());
            if (!replace<shared>(c.store, store, fresh))
                continue;
            if (!shared && !alone_) { // another core may have read in between
                word since = c.others.load();
                if (since != others && is_live<shared>(since))
                    check_against(since, now, false, true, thread, at);
            }
        } else {
            if (!shared && several_streams_ && !others_live && is_unordered_read(others, now))
                return; // the earlier read stays in the cell
            if (!shared && several_streams_ && !others_live && others.is_since(clocks_.first_of_launch()) &&
                !others.is_link() && others.access() == cell_access::read && now.access() == cell_access::read)
                displaced_reads_.keep(&c, others);
            word fresh = others_live ? merged(others, now, thread, &c) : now;
            if (fresh == others)
                return;
            if (!replace<shared>(c.others, others, fresh))
                continue;
            if (!shared && !alone_) {
                word since = c.store.load();
                if (since.is_link())
                    continue;
                if (since != store && is_live<shared>(since))
                    check_against(since, now, true, false, thread, at);
            }
        }
        return;
    }
}

// Whether a word can be dropped once `now` is in the list: every conflict with it is one with `now` too.
bool race_check::replaces(word there, word now, unsigned thread) const
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
            now.access() == cell_access::all || guess_[thread].swapped) &&
           clocks_.is_ordered(there, thread);
}

// An atomic operation and a plain load, of one block and in order. Other blocks' atomic operations race with the load,
// and their loads with the atomic operation.
bool race_check::needs_both(word there, word now, unsigned thread) const
{
    const cell_access a = there.access(), b = now.access();
    return !alone_ &&
           ((a == cell_access::read && stores(b) && !guess_[thread].swapped) ||
            (b == cell_access::read && stores(a))) &&
           segment_of(there).block == clocks_.block() && there.reach() != reach::grid && !there.same_segment(now) &&
           !all_lists.nearly_full() && clocks_.is_ordered(there, thread);
}

// Where there are fences, one block's accesses may be ordered before some blocks and not before others; and volatile
// accesses race within a block only. So each block has a word of its own, as long as these are few.
void race_check::make_list(cell &c, word others)
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

bool race_check::touch_list(unsigned thread, cell &c, word others, word now, bool plain_store, const place &at)
{
    word_list &list = all_lists[others.number()];
    while (list.locked.exchange(true, std::memory_order_acquire))
        std::this_thread::yield();
    bool same = c.others.load(std::memory_order_relaxed) == others;
    unsigned kept = 0;
    for (unsigned i = 0; i < list.count && same; ++i) {
        word w = list.of[i];
        if (!is_live<false>(w)) {
            if (several_streams_)
                check_stream(w, now, false, plain_store, at);
            continue;
        }
        check_against(w, now, false, plain_store, thread, {at.name, at.shared});
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

template <bool shared>
void race_check::touch(unsigned thread, cell_access what, uint64_t name, size_t size, const void *pc, cell *cells)
{
    bool plain_store = what == cell_access::none;
    word base = clocks_.now(thread).accessed(line_codes_.of(pc), what);
    if (!base.has_segment())
        return; // a launch of more segments than there are numbers
    if (!shared && plain_store)
        about_to_store(name, size);
    for (uint64_t end = name + size; name < end; ++cells) {
        size_t in_cell = std::min<size_t>(4 - name % 4, end - name);
        const unsigned bytes = ((1u << in_cell) - 1) << name % 4;
        touch_cell<shared>(thread, *cells, base.with_bytes(bytes), plain_store, {name, shared});
        name += in_cell;
    }
}

// --- accesses ---

// How the cell records an access; none: a plain store.
cell_access race_check::cell_access_of(unsigned thread, access kind, bool of_block, const char *address)
{
    latest &l = latest_[thread];
    switch (kind) {
    case access::read: return cell_access::read;
    case access::write: clocks_.note_store(thread); return cell_access::none;
    case access::volatile_read: return cell_access::strong_read;
    case access::volatile_write:
        volatiles_ = true;
        // It sets a flag if a fence lies between what the thread stored before and this.
        if (clocks_.has_stored(thread) || l.flag == address) {
            clocks_.note_store(thread);
            return cell_access::volatile_store;
        }
        l.flag = address;
        return cell_access::strong;
    case access::atomic:
    case access::exchange:
    case access::atomic_write: break;
    }
    return of_block ? cell_access::strong_block : cell_access::strong;
}

// The word of the last strong store in a cell; empty: there was none.
word race_check::writer_in(const cell &c, uint64_t name) const
{
    word store = c.store.load(std::memory_order_acquire);
    if (store.is_link())
        return writer_in(all_byte_cells[store.number()].of[name % 4], name);
    word others = c.others.load(std::memory_order_relaxed);
    if (others.is_link()) {
        const word_list &list = all_lists[others.number()];
        for (unsigned i = list.count; i-- > 0;)
            if (stores(list.of[i].access()))
                return list.of[i];
        return word();
    }
    return stores(others.access()) ? others : word();
}

// A volatile load, then a volatile store to the same place: a store by another thread of the block in between is lost.
void race_check::look_for_lost_update(unsigned thread, access kind, const char *address, const cell &c, const place &at,
                                      const void *pc)
{
    latest &l = latest_[thread];
    if (kind == access::volatile_read) {
        volatiles_ = true;
        word writer = writer_in(c, at.name);
        bool own = writer.thread() == thread && segment_of(writer).block == clocks_.block();
        look *slot = std::find_if(l.looks, std::end(l.looks),
                                  [&](const look &k) { return k.address == address && k.line == line_codes_.of(pc); });
        if (slot == std::end(l.looks))
            slot = &l.looks[l.next_look++ % latest::most_looks];
        else if ((slot->epoch == clocks_.epoch_number() || slot->unset) && !own)
            note_poll(line_codes_.of(pc));
        *slot = {address, line_codes_.of(pc), clocks_.epoch_number(), !at.shared && writer.empty()};
        l.looked_at = address;
        l.version = writer;
        return;
    }
    if (kind == access::volatile_write && l.released == clocks_.epoch_number() && l.flag == nullptr &&
        !clocks_.has_stored(thread))
        note_poll(line_codes_.of(pc)); // it sets a flag; it stores no data
    if (l.looked_at != address)
        return;
    l.looked_at = nullptr;
    word writer = writer_in(c, at.name);
    const bool is_same = writer.same_instruction_and_moment(l.version);
    if (kind != access::volatile_write || is_same || !writer.is_since(clocks_.first_of_block()) ||
        segment_of(writer).block != clocks_.block() || writer.access() == cell_access::volatile_store ||
        writer.thread() == thread || clocks_.is_ordered(writer, thread))
        return;
    word now = clocks_.now(thread).accessed(line_codes_.of(pc), cell_access::strong);
    pending_.races.push_back({report_kind::lost_update, writer, now, false, false, at});
}

bool race_check::update_quickly(unsigned thread, size_t offset, size_t size, const void *pc)
{
    if (size != 4 || offset % 4 != 0 || launch_->sync_places.fenced || !were_written(offset, 15))
        return false;
    finish_pending();
    cell &c = shared_[offset / 4];
    word others = c.others.load(std::memory_order_relaxed),
         fresh = clocks_.now(thread).accessed(line_codes_.of(pc), cell_access::strong, 15);
    if (c.store.load(std::memory_order_relaxed).is_since(clocks_.first_of_epoch()) || !fresh.has_segment() ||
        (others.is_since(clocks_.first_of_epoch()) && !follows(fresh, others)))
        return false;
    c.others.store(fresh, std::memory_order_relaxed);
    return true;
}

void race_check::touch_shared(unsigned thread, access kind, const char *address, size_t offset, size_t size,
                              const void *pc)
{
    if (kind == access::atomic && update_quickly(thread, offset, size, pc))
        return;
    if (kind != access::read)
        finish_pending();
    if (is_volatile(kind))
        note_volatile(line_codes_.of(pc));
    if (writes(kind))
        remember_old(address, size);
    else if (kind == access::read)
        remember_guess(thread, address, line_codes_.of(pc));
    cell *cells = &shared_[offset / 4];
    if (is_volatile(kind))
        look_for_lost_update(thread, kind, address, *cells, {offset, true}, pc);
    cell_access what = cell_access_of(thread, kind, false, address);
    if (what == cell_access::strong_read || stores(what))
        clocks_.flag_in_shared(thread, address, !writes(kind) || is_update(kind), writes(kind));
    touch<true>(thread, what, offset, size, pc, cells);
    forget_unless_racing();

    bool initialized = false;
    for (size_t i = offset; i < offset + size; ++i) {
        initialized |= written_[i / 8] >> i % 8 & 1;
        if (writes(kind))
            written_[i / 8] |= (uint8_t)(1 << i % 8);
    }
    // If a part of what is read was written, the rest may be padding. Bytes other than the poison were written by code
    // that does not call the checks: a library, or the compiler's own copy of a returned struct.
    if (kind == access::exchange && !exchanged_.empty())
        exchanged_.erase(thread);
    if ((needs_value(kind) || kind == access::exchange) && !initialized &&
        std::all_of(address, address + size, [](char byte) { return (unsigned char)byte == poison; })) {
        one_read r = {offset, pc, thread, is_atomic(kind), false};
        for (word w : stores_of_others(r))
            r.of_copy |= clocks_.is_ordered(w, thread);
        if (kind == access::exchange)
            exchanged_[thread] = r;
        else
            uninitialized_.push_back(r);
    }
}

// What the thread's last exchange has found is used, so that was a read.
void race_check::uses_exchanged(unsigned thread, bool (*counts)(const void *pc))
{
    if (const auto found = exchanged_.find(thread); found != exchanged_.end()) {
        if (counts(found->second.pc))
            uninitialized_.push_back(found->second);
        exchanged_.erase(found);
    }
}

std::vector<word> race_check::stores_of_others(const one_read &r) const
{
    const cell *c = &shared_[r.offset / 4];
    word store = c->store.load(std::memory_order_relaxed);
    if (store.is_link())
        c = &all_byte_cells[store.number()].of[r.offset % 4];
    std::vector<word> all;
    for (word w : {c->store.load(std::memory_order_relaxed), writer_in(*c, r.offset)})
        if (is_live<true>(w) && segment_of(w).epoch == clocks_.epoch() && w.thread() != r.thread &&
            !(r.atomic && w.access() >= cell_access::strong && !is_volatile_line(w.line())))
            all.push_back(w);
    return all;
}

// At the end of an epoch: reads of uninitialized shared memory. If another thread wrote there in this epoch, the two
// raced, which is reported already.
void race_check::report_uninitialized()
{
    for (const one_read &r : uninitialized_) {
        if (!r.of_copy && !stores_of_others(r).empty())
            continue;
        finding f = {};
        f.what = report_kind::uninitialized_shared;
        f.pc[0] = r.pc;
        f.thread[0] = r.thread;
        f.block[0] = clocks_.block();
        f.address = r.offset;
        f.add_place((uint64_t)clocks_.block() << 32 | r.offset / 4);
        add(f);
    }
    uninitialized_.clear();
    exchanged_.clear();
}

void race_check::touch_global(unsigned thread, access kind, bool of_block, const char *address, size_t size,
                              const void *pc, cell *cells)
{
    if (kind != access::read)
        finish_pending();
    if (cells == nullptr)
        return;
    const char *looked_at = latest_[thread].looked_at;
    if (is_volatile(kind)) {
        note_volatile(line_codes_.of(pc));
        look_for_lost_update(thread, kind, address, *cells, {(uint64_t)address, false}, pc);
    } else if (kind == access::read) {
        remember_guess(thread, address, line_codes_.of(pc));
    }
    if (writes(kind) && !is_atomic(kind))
        remember_old(address, size);
    cell_access what = cell_access_of(thread, kind, of_block, address);
    if (what == cell_access::none || what == cell_access::volatile_store)
        clocks_.note_global_store(thread);
    if (kind == access::volatile_write)
        clocks_.volatile_store(thread, address);
    else if (kind == access::volatile_read)
        clocks_.volatile_load(thread, address, looked_at);
    touch<false>(thread, what, (uint64_t)address, size, pc, cells);
    forget_unless_racing();
}

// An unordered store is a race, which touch_global() has found.
void race_check::check_stale(unsigned thread, const char *address, size_t size, const void *pc, const cell *cells)
{
    const word base = clocks_.now(thread).accessed(line_codes_.of(pc), cell_access::read);
    if (cells == nullptr || !base.has_segment())
        return;
    for (uint64_t name = (uint64_t)address, end = name + size; name < end; ++name) {
        const cell *c = &cells[name / 4 - (uint64_t)address / 4];
        if (word store = c->store.load(std::memory_order_acquire); store.is_link())
            c = &all_byte_cells[store.number()].of[name % 4];
        const word plain = c->store.load(std::memory_order_relaxed), one_piece = writer_in(*c, name);
        for (word there : {plain, one_piece})
            if (is_live<false>(there) && (there.bytes() >> name % 4 & 1) && clocks_.is_ordered(there, thread))
                found(report_kind::stale_texture, there, base.with_bytes(1u << name % 4), there == plain, false,
                      {name, false});
    }
}
} // namespace cpu_device
