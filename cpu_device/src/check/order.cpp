// SPDX-License-Identifier: MIT
#include "order.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <thread>

#include "../say/report.h"
#include "../say/source_line.h"

namespace cpu_device
{
using namespace cells;

void work_clock::learn(const work_clock &more)
{
    if (by_stream_.size() < more.by_stream_.size())
        by_stream_.resize(more.by_stream_.size());
    for (size_t i = 0; i < more.by_stream_.size(); ++i)
        by_stream_[i] = std::max(by_stream_[i], more.by_stream_[i]);
}

void work_clock::learn(unsigned stream, uint64_t number)
{
    if (by_stream_.size() <= stream)
        by_stream_.resize(stream + 1);
    by_stream_[stream] = std::max(by_stream_[stream], number);
}

std::atomic<bool> any_unawaited{false};

namespace
{
// What the host did while kernels were under way, which will be held against what they do.
struct host_access {
    const char *begin, *end;
    bool writes;
    const void *pc;
    uint64_t before; // the work queued up to here
};

struct pending {
    memory_work work;
    bool over = false; // a kernel that is
};

// What the host did too early. It is said when the host has waited for all, so as not to change who comes first.
struct finding_on_host {
    const char *address;
    bool writes;
    const void *pc;
    memory_work other;
    const void *its; // of a kernel, the instruction
    bool other_writes;
};

struct {
    std::mutex mutex;
    work_clock known, all; // to the host; of all work so far
    uint64_t queued = 0;
    std::deque<pending> unawaited;
    std::vector<host_access> accesses;
    std::vector<finding_on_host> found;
} &state = *new std::remove_reference_t<decltype(state)>;

constexpr size_t most_accesses = 1 << 12, most_unawaited = 1 << 12, most_found = 100;

void say_what_was_found()
{
    for (const finding_on_host &f : state.found) {
        std::string line = source_line(f.pc), other;
        if (f.other.kernel != nullptr) {
            const launch_name &name = f.other.kernel->name;
            other =
                format("Kernel %s, launched at %s:%d, may still be running, and uses it%s. Wait for it first, as by "
                       "cudaDeviceSynchronize().",
                       name.kernel, name.file, name.line, at_line(f.its).c_str());
        } else {
            const copy_call &call = f.other.call;
            other = format("%s()%s may still be %s there. Wait for it first, as by cudaStreamSynchronize().",
                           call.function, at_line(static_cast<const char *>(call.caller) - 1).c_str(),
                           f.other_writes ? "writing" : "reading");
        }
        report_once(severity::error, "early:" + line,
                    format("Error: the host %s too early\n    at %s: %s\n    %s", f.writes ? "writes" : "reads",
                           line.c_str(), describe_address(f.address).c_str(), other.c_str()));
    }
    state.found.clear();
}

void found(const finding_on_host &f)
{
    for (const finding_on_host &other : state.found)
        if (other.pc == f.pc)
            return;
    if (state.found.size() < most_found)
        state.found.push_back(f);
}

void wait_for(const work_clock &clock)
{
    state.known.learn(clock);
    auto &all = state.unawaited;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](const pending &p) { return state.known.knows(p.work.stream, p.work.number); }),
              all.end());
    any_unawaited = !all.empty();
    if (all.empty()) {
        state.accesses.clear();
        say_what_was_found();
    }
}

// Of a plain access in a cell, by this kernel: its instruction; null: there is none that the host's would meet.
const void *met_by(word w, const launch_record &kernel, bool stores, bool host_writes)
{
    if (is_larger(w) || segment_of(w) < kernel.first_segment || segments[segment_of(w)].launch != kernel.number)
        return nullptr;
    bool reads = !stores && (deed_of(w) == deed::read || deed_of(w) == deed::all);
    return stores || (reads && host_writes) ? line_pc(line_of(w)) : nullptr;
}

