// SPDX-License-Identifier: MIT
#include "shared_memory.h"

#include <algorithm>
#include <cstring>

#include "../memory/block_memory.h"

namespace cpu_device
{
namespace
{
constexpr size_t max_heard = 32;   // flags that a thread has seen since it fenced, one by one
constexpr unsigned max_slots = 16; // nodes of a cell; accesses by further instructions are not kept
} // namespace

void shared_memory_check::prepare(unsigned threads, size_t size)
{
    threads_ = threads;
    if (cells_.size() < size / 4 + 1)
        cells_.resize(size / 4 + 1);
    if (clock_.size() < threads) {
        clock_.resize(threads);
        dirty_.resize(threads);
        set_.resize(threads);
        fenced_.resize(threads);
        in_warp_.resize(threads);
        known_.resize(threads);
        heard_.resize(threads);
        heard_before_.resize(threads);
        news_.resize(threads);
        told_.resize(threads);
    }
    warp_syncs_ = fences_ = true; // clear everything
}

void shared_memory_check::begin_block()
{
    ++block_;
    ++epoch_;
    plain_ = true;
    nodes_.resize(1); // 0 is none
    std::fill(set_.begin(), set_.begin() + threads_, nullptr);
    uninitialized_.clear();
    pending_.address = nullptr;
    if (warp_syncs_) {
        std::fill(clock_.begin(), clock_.begin() + threads_, 1);
        for (unsigned t = 0; t < threads_; ++t)
            in_warp_[t].fill(0);
    }
    warp_syncs_ = false;
    forget_flags();
}

// Where a new epoch begins, what is known of older ones is of no use.
void shared_memory_check::forget_flags()
{
    if (!fences_)
        return;
    std::fill(fenced_.begin(), fenced_.begin() + threads_, 0);
    std::fill(told_.begin(), told_.begin() + threads_, std::pair<uint64_t, uint32_t>());
    for (unsigned t = 0; t < threads_; ++t) {
        known_[t].clear();
        heard_[t].clear();
        heard_before_[t].clear();
    }
    flags_.clear();
    fences_ = false;
}

// --- what orders ---

void shared_memory_check::barrier()
{
    finish_pending();
    report_uninitialized();
    ++epoch_;
    plain_ = true;
    nodes_.resize(1);
    std::fill(set_.begin(), set_.begin() + threads_, nullptr);
    forget_flags();
}

void shared_memory_check::warp_sync(unsigned warp, unsigned lanes)
{
    finish_pending();
    plain_ = false;
    warp_syncs_ = true;
    unsigned first = warp * warp_size;
    std::array<uint32_t, 32> all = {};
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        for (unsigned i = 0; i < warp_size; ++i)
            all[i] = std::max(all[i], in_warp_[first + lane][i]);
        all[lane] = std::max(all[lane], clock_[first + lane]);
    }
    std::vector<uint32_t> far;
    if (fences_)
        for (unsigned rest = lanes; rest; rest &= rest - 1)
            learn(far, known_[first + (unsigned)__builtin_ctz(rest)]);
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        unsigned thread = first + (unsigned)__builtin_ctz(rest);
        in_warp_[thread] = all;
        if (!far.empty())
            known_[thread] = far;
        ++clock_[thread];
        ++news_[thread];
        dirty_[thread] = 0;
        set_[thread] = nullptr;
    }
}

void shared_memory_check::fence(unsigned thread)
{
    finish_pending();
    plain_ = false;
    fences_ = warp_syncs_ = true;
    for (const seen &one : heard_[thread])
        learn(known_[thread], one.knows);
    learn(known_[thread], heard_before_[thread]);
    heard_[thread].clear();
    heard_before_[thread].clear();
    fenced_[thread] = clock_[thread]++;
    ++news_[thread];
    dirty_[thread] = 0;
    set_[thread] = nullptr;
}

void shared_memory_check::learn(std::vector<uint32_t> &what, const std::vector<uint32_t> &more)
{
    if (what.size() < more.size())
        what.resize(more.size());
    for (size_t i = 0; i < more.size(); ++i)
        what[i] = std::max(what[i], more[i]);
}

