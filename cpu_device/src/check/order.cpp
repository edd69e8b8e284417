// SPDX-License-Identifier: MIT
#include "order.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include "../../include/cpu_device/interface.h"
#include "../memory/host_guard.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "../settings.h"
#include "events.h"
#include "memory_names.h"

namespace cpu_device
{

std::atomic<bool> any_unawaited{false}, any_pageable{false};
std::atomic<uintptr_t> shared_begin{UINTPTR_MAX}, shared_end{0};

namespace
{
thread_local place_in_stream this_function = {0, 0};

// An access by the host while kernels were under way. It is compared with the kernels' accesses when they have ended.
struct host_access {
    const char *begin, *end;
    host_act act;
    const void *pc;
    uint64_t before; // the work queued up to here
    place_in_stream by;
};

struct pending {
    memory_work work;
    work_clock clock;
    bool over = false;                  // whether a kernel has ended
    std::vector<memory_work> unordered; // if not: the copies to compare it with at its end
    bool is_behind(const place_in_stream &function) const
    {
        return function.number != 0 && clock.includes(function.stream, function.number);
    }
};

// A volatile load by the host in memory where no kernel had stored before it. If one has by the thread's next access,
// the load may have read the new value.
struct last_look {
    const char *address = nullptr;
    work_clock all; // the work queued up to here
};
thread_local last_look looked_at;

// What the host did too early. It is reported when the host has waited for all work, so as not to change the timing.
struct finding_on_host {
    const char *address;
    host_act act;
    const void *pc;
    memory_work other;
    const void *its; // the kernel's instruction; null: a copy
    bool other_writes;
    place_in_memory memory; // as that kernel names it; of a copy it is described only in the report
};

// A fill that is unordered with other work. It is reported when the host has waited for all work, unless a kernel was
// found to race with that work for the same memory: then the report on the kernel says it.
struct race_of_fill {
    diagnosis report;
    std::string key;
    uint64_t other;  // the number of the work
    uint32_t launch; // if that is a kernel; else 0
};

// Memory is freed in one stream before or while another one allocates it. It is reported unless work that uses the
// memory is unordered with either, too.
struct freed_unborn {
    diagnosis report;
    std::string key;
    uint64_t one, other; // the numbers of the work
};

struct {
    std::mutex mutex;
    work_clock host, all; // what the host has waited for; all work so far
    uint64_t queued = 0;
    std::deque<pending> unawaited;
    std::vector<host_access> accesses;
    std::vector<finding_on_host> found;
    std::vector<race_of_fill> fills;
    std::set<std::pair<uint64_t, std::string>> with_kernels; // copies that race with a kernel, and the memory
    std::vector<freed_unborn> unborn;
    std::set<uint64_t> managed_and_used; // the numbers of what allocates or frees, and races with what uses the memory
    uintptr_t registered_begin = UINTPTR_MAX, registered_end = 0;
} &state = *new std::remove_reference_t<decltype(state)>;

constexpr size_t most_accesses = 1 << 12, most_unawaited = 1 << 12, most_found = 100, most_unordered = 256;

call_site site_of(const copy_call &call)
{
    return {format("%s()%s", call.function, at_line(static_cast<const char *>(call.caller) - 1).c_str()), call.at()};
}

void say_what_was_found()
{
    for (const finding_on_host &f : state.found) {
        unfinished_work other;
        if (f.other.kernel != nullptr) {
            other.kernel = &f.other.kernel->name;
            other.its_line = at_line(f.its);
        } else {
            other.call = site_of(f.other.call).text;
            other.call_writes = f.other_writes;
        }
        const source_position at = reported_place(f.pc);
        report_once("early:" + at.text(),
                    host_too_early(f.act, at, f.other.kernel != nullptr ? f.memory : describe_address(f.address), other,
                                   f.act == host_act::frees && the_arena().in_arena(f.address)));
    }
    state.found.clear();
    for (const race_of_fill &f : state.fills)
        if (f.launch != 0 ? !races_with_kernel(f.launch, f.report.memory)
                          : !state.with_kernels.count({f.other, f.report.memory.object}))
            report_once(f.key, f.report);
    for (const freed_unborn &f : state.unborn)
        if (!state.managed_and_used.count(f.one) && !state.managed_and_used.count(f.other))
            report_once(f.key, f.report);
    state.fills.clear();
    state.with_kernels.clear();
    state.unborn.clear();
    state.managed_and_used.clear();
}

// A fill mostly prepares memory for the work that comes after it, and that work is what a report should name.
bool is_fill(const memory_work &work)
{
    return work.kernel == nullptr && work.call.function != nullptr && strstr(work.call.function, "emset") != nullptr;
}

void found(const finding_on_host &f)
{
    auto same = std::find_if(state.found.begin(), state.found.end(),
                             [&](const finding_on_host &other) { return other.pc == f.pc; });
    if (same == state.found.end() && state.found.size() < most_found)
        same = state.found.insert(same, f);
    else if (same != state.found.end() && is_fill(same->other) && !is_fill(f.other))
        *same = f;
    else
        return;
    if (f.other.kernel != nullptr)
        same->memory = memory_in_kernel(f.address, f.other.kernel->name);
}

void extend_shared(const bytes_at &bytes)
{
    if (bytes.size == 0 || the_arena().in_arena(bytes.begin))
        return;
    shared_begin = std::min(shared_begin.load(), (uintptr_t)bytes.begin);
    shared_end = std::max(shared_end.load(), (uintptr_t)bytes.begin + bytes.size);
}

void something_is_unawaited(bool is)
{
    any_unawaited = is;
    guard_host_memory(host_memory::shared_with_work, is && shared_begin < shared_end);
}

void wait_for(const work_clock &clock)
{
    state.host.join(clock);
    auto &all = state.unawaited;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](const pending &p) { return state.host.includes(p.work.stream, p.work.number); }),
              all.end());
    if (all.empty())
        any_pageable = false;
    if (all.empty()) {
        shared_begin = state.registered_begin;
        shared_end = state.registered_end;
        state.accesses.clear();
        say_what_was_found();
    }
    something_is_unawaited(!all.empty());
}

