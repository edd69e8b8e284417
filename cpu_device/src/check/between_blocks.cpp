// SPDX-License-Identifier: MIT
#include "between_blocks.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ctime>
#include <pthread.h>
#include <sys/mman.h>
#include <thread>

#include "../memory/arena.h"

extern "C" char __executable_start; // the linker's

namespace cpu_device
{
namespace
{
constexpr size_t most_looked_at = 256; // volatile locations that a thread has read since it fenced

constexpr uint32_t storing = 1u << 31; // of a lock: its core is about to do a plain store, or has long done it
constexpr long long longest_store =
    1000000; // nanoseconds that its core runs until a store is done, with all page faults

// Guards the cells of a few addresses, and orders the atomic operations on them: the number of the core that holds it,
// with `storing` or without; 0: nobody.
std::atomic<uint32_t> locks[1024];

std::atomic<uint32_t> *lock_of(const void *address)
{
    return &locks[(uintptr_t)address / 64 % (sizeof locks / sizeof *locks)];
}

// By the number of the core: the clock of the time for which it has run.
clockid_t core_clocks[256];
std::atomic<uint32_t> cores{0};

long long time_run_by(uint32_t core)
{
    timespec t = {};
    clock_gettime(core_clocks[core], &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

std::atomic<uint32_t> launches{0};
} // namespace

static_assert(sizeof(global_cell) == 4 * cell_bytes_per_byte); // one for 4 bytes

global_cell *new_cells(size_t count)
{
    void *cells = mmap(nullptr, count * sizeof(global_cell), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); // only what is touched takes memory
    return cells == MAP_FAILED ? nullptr : static_cast<global_cell *>(cells);
}

// --- logs ---

uint32_t release_logs::find(const void *address, bool make)
{
    if (empty() && !make)
        return none;
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = at_.find(address);
    if (found != at_.end())
        return found->second;
    if (!make)
        return none;
    logs_.emplace_back();
    any_.store(true, std::memory_order_release);
    return at_[address] = (uint32_t)logs_.size() - 1;
}

void release_logs::append(uint32_t log, const release &what)
{
    std::lock_guard<std::mutex> lock(mutex_);
    one_log &l = logs_[log];
    uint32_t place = (uint32_t)l.all.size();
    l.by_block[what.block].push_back(place);
    if (what.others != nullptr)
        l.with_others.push_back(place);
    l.all.push_back(what);
}

uint32_t release_logs::length(uint32_t log)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return (uint32_t)logs_[log].all.size();
}

bool release_logs::holds(const known_logs &known, const kept_access &access)
{
    if (known.empty())
        return false;
    std::lock_guard<std::mutex> lock(mutex_);
    std::unordered_map<uint32_t, uint32_t> seen; // how far each log has been looked through
    known_logs rest = known;
    while (!rest.empty()) {
        known_log k = rest.back();
        rest.pop_back();
        uint32_t &done = seen[k.log];
        if (done >= k.length)
            continue;
        const one_log &l = logs_[k.log];
        auto of_block = l.by_block.find(access.block);
        if (of_block != l.by_block.end()) {
            for (uint32_t place : of_block->second) {
                if (place >= k.length)
                    break;
                const release &r = l.all[place];
                if (access.epoch < r.epochs)
                    return true;
                if (access.epoch != r.epoch || r.threads == nullptr)
                    continue;
                for (const auto &t : *r.threads)
                    if (t.thread == access.thread && access.clock <= t.clock)
                        return true;
            }
        }
        for (uint32_t place : l.with_others) {
            if (place >= k.length)
                break;
            if (place >= done)
                rest.insert(rest.end(), l.all[place].others->begin(), l.all[place].others->end());
        }
        done = k.length;
    }
    return false;
}

// --- what a block knows ---

between_blocks_check::between_blocks_check() : core_(++cores)
{
    pthread_getcpuclockid(pthread_self(), &core_clocks[core_ % (sizeof core_clocks / sizeof *core_clocks)]);
}

void between_blocks_check::prepare(launch_record &launch, const shared_memory_check &in_block)
{
    const dim3 &g = launch.name.grid;
    in_block_ = &in_block;
    launch_ = (uint64_t)g.x * g.y * g.z > 1 ? &launch : nullptr;
    if (threads_.size() < in_block.threads())
        threads_.resize(in_block.threads());
    if (launch.number == 0) {
        uint32_t fresh, old = 0;
        while ((fresh = ++launches) == 0)
            ;
        launch.number.compare_exchange_strong(old, fresh);
    }
    number_ = launch.number;
}

void between_blocks_check::begin_block(uint64_t block)
{
    block_ = (uint32_t)block;
    epoch_ = covered_ = 0;
    fenced_ = false;
    not_fenced_ = 0;
    for (unsigned t = 0; t < in_block_->threads(); ++t)
        threads_[t].fenced_in = threads_[t].wrote_in = threads_[t].told_in = never;
    for (unsigned t : listeners_) {
        threads_[t].knows.clear();
        threads_[t].heard.clear();
        threads_[t].looked_at.clear();
        threads_[t].listens = false;
    }
    listeners_.clear();
    known_.clear();
    known_epochs_.clear();
    pending_.address = nullptr;
    pending_.races.clear();
}

void between_blocks_check::learn(known_logs &what, const known_logs &more)
{
    for (const known_log &k : more) {
        auto same = std::find_if(what.begin(), what.end(), [&](const known_log &w) { return w.log == k.log; });
        if (same == what.end())
            what.push_back(k);
        else
            same->length = std::max(same->length, k.length);
    }
}

void between_blocks_check::listens(unsigned thread)
{
    if (!threads_[thread].listens)
        listeners_.push_back(thread);
    threads_[thread].listens = true;
}

void between_blocks_check::hear(one_thread &t)
{
    for (const void *address : t.looked_at) {
        uint32_t log = launch_->releases.find(address, false);
        if (log != release_logs::none)
            learn(t.heard, {{log, launch_->releases.length(log)}});
    }
    t.looked_at.clear();
}

void between_blocks_check::take_heard(one_thread &t)
{
    hear(t);
    learn(t.knows, t.heard);
    t.heard.clear();
}

void between_blocks_check::fence(unsigned thread, bool of_device)
{
    if (launch_ == nullptr)
        return;
    finish_pending();
    if (!of_device)
        return;
    one_thread &t = threads_[thread];
    take_heard(t);
    t.told_in = never;
    t.fenced_in = epoch_;
    t.fenced_at = in_block_->clock(thread) - 1; // which the fence has just ended
    if (t.wrote_in == epoch_)
        --not_fenced_;
    t.wrote_in = never;
    fenced_ = true;
}

void between_blocks_check::barrier()
{
    if (launch_ == nullptr)
        return;
    finish_pending();
    for (unsigned thread : listeners_) {
        take_heard(threads_[thread]);
        learn(known_, threads_[thread].knows);
        threads_[thread].knows.clear();
        threads_[thread].listens = false;
    }
    if (!listeners_.empty())
        known_epochs_.clear();
    listeners_.clear();
    // A fence covers what its thread had heard of, which is all before the last barrier.
    if (fenced_)
        covered_ = std::max(covered_, epoch_);
    if (covered_ == epoch_ && not_fenced_ == 0)
        covered_ = epoch_ + 1;
    ++epoch_;
    fenced_ = false;
    not_fenced_ = 0;
}

void between_blocks_check::warp_sync(unsigned warp, unsigned lanes)
{
    if (launch_ == nullptr || listeners_.empty())
        return;
    known_logs all;
    for (unsigned rest = lanes; rest; rest &= rest - 1)
        learn(all, threads_[warp * warp_size + (unsigned)__builtin_ctz(rest)].knows);
    if (all.empty())
        return;
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        unsigned thread = warp * warp_size + (unsigned)__builtin_ctz(rest);
        listens(thread);
        threads_[thread].knows = all;
        threads_[thread].told_in = never;
    }
}

// A write of the thread at `address` hands on what is behind its last fence.
void between_blocks_check::release(unsigned thread, const void *address)
{
    one_thread &t = threads_[thread];
    release_logs::release what = {block_, covered_, 0, nullptr, nullptr};
    if (t.fenced_in != never && t.fenced_in >= covered_) {
        what.epochs = what.epoch = t.fenced_in;
        what.threads = t.fenced_in == epoch_ ? in_block_->known_to(thread, t.fenced_at)
                                             : std::make_shared<std::vector<shared_memory_check::one_thread>>(
                                                   1, shared_memory_check::one_thread{thread, t.fenced_at});
    }
    known_logs others = known_;
    learn(others, t.knows);
    if (what.epochs == 0 && what.threads == nullptr && others.empty())
        return;
    uint32_t log = launch_->releases.find(address, true);
    if (t.told == log && t.told_in == epoch_)
        return;
    t.told = log;
    t.told_in = epoch_;
    others.erase(std::remove_if(others.begin(), others.end(), [&](const known_log &k) { return k.log == log; }),
                 others.end());
    if (!others.empty())
        what.others = std::make_shared<const known_logs>(std::move(others));
    launch_->releases.append(log, what);
}

bool between_blocks_check::begin_atomic(unsigned thread, const void *address)
{
    if (launch_ == nullptr)
        return false;
    if (held_ != lock_of(address)) // else touch() has it
        finish_pending();
    lock(address);
    release(thread, address);
    return true;
}

void between_blocks_check::end_atomic(unsigned thread, const void *address)
{
    uint32_t log = launch_->releases.find(address, false);
    if (log != release_logs::none) {
        listens(thread);
        learn(threads_[thread].heard, {{log, launch_->releases.length(log)}});
    }
    unlock();
}

bool between_blocks_check::ordered(const kept_access &earlier, unsigned thread)
{
    if (earlier.epoch == kept_access::last_epoch || earlier.clock == kept_access::last_clock)
        return true; // not known so far
    if (launch_->releases.empty())
        return false;
    auto known = known_epochs_.find(earlier.block);
    if (known != known_epochs_.end() && earlier.epoch < known->second)
        return true;
    if (launch_->releases.holds(known_, earlier)) {
        uint32_t &epochs = known_epochs_[earlier.block];
        epochs = std::max<uint32_t>(epochs, earlier.epoch);
        return true;
    }
    return launch_->releases.holds(threads_[thread].knows, earlier);
}

// --- accesses ---

void between_blocks_check::touch(unsigned thread, access kind, const char *address, size_t size, const void *pc,
                                 global_cell *cells)
{
    if (launch_ == nullptr || cells == nullptr)
        return;
    finish_pending();
    one_thread &t = threads_[thread];
    if (kind == access::write || kind == access::volatile_write) {
        if (t.wrote_in != epoch_)
            ++not_fenced_;
        t.wrote_in = epoch_;
    }
    if (kind == access::volatile_write || kind == access::flag_write) {
        kind = access::flag_write; // it comes whole, and hands on what is fenced
        release(thread, address);
    } else if (kind == access::volatile_read &&
               std::find(t.looked_at.begin(), t.looked_at.end(), address) == t.looked_at.end()) {
        listens(thread);
        if (t.looked_at.size() == most_looked_at)
            hear(t);
        t.looked_at.push_back(address);
    }

    kept_access now = {block_,
                       (uint32_t)(static_cast<const char *>(pc) - &__executable_start),
                       thread,
                       (unsigned)kind,
                       0,
                       std::min(epoch_, kept_access::last_epoch + 0u),
                       (uint16_t)std::min(in_block_->clock(thread), kept_access::last_clock + 0u)};
    // An atomic operation is noted down as it is done, with nothing between; a plain write keeps others away until it
    // is done too, that is, until this core's next access.
    bool may_be_same = !is_atomic(kind) && size <= sizeof pending_.old;
    bool old_kept = false;
    for (const char *end = address + size; address < end; ++cells) {
        size_t in_cell = std::min<size_t>(4 - (uintptr_t)address % 4, (size_t)(end - address));
        now.bytes = (((1u << in_cell) - 1) << (uintptr_t)address % 4) & 15;
        lock(address);
        global_cell &c = *cells;
        if (c.launch != number_) {
            c.launch = number_;
            c.write.bytes = c.read.bytes = 0;
        }
        const kept_access write = c.write, read = c.read;
        if (writes(kind)) {
            // its own plain write tells more than what comes on top of it
            if (kind == access::write || write.bytes == 0 || write.block != block_ ||
                (access)write.kind != access::write)
                c.write = now;
        } else if (read.bytes == 0 || read.block >= block_) {
            c.read = now;
        }
        auto conflicts = [&](const kept_access &k) {
            return (k.bytes & now.bytes) && k.block != block_ && conflict((access)k.kind, kind) && !ordered(k, thread);
        };
        if (conflicts(write)) {
            if (writes((access)write.kind) && writes(kind) && may_be_same) {
                if (!old_kept) {
                    pending_.address = end - size;
                    pending_.size = size;
                    pending_.now = now;
                    memcpy(pending_.old, pending_.address, size);
                    old_kept = true;
                }
                pending_.races.push_back({write, address});
            } else {
                race(write, now, address);
            }
        }
        if (writes(kind) && conflicts(read))
            race(read, now, address);
        // of two reads, one that is ordered before this one tells nothing more
        if (!writes(kind) && read.bytes != 0 && read.block < block_ && ordered(read, thread))
            c.read = now;
        address += in_cell;
    }
    if (kind == access::write)
        held_->store(core_ | storing, std::memory_order_relaxed);
    else if (!is_atomic(kind))
        unlock();
}

// Keeps all other cores from the cells of this address; one lock is held at a time. A core keeps the lock of a plain
// store until its next access, which may be long after the store itself: so whoever waits takes it away once that core
// has run for as long as a store can take.
void between_blocks_check::lock(const void *address)
{
    std::atomic<uint32_t> *wanted = lock_of(address);
    uint32_t now = wanted->load(std::memory_order_relaxed);
    if (held_ == wanted && (now == core_ || (now == (core_ | storing) && wanted->compare_exchange_strong(now, core_))))
        return;
    unlock();
    uint32_t holder = 0, waited_for = 0;
    long long since = 0;
    for (unsigned tries = 0; !wanted->compare_exchange_strong(holder, core_, std::memory_order_acquire); ++tries) {
        if (tries % 256 == 255 && (holder & storing)) { // to ask for the time takes longer than a try
            long long now = time_run_by(holder & ~storing);
            if (holder != waited_for) {
                waited_for = holder;
                since = now;
            } else if (now - since > longest_store &&
                       wanted->compare_exchange_strong(holder, core_, std::memory_order_acquire)) {
                break;
            }
        } else if (!(holder & storing)) {
            waited_for = 0;
        }
        std::this_thread::yield();
        holder = 0;
    }
    held_ = wanted;
}

void between_blocks_check::unlock()
{
    uint32_t mine = core_;
    if (held_ != nullptr && !held_->compare_exchange_strong(mine, 0, std::memory_order_release)) {
        mine = core_ | storing; // or another's by now
        held_->compare_exchange_strong(mine, 0, std::memory_order_release);
    }
    held_ = nullptr;
}

void between_blocks_check::race(const kept_access &earlier, const kept_access &now, const char *address)
{
    finding f = {};
    f.what = finding::kind::race_between_blocks;
    const kept_access *both[2] = {&earlier, &now};
    // by instruction, so that it does not matter who came first
    if (earlier.pc > now.pc || (earlier.pc == now.pc && (writes((access)earlier.kind) < writes((access)now.kind) ||
                                                         (earlier.kind == now.kind && earlier.block > now.block))))
        std::swap(both[0], both[1]);
    for (int i = 0; i < 2; ++i) {
        access kind = (access)both[i]->kind;
        f.pc[i] = &__executable_start + both[i]->pc;
        f.writes[i] = writes(kind);
        f.atomic[i] = is_atomic(kind);
        f.is_volatile[i] = is_volatile(kind);
        f.thread[i] = both[i]->thread;
        f.block[i] = both[i]->block;
    }
    f.address = (uint64_t)address;
    f.count = 1;
    f.across_warps = true;
    merge(found_, f);
}

// What the last write has changed, and with whom it raced if it has.
void between_blocks_check::finish_pending()
{
    if (pending_.address != nullptr && memcmp(pending_.address, pending_.old, pending_.size) != 0)
        for (const auto &[other, address] : pending_.races)
            race(other, pending_.now, address);
    pending_.address = nullptr;
    pending_.races.clear();
    unlock();
}

void between_blocks_check::end_block()
{
    if (launch_ == nullptr)
        return;
    finish_pending();
    for (const finding &f : found_)
        launch_->findings.add(f);
    found_.clear();
}
} // namespace cpu_device