const void *met_by(const cell &c, size_t byte, const launch_record &kernel, bool host_writes)
{
    word store = c.store.load(), others = c.others.load();
    if (is_larger(store))
        return met_by(all_byte_cells[number_in(store)].of[byte], byte, kernel, host_writes);
    auto has = [byte](word w) { return bytes_of(w) >> byte & 1; };
    if (const void *pc = has(store) ? met_by(store, kernel, true, host_writes) : nullptr)
        return pc;
    if (!is_larger(others))
        return has(others) ? met_by(others, kernel, false, host_writes) : nullptr;
    word_list &list = all_lists[number_in(others)];
    while (list.locked.exchange(true, std::memory_order_acquire))
        std::this_thread::yield();
    const void *found = nullptr;
    for (unsigned i = 0; i < list.count && found == nullptr; ++i)
        found = has(list.of[i]) ? met_by(list.of[i], kernel, false, host_writes) : nullptr;
    list.locked.store(false, std::memory_order_release);
    return found;
}

void hold_against(const char *begin, const char *end, bool writes, const void *pc, const memory_work &work)
{
    const arena &m = the_arena();
    if (work.kernel->number == 0)
        return; // it has not begun
    for (const char *at = begin; at < end; ++at) {
        const cell *page = m.page_of(at).cells.load(std::memory_order_acquire);
        if (page == nullptr) {
            at += arena_page::size - (uintptr_t)at % arena_page::size - 1;
            continue;
        }
        const cell &c = page[(uintptr_t)at % arena_page::size / 4];
        if (const void *its = met_by(c, (uintptr_t)at % 4, *work.kernel, writes)) {
            found({at, writes, pc, work, its, false});
            return;
        }
    }
}
} // namespace

work_clock known_to_host()
{
    std::lock_guard<std::mutex> lock(state.mutex);
    return state.known;
}

void host_waited(const work_clock &for_this)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    wait_for(for_this);
}

void work_queued(const memory_work &what, const work_clock &clock)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    state.all.learn(clock);
    state.queued = what.number;
    if (state.unawaited.size() == most_unawaited)
        state.unawaited.pop_front();
    state.unawaited.push_back({what});
    any_unawaited = true;
}

void kernel_ended(const launch_record &kernel)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    bool any_left = false;
    for (pending &p : state.unawaited) {
        if (p.work.kernel.get() == &kernel) {
            p.over = true;
            for (const host_access &a : state.accesses)
                if (p.work.number <= a.before)
                    hold_against(a.begin, a.end, a.writes, a.pc, p.work);
        }
        any_left |= p.work.kernel != nullptr && !p.over;
    }
    if (!any_left)
        state.accesses.clear();
}

void say_what_host_did()
{
    std::lock_guard<std::mutex> lock(state.mutex);
    say_what_was_found();
}

void host_uses(const char *address, size_t size, bool writes, bool is_volatile, const void *pc)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    bool copied = false;
    for (const pending &p : state.unawaited) {
        const memory_work &w = p.work;
        bool into = w.to.overlaps(address, size);
        if (into || (writes && w.from.overlaps(address, size)))
            found({address, writes, pc, w, nullptr, into});
        copied |= into;
    }
    if (copied)
        return;
    if (is_volatile) {
        // By a store it may tell a kernel of all that it did before; by a load, if kernels have stored there, it may be
        // told how far they are.
        state.accesses.clear();
        const allocation *a = the_arena().owner(address);
        if (a != nullptr && a->stored_by != nullptr)
            wait_for(work_clock(state.all));
        return;
    }
    bool under_way = false;
    for (const pending &p : state.unawaited) {
        if (p.work.kernel == nullptr)
            continue;
        if (p.over)
            hold_against(address, address + size, writes, pc, p.work);
        under_way |= !p.over;
    }
    if (!under_way)
        return;
    if (!state.accesses.empty()) {
        host_access &last = state.accesses.back();
        if (last.pc == pc && last.writes == writes && last.before == state.queued && last.begin <= address &&
            address <= last.end) {
            last.end = std::max(last.end, address + size);
            return;
        }
    }
    if (state.accesses.size() < most_accesses)
        state.accesses.push_back({address, address + size, writes, pc, state.queued});
}
} // namespace cpu_device