// What a kernel has done to some memory.
struct kernel_use {
    const void *pc = nullptr; // null: nothing
    bool writes = false;
    const char *at = nullptr;
};

// Whether a plain access by the host conflicts with such a one: with atomics it does, as with plain accesses.
bool counts_for_host(cell_access d)
{
    return d == cell_access::read || d == cell_access::all || d == cell_access::strong ||
           d == cell_access::strong_block;
}

// The kernel's access that a shadow value has recorded, if it conflicts: with a write any access does, with a read a
// store. `plain`: volatile accesses do not count.
kernel_use use_in(shadow_value w, bool is_store, const launch_record &kernel, bool for_write, bool plain)
{
    if (w.empty() || w.is_link() || segment_of(w).launch != kernel.number)
        return {};
    const cell_access d = w.access();
    const bool reads = d == cell_access::read || d == cell_access::strong_read, writes = is_store || !reads;
    if ((!writes && !for_write) || (plain && !is_store && !counts_for_host(d)))
        return {};
    return {pc_of_instruction(w.instruction()), writes, nullptr};
}

// `stores`: its store counts, too.
kernel_use use_in(const cell &c, size_t byte, const launch_record &kernel, bool for_write, bool plain,
                  bool stores = true)
{
    shadow_value store = c.store.load(), others = c.others.load();
    if (store.is_link())
        return use_in(all_byte_cells[store.number()].of[byte], byte, kernel, for_write, plain, stores);
    auto has = [byte](shadow_value w) { return w.bytes() >> byte & 1; };
    kernel_use use;
    if (stores && has(store))
        use = use_in(store, true, kernel, for_write, plain);
    if (use.pc != nullptr)
        return use;
    if (!others.is_link())
        return has(others) ? use_in(others, false, kernel, for_write, plain) : use;
    value_list &list = all_lists[others.number()];
    while (list.locked.exchange(true, std::memory_order_acquire))
        std::this_thread::yield();
    for (unsigned i = 0; i < list.count && use.pc == nullptr; ++i)
        if (has(list.of[i]))
            use = use_in(list.of[i], false, kernel, for_write, plain);
    list.locked.store(false, std::memory_order_release);
    return use;
}