void shared_memory_check::learn(std::vector<uint32_t> &what, const knowledge &more)
{
    if (what.size() <= more->back().thread)
        what.resize(more->back().thread + 1);
    for (const one_thread &one : *more)
        what[one.thread] = std::max(what[one.thread], one.clock);
}

shared_memory_check::knowledge shared_memory_check::known_to(unsigned thread, uint32_t fenced) const
{
    auto all = std::make_shared<std::vector<one_thread>>();
    const std::vector<uint32_t> &far = known_[thread];
    unsigned first = thread / warp_size * warp_size, last = std::min(first + warp_size, threads_);
    auto add = [&](unsigned begin, unsigned end) {
        for (unsigned t = begin; t < std::min((size_t)end, far.size()); ++t)
            if (far[t] > 0)
                all->push_back({t, far[t]});
    };
    add(0, first);
    for (unsigned t = first; t < last; ++t) {
        uint32_t clock = std::max(in_warp_[thread][t - first], t < far.size() ? far[t] : 0);
        if (t == thread)
            clock = fenced;
        if (clock > 0)
            all->push_back({t, clock});
    }
    add(last, threads_);
    return all;
}

// A flag that is set hands on what its writer knew. Many threads may spin on one: who has seen it, or told it what it
// knows, does nothing more.
void shared_memory_check::see_flag(unsigned thread, access kind, const void *address)
{
    if (!fences_ || kind == access::read || kind == access::write)
        return;
    auto found = flags_.find(address);
    if ((!writes(kind) || is_update(kind)) && found != flags_.end()) {
        const flag &f = found->second;
        std::vector<seen> &heard = heard_[thread];
        auto same = std::find_if(heard.begin(), heard.end(), [&](const seen &s) { return s.begun == f.begun; });
        if (same != heard.end()) {
            same->knows = f.knows; // it has only become more
        } else {
            if (heard.size() == max_heard) {
                for (const seen &one : heard)
                    learn(heard_before_[thread], one.knows);
                heard.clear();
            }
            heard.push_back({f.begun, f.knows});
        }
    }
    if (!writes(kind) || fenced_[thread] == 0)
        return;
    if (found == flags_.end() || !is_update(kind)) {
        flag &f = flags_[address];
        f = {known_to(thread, fenced_[thread]), ++flags_begun_};
        told_[thread] = {f.begun, news_[thread]};
        return;
    }
    flag &f = found->second; // what others left there stays
    if (told_[thread] == std::make_pair(f.begun, news_[thread]))
        return;
    told_[thread] = {f.begun, news_[thread]};
    knowledge mine = known_to(thread, fenced_[thread]);
    auto both = std::make_shared<std::vector<one_thread>>();
    both->reserve(f.knows->size() + mine->size());
    auto a = f.knows->begin(), a_end = f.knows->end(), b = mine->begin(), b_end = mine->end();
    while (a != a_end || b != b_end) {
        if (b == b_end || (a != a_end && a->thread < b->thread)) {
            both->push_back(*a++);
        } else if (a == a_end || b->thread < a->thread) {
            both->push_back(*b++);
        } else {
            both->push_back({a->thread, std::max(a->clock, b->clock)});
            ++a, ++b;
        }
    }
    f.knows = both;
}

// A volatile write sets a flag if what the thread wrote before is fenced off.
access shared_memory_check::flag_or_not(unsigned thread, access kind, const void *address)
{
    if (kind != access::volatile_write || dirty_[thread] == epoch_ || set_[thread] == address)
        return kind;
    set_[thread] = static_cast<const char *>(address);
    return access::flag_write;
}

access shared_memory_check::touch_flag(unsigned thread, access kind, const void *address)
{
    kind = flag_or_not(thread, kind, address);
    see_flag(thread, kind, address);
    if (kind == access::write || kind == access::volatile_write)
        dirty_[thread] = epoch_;
    return kind;
}