// This kernel has not accessed most of the cells of a copy.
bool may_have_used(const cell &c, const launch_record &kernel)
{
    auto is_its = [&](shadow_value w) {
        return w.is_link() || (w.segment() >= kernel.first_segment && segment_of(w).launch == kernel.number);
    };
    return is_its(c.store.load(std::memory_order_relaxed)) || is_its(c.others.load(std::memory_order_relaxed));
}

kernel_use use_of(const bytes_at &bytes, const launch_record &kernel, bool for_write, bool plain, bool stores = true)
{
    const arena &m = the_arena();
    if (kernel.number == 0 || bytes.size == 0) // it has not begun
        return {};
    const bool in_arena = m.in_arena(bytes.begin);
    size_t size = bytes.size;
    const cell *registered = in_arena ? nullptr : cells_of_registered(bytes.begin, size);
    if (!in_arena && registered == nullptr)
        registered = cells_of_variable(bytes.begin);
    if (!in_arena && registered == nullptr)
        return {};
    for (size_t i = 0, first = (uintptr_t)bytes.begin % 4; i < std::min(size, bytes.size); ++i) {
        const char *at = bytes.begin + i;
        const cell *c = in_arena ? m.page_of(at).cells.load(std::memory_order_acquire) : registered;
        if (c == nullptr) {
            i += arena_page::size - (uintptr_t)at % arena_page::size - 1;
            continue;
        }
        c += in_arena ? (uintptr_t)at % arena_page::size / 4 : (first + i) / 4;
        if (!may_have_used(*c, kernel)) {
            i += 3 - (uintptr_t)at % 4;
            continue;
        }
        kernel_use use = use_in(*c, (uintptr_t)at % 4, kernel, for_write, plain, stores);
        if (use.pc != nullptr && bytes.has(at)) {
            use.at = at;
            return use;
        }
    }
    return {};
}

void hold_against(const bytes_at &bytes, host_act act, const void *pc, const memory_work &work)
{
    const kernel_use use = use_of(bytes, *work.kernel, act != host_act::reads, true);
    if (use.pc != nullptr)
        found({use.at, act, pc, work, use.pc, false, {}});
}

// --- copies and other work of several streams ---

access_of_stream copy_as(const memory_work &copy, bool writes)
{
    return access_of_copy(copy.call.function, at_line(static_cast<const char *>(copy.call.caller) - 1), copy.call.at(),
                          writes, writes ? copy.manages : nullptr);
}

access_of_stream kernel_as(const launch_name &k, const kernel_use &use)
{
    return access_of_kernel(k, use.writes, reported_place(use.pc), at_line(use.pc));
}

void report_unordered(const char *at, const memory_work &work, const access_of_stream &one,
                      const memory_work &other_work, const access_of_stream &other)
{
    const std::string key = "streams:" + std::min(one.text, other.text) + std::max(one.text, other.text);
    const bool in_graph = work.in_graph && (other_work.kernel ? other_work.kernel->name.in_graph : other_work.in_graph);
    const launch_name *kernel = other_work.kernel != nullptr ? &other_work.kernel->name : nullptr;
    const diagnosis d =
        race_with_copy(kernel != nullptr ? memory_in_kernel(at, *kernel) : describe_address(at), one, other,
                       (work.number < other_work.number ? work : other_work).returns_early ? unordered_by::early_return
                       : in_graph                                                          ? unordered_by::graph
                                                                                           : unordered_by::streams);
    if (work.manages && other_work.manages) {
        state.unborn.push_back({d, key, work.number, other_work.number});
        return;
    }
    if (work.manages || other_work.manages)
        state.managed_and_used.insert((work.manages ? work : other_work).number);
    const memory_work &not_fill = is_fill(work) ? other_work : work;
    if (is_fill(work) != is_fill(other_work)) {
        state.fills.push_back({d, key, not_fill.number, not_fill.kernel ? not_fill.kernel->number : 0});
        return;
    }
    if (other_work.kernel != nullptr)
        state.with_kernels.emplace(work.number, d.memory.object);
    report_once(key, d);
}

void compare(const memory_work &copy, const memory_work &other)
{
    const char *said = nullptr; // one report for what is written and read
    copy.for_each_use([&](const bytes_at &mine, bool writes) {
        if (mine.begin == said)
            return;
        if (other.kernel != nullptr) {
            const kernel_use use = use_of(mine, *other.kernel, writes, false);
            said = use.pc != nullptr ? mine.begin : said;
            if (use.pc != nullptr)
                report_unordered(use.at, copy, copy_as(copy, writes), other, kernel_as(other.kernel->name, use));
            return;
        }
        if (copy.manages && other.manages && strcmp(copy.manages, other.manages) == 0)
            return;
        other.for_each_use([&](const bytes_at &its, bool other_writes) {
            if (mine.begin == said || !(writes || other_writes) || !its.overlaps(mine))
                return;
            said = mine.begin;
            report_unordered(std::max(mine.begin, its.begin), copy, copy_as(copy, writes), other,
                             copy_as(other, other_writes));
        });
    });
}
} // namespace

work_clock host_clock()
{
    std::lock_guard<std::mutex> lock(state.mutex);
    return state.host;
}

void host_waited(const work_clock &for_this)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    wait_for(for_this);
}

namespace
{
class order_of_streams final : public observer
{
    unsigned wants() const override
    {
        return nothing;
    }
    void work_queued(const memory_work &work, const work_clock &clock) override;
    void launch_ends(const launch_record &kernel) override;
    void program_ends(bool) override
    {
        std::lock_guard<std::mutex> lock(state.mutex);
        say_what_was_found();
    }
};

void order_of_streams::work_queued(const memory_work &work, const work_clock &clock)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    state.all.join(clock);
    state.queued = work.number;
    if (state.unawaited.size() == most_unawaited)
        state.unawaited.pop_front();
    pending fresh = {work, clock, false, {}};
    memory_work with_source;
    if (work.taken.size != 0) {
        with_source = work;
        with_source.from = work.taken;
    }
    for (pending &p : state.unawaited) {
        if (clock.includes(p.work.stream, p.work.number))
            continue;
        pending *kernel = p.work.kernel != nullptr && !p.over ? &p : work.kernel != nullptr ? &fresh : nullptr;
        if (work.kernel == nullptr && kernel == nullptr)
            compare(work.taken.size != 0 ? with_source : work, p.work);
        else if ((work.kernel == nullptr) != (p.work.kernel == nullptr) && kernel->unordered.size() < most_unordered)
            kernel->unordered.push_back(work.kernel == nullptr ? work : p.work);
    }
    work.for_each_use([](const bytes_at &bytes, bool) { extend_shared(bytes); });
    auto of_host = [](const bytes_at &bytes) { return bytes.size != 0 && !the_arena().in_arena(bytes.begin); };
    if (work.kernel == nullptr && (of_host(work.to) || (work.in_graph && of_host(work.from))))
        any_pageable = true;
    state.unawaited.push_back(std::move(fresh));
    something_is_unawaited(true);
}

void order_of_streams::launch_ends(const launch_record &kernel)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    bool any_left = false;
    for (pending &p : state.unawaited) {
        if (p.work.kernel.get() == &kernel) {
            p.over = true;
            for (const host_access &a : state.accesses)
                if (p.work.number <= a.before && !p.is_behind(a.by))
                    hold_against({a.begin, (size_t)(a.end - a.begin)}, a.act, a.pc, p.work);
            for (const memory_work &copy : p.unordered)
                compare(copy, p.work);
            p.unordered.clear();
        }
        any_left |= p.work.kernel != nullptr && !p.over;
    }
    if (!any_left)
        state.accesses.clear();
}
} // namespace

observer *make_order_of_streams()
{
    return new order_of_streams;
}

void look_at_locals(const void *frame)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    for (const pending &p : state.unawaited) {
        const copy_call &call = p.work.call;
        auto is_gone = [&](const bytes_at &bytes) {
            return p.work.kernel == nullptr && bytes.size != 0 && is_gone_local(call, bytes.begin, frame);
        };
        const bool to = is_gone(p.work.to);
        if (to || (p.work.in_graph && is_gone(p.work.from)))
            report_once("local:" + at_line(static_cast<const char *>(call.caller) - 1),
                        outlives_local(site_of(call), to));
    }
}

void host_function_begins(place_in_stream place)
{
    this_function = place;
}