bool shared_memory_check::ordered(const one_thread &earlier, unsigned thread) const
{
    if (earlier.thread == thread)
        return true;
    if (plain_)
        return false;
    if (earlier.thread / warp_size == thread / warp_size &&
        in_warp_[thread][earlier.thread % warp_size] >= earlier.clock)
        return true;
    const std::vector<uint32_t> &known = known_[thread];
    return earlier.thread < known.size() && known[earlier.thread] >= earlier.clock;
}

// --- accesses ---

uint32_t shared_memory_check::node_for(cell &c, uint32_t cell_number, access kind, uint8_t bytes, const void *pc)
{
    uint8_t slots = 0;
    for (uint32_t i = c.first; i != 0; i = nodes_[i].next, ++slots)
        if (nodes_[i].pc == pc && nodes_[i].kind == kind && nodes_[i].bytes == bytes)
            return i;
    if (slots == max_slots)
        return 0;
    nodes_.push_back({pc, c.first, cell_number, kind, bytes, slots, 0, {}, {}, {}, none});
    return c.first = (uint32_t)nodes_.size() - 1;
}

void shared_memory_check::remember(node &n, unsigned thread)
{
    one_thread now = {thread, clock_[thread]};
    one_thread old = n.smallest[0];
    if (thread <= old.thread) {
        n.smallest[0] = now;
        if (old.thread != thread && old.thread != none) {
            n.smallest[1] = old;
            if (old.thread / warp_size != thread / warp_size && old.thread < n.elsewhere.thread)
                n.elsewhere = old;
        }
    } else {
        if (thread <= n.smallest[1].thread)
            n.smallest[1] = now;
        if (thread / warp_size != old.thread / warp_size && thread <= n.elsewhere.thread)
            n.elsewhere = now;
    }
    if (plain_)
        return;
    // Of the latest warp, what is ordered before this access need not be kept.
    if (n.latest[0].thread != none &&
        (n.latest[0].thread / warp_size != thread / warp_size || ordered(n.latest[0], thread)))
        n.latest[0] = n.latest[1] = {};
    if (thread <= n.latest[0].thread) {
        if (n.latest[0].thread != thread)
            n.latest[1] = n.latest[0];
        n.latest[0] = now;
    } else if (thread <= n.latest[1].thread) {
        n.latest[1] = now;
    }
}

// Notes down a race between what a node holds and an access, if there is one.
void shared_memory_check::race(node &other, node &mine, unsigned thread)
{
    unsigned with = none;
    bool across_warps = false;
    auto ask = [&](const one_thread &t) {
        if (t.thread == none || ordered(t, thread))
            return;
        with = std::min(with, t.thread);
        across_warps |= t.thread / warp_size != thread / warp_size;
    };
    ask(other.smallest[0]);
    ask(other.smallest[1]);
    ask(other.elsewhere);
    if (!plain_) {
        ask(other.latest[0]);
        ask(other.latest[1]);
    }
    if (with == none)
        return;
    bool counted = other.counted >> mine.slot & 1;
    other.counted |= (uint16_t)(1u << mine.slot);
    mine.counted |= (uint16_t)(1u << other.slot);
    // by instruction, so that it does not matter who came first
    bool turn =
        other.pc > mine.pc ||
        (other.pc == mine.pc && (writes(other.kind) < writes(mine.kind) || (other.kind == mine.kind && with > thread)));
    finding f = {finding::kind::race,
                 {other.pc, mine.pc},
                 {writes(other.kind), writes(mine.kind)},
                 {is_atomic(other.kind), is_atomic(mine.kind)},
                 {is_volatile(other.kind), is_volatile(mine.kind)},
                 {with, thread},
                 {},
                 mine.cell * 4ull + (unsigned)__builtin_ctz(mine.bytes & other.bytes),
                 !counted,
                 across_warps};
    if (turn) {
        std::swap(f.pc[0], f.pc[1]);
        std::swap(f.writes[0], f.writes[1]);
        std::swap(f.atomic[0], f.atomic[1]);
        std::swap(f.is_volatile[0], f.is_volatile[1]);
        std::swap(f.thread[0], f.thread[1]);
    }
    merge(found_, f);
}