void host_memory_is_shared(const void *begin, size_t size)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    state.registered_begin = std::min(state.registered_begin, (uintptr_t)begin);
    state.registered_end = std::max(state.registered_end, (uintptr_t)begin + size);
    extend_shared({static_cast<const char *>(begin), size});
    something_is_unawaited(any_unawaited);
}

namespace
{
bool is_managed_variable(const char *address)
{
    const program_segment all = section_of(image_of(address), "cpu_device_managed");
    auto first = reinterpret_cast<const variable *>(all.begin);
    for (size_t i = 0; i < (size_t)(all.end - all.begin) / sizeof(variable); ++i)
        if ((size_t)(address - static_cast<const char *>(const_cast<const void *>(first[i].address))) < first[i].size)
            return true;
    return false;
}

bool kernel_has_stored(const char *address) // in this allocation
{
    const allocation *a = the_arena().owner(address);
    return a != nullptr && a->stored_by != nullptr;
}
} // namespace

bool host_may_access(const char *address)
{
    if (setting.devices > 1)
        return true;
    if (!in_checked_arena(address))
        return !in_program(address) || is_managed_variable(address);
    const allocation *a = checked_page(address).owner();
    return a == nullptr || a->kind == memory_kind::managed || a->kind == memory_kind::pinned;
}

std::atomic<bool> host_has_signalled;

namespace
{
// Reports the work that the host has not waited for. `copied`: whether any of it stores there.
bool touches_unawaited_copy(const char *address, size_t size, host_act act, const void *pc, bool &copied)
{
    bool too_early = false;
    for (const pending &p : state.unawaited) {
        const memory_work &w = p.work;
        if (p.is_behind(this_function) || (act == host_act::frees && w.manages != nullptr))
            continue;
        bool into = false, out = false;
        w.for_each_use(
            [&](const bytes_at &bytes, bool into_it) { (into_it ? into : out) |= bytes.overlaps(address, size); });
        if (into || (act != host_act::reads && out)) {
            found({address, act, pc, w, nullptr, into, {}});
            too_early = true;
        }
        copied |= into;
    }
    return too_early;
}

// By a volatile store the host may signal a kernel; by a volatile load, where kernels have stored, it may wait for one.
void host_signals_or_waits(const char *address, bool in_arena)
{
    state.accesses.clear();
    if (!in_arena || kernel_has_stored(address))
        wait_for(work_clock(state.all));
    else
        looked_at = {address, state.all};
}

// Whether kernels are under way that the host has not waited for; those that are over are judged.
bool kernels_are_under_way(const bytes_at &bytes, host_act act, const void *pc)
{
    bool under_way = false;
    for (const pending &p : state.unawaited) {
        if (p.work.kernel == nullptr || p.is_behind(this_function))
            continue;
        if (p.over)
            hold_against(bytes, act, pc, p.work);
        under_way |= !p.over;
    }
    return under_way;
}

// Keeps the access until these kernels are over, as part of the last one if it continues that.
void keep_host_access(const char *address, size_t size, host_act act, const void *pc)
{
    if (!state.accesses.empty()) {
        host_access &last = state.accesses.back();
        if (last.pc == pc && last.act == act && last.before == state.queued && last.by.stream == this_function.stream &&
            last.by.number == this_function.number && last.begin <= address && address <= last.end) {
            last.end = std::max(last.end, address + size);
            return;
        }
    }
    if (state.accesses.size() < most_accesses)
        state.accesses.push_back({address, address + size, act, pc, state.queued, this_function});
}
} // namespace

bool host_uses(const char *address, size_t size, host_act act, bool is_volatile, const void *pc)
{
    std::lock_guard<std::mutex> lock(state.mutex);
    const bool in_arena = the_arena().in_arena(address);
    if (looked_at.address != nullptr && kernel_has_stored(looked_at.address)) {
        wait_for(work_clock(looked_at.all));
        looked_at.address = nullptr;
    }
    bool copied = false;
    const bool too_early = touches_unawaited_copy(address, size, act, pc, copied);
    if (copied || (!in_arena && !is_registered(address)))
        return too_early;
    if (is_volatile)
        host_signals_or_waits(address, in_arena);
    else if (kernels_are_under_way({address, size}, act, pc))
        keep_host_access(address, size, act, pc);
    return too_early;
}
} // namespace cpu_device