// A write is over when its thread comes to the next access or waits. If it changed nothing, it raced with no other
// write.
void shared_memory_check::finish_pending()
{
    if (pending_.address == nullptr)
        return;
    if (memcmp(pending_.address, pending_.old, pending_.size) != 0)
        for (auto [other, mine] : pending_.races)
            race(nodes_[other], nodes_[mine], pending_.thread);
    pending_.address = nullptr;
    pending_.races.clear();
}

void shared_memory_check::touch(unsigned thread, access kind, const char *address, size_t offset, size_t size,
                                const void *pc)
{
    finish_pending();
    kind = flag_or_not(thread, kind, address);
    see_flag(thread, kind, address);
    if (kind == access::write || kind == access::volatile_write)
        dirty_[thread] = epoch_;

    bool needs = needs_value(kind), seen = false;
    uint32_t first_mine = 0;
    for (size_t end = offset + size; offset < end;) {
        size_t in_cell = std::min(4 - offset % 4, end - offset);
        uint8_t bytes = (uint8_t)(((1u << in_cell) - 1) << offset % 4);
        uint32_t number = (uint32_t)(offset / 4);
        offset += in_cell;
        cell &c = cells_[number];
        if (c.epoch != epoch_) {
            if (c.block != block_)
                c.written = 0;
            c.epoch = epoch_;
            c.block = block_;
            c.first = 0;
        }
        seen |= (c.written & bytes) != 0;
        if (writes(kind))
            c.written |= bytes;
        uint32_t mine = node_for(c, number, kind, bytes, pc);
        if (mine == 0)
            continue;
        for (uint32_t i = c.first; i != 0; i = nodes_[i].next) {
            node &other = nodes_[i];
            if (!(other.bytes & bytes) || !conflict(other.kind, kind))
                continue;
            if (writes(other.kind) && writes(kind) && size <= sizeof pending_.old && !is_atomic(kind)) {
                if (other.smallest[0].thread != thread || other.smallest[1].thread != none)
                    pending_.races.push_back({i, mine});
            } else {
                race(other, nodes_[mine], thread);
            }
        }
        remember(nodes_[mine], thread);
        first_mine = first_mine ? first_mine : mine;
    }
    // A part that was not written may be padding. What differs from how the block got it was written by code that has
    // no calls of the checks: a library's, or that which puts a struct where a function is to return it.
    auto poisoned = [](char byte) { return (unsigned char)byte == poison; };
    if (needs && !seen && first_mine != 0 && std::all_of(address, address + size, poisoned)) {
        node &n = nodes_[first_mine];
        if (n.uninitialized_for == none)
            uninitialized_.push_back(first_mine);
        n.uninitialized_for = std::min(n.uninitialized_for, thread);
    }
    if (!pending_.races.empty()) {
        pending_.address = address;
        pending_.size = size;
        pending_.thread = thread;
        memcpy(pending_.old, address, size);
    }
}

// At the end of an epoch: what was read before anything was written. If another thread did write in this epoch, the two
// raced, which has been found.
void shared_memory_check::report_uninitialized()
{
    for (uint32_t number : uninitialized_) {
        const node &n = nodes_[number];
        bool raced = false;
        for (uint32_t i = cells_[n.cell].first; i != 0; i = nodes_[i].next) {
            const node &other = nodes_[i];
            raced |= writes(other.kind) && conflict(other.kind, n.kind) && (other.bytes & n.bytes) &&
                     (other.smallest[0].thread != n.uninitialized_for || other.smallest[1].thread != none);
        }
        if (!raced)
            merge(found_, {finding::kind::uninitialized_shared,
                           {n.pc, nullptr},
                           {},
                           {},
                           {},
                           {n.uninitialized_for, 0},
                           {},
                           n.cell * 4ull + (unsigned)__builtin_ctz(n.bytes),
                           1,
                           false});
    }
    uninitialized_.clear();
}

void shared_memory_check::end_block(uint64_t block, bool broken, launch_findings &findings)
{
    finish_pending();
    if (!broken) // else what was to be written may have been about to
        report_uninitialized();
    for (finding &f : found_) {
        f.block[0] = block;
        findings.add(f);
    }
    found_.clear();
}
} // namespace cpu_device
