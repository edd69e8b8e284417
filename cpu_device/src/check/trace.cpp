// SPDX-License-Identifier: MIT
// The trace of a launch: what its threads did, access by access, for the page that say/trace_page.h writes.
//
// Only the newest events are held. When a block ends that has a finding, or the one that was asked for, its events are
// kept, those of the other party's block with them. Without a finding the first block's are, of the first launch or the
// last. (Where the last is asked for, as for an exercise, whose cases grow, a launch of a single warp gives way to a
// later one with a finding, since a race seldom shows within a warp.) If there are too many, those around the finding
// are kept: some time after it, nothing more is recorded. With a trace the device has a single core, so all events have
// one order, which is the order in which they happened.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <unordered_map>

#include "../../include/cpu_device/page.h"
#include "../memory/arena.h"
#include "../memory/block_memory.h"
#include "../platform/debug_info.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../say/report.h"
#include "../say/trace_page.h"
#include "../settings.h"
#include "cluster_checks.h"
#include "events.h"

namespace cpu_device
{
namespace
{
constexpr size_t most_held = 1 << 18, most_kept = 40000;                 // events
constexpr size_t kept_around_finding = 12000, kept_after_finding = 4000; // if there are more than most_kept

// A variable, and its value as the trace has it: none yet, if it is not known.
struct watched {
    traced_variable is;
    uint64_t value = 0;
    bool known = false, recorded = false;
};

uint64_t value_of(const traced_variable &v)
{
    uint64_t value = 0;
    memcpy(&value, v.address, v.size);
    return value;
}

// What the program says of the launches from here on.
std::mutex note_mutex;
std::string note;

// One for all cores: blocks that wait for one another have host threads of their own, which take turns.
class recorder final : public observer
{
    unsigned wants() const override
    {
        return setting.trace != nullptr && !closed ? blocks | accesses | attempts | in_step : nothing;
    }
    void launch_begins(const launch_record &launch) override;
    void launch_reported(const launch_record &launch, const launch_outcome &outcome) override;
    void block_begins(const running_block &block) override;
    void block_ends(const running_block &block, bool broken, const std::vector<finding> &found) override;
    void waits(const running_block &block, unsigned thread, unsigned kind, const char *file, int line,
               const void *pc) override;
    void barrier(const running_block &block, const char *file, int line) override;
    void barrier_left(const running_block &block) override;
    void warp_meets(const running_block &block, unsigned warp, unsigned lanes, bool whole) override;
    void fence(const running_block &block, unsigned thread, bool of_device, fence_order order) override;
    void flag(const running_block &block, unsigned thread, const char *place, bool reads, bool writes) override;
    void access_checked(const running_block &block, unsigned thread, const announced_access &access,
                        bool refused) override;
    void variable_begins(const running_block &block, unsigned thread, const traced_variable &variable,
                         bool initialized) override;
    void variable_ends(const running_block &block, unsigned thread, const void *address) override;
    bool writes_results() override;

    trace_event &at(uint64_t number)
    {
        return held[number % most_held];
    }
    void others_see(const trace_event &e);
    void finish_store();
    void keep_writes_of_others(uint64_t from);
    void add_variables(uint64_t block, unsigned thread);
    trace_event &add(trace_event::what_is kind, uint64_t block, unsigned thread);
    bool gives_way() const;
    bool is_wanted(uint64_t block) const;
    bool is_closed();
    void keep_events();

    std::mutex mutex;
    std::vector<trace_event> held; // a ring
    uint64_t recorded = 0;         // in this launch; the newest is at recorded - 1
    // What other blocks may see, which is less: stores and atomic operations of global memory and of a cluster's shared
    // memory, and fences. A second ring, so that it reaches further back. By the numbers of the events in the launch.
    std::vector<std::pair<uint64_t, trace_event>> seen;
    uint64_t seen_in_all = 0;
    bool pending = false; // the newest is a store whose value is not known before the thread goes on
    bool others_see_pending = false;
    const char *pending_at = nullptr;
    uint64_t found_at = 0;   // how many were recorded when a block that is wanted had its first finding; 0: none had
    size_t found_before = 0; // findings of other blocks
    uint64_t recorded_after = 0;         // found_at, without variables
    std::atomic<bool> closed{false};     // nothing more is recorded
    std::atomic<uint64_t> unrecorded{0}; // for that reason
    bool remarked = false;               // something that will be reported, of the running block
    uint64_t launches = 0;
    const launch_record *launch = nullptr;
    std::string launch_note;
    kept_trace kept;
    std::unordered_map<const char *, std::string> paths;          // of files, as the compiler was given them
    std::unordered_map<uint64_t, std::vector<watched>> variables; // of threads, the innermost last
    std::set<std::string> names;                                  // of variables
    std::set<uint64_t> ordered_otherwise; // blocks of this launch with barriers that are no events
};

// Notes what the other threads see of the newest event.
void recorder::others_see(const trace_event &e)
{
    if (seen.empty())
        seen.resize(most_held);
    seen[seen_in_all++ % most_held] = {recorded - 1, e};
}

void recorder::finish_store()
{
    if (!pending)
        return;
    pending = false;
    trace_event &e = at(recorded - 1);
    memcpy(e.value, pending_at, std::min<size_t>(e.size, sizeof e.value));
    if (others_see_pending)
        others_see(e);
}

trace_event &recorder::add(trace_event::what_is kind, uint64_t block, unsigned thread)
{
    finish_store();
    if (held.empty())
        held.resize(most_held);
    if (found_at == 0 && launch->findings.added() > found_before && is_wanted(block))
        found_at = recorded + 1;
    recorded_after += found_at != 0 && kind < trace_event::variable;
    if (recorded_after > most_kept)
        closed = true;
    trace_event &e = at(recorded++);
    e = {};
    e.kind = kind;
    e.block = block;
    e.thread = (uint16_t)thread;
    return e;
}

uint64_t number_of(uint64_t block, unsigned thread)
{
    return block * 1024 + thread;
}

// What a thread's variables are now, before the event that it is about to add.
void recorder::add_variables(uint64_t block, unsigned thread)
{
    const auto of_thread = variables.find(number_of(block, thread));
    if (of_thread == variables.end())
        return;
    for (size_t i = 0; i < of_thread->second.size(); ++i) {
        watched &v = of_thread->second[i];
        const uint64_t now = value_of(v.is);
        if (now == v.value && (v.recorded || !v.known))
            continue;
        v.value = now;
        v.known = v.recorded = true;
        trace_event &e = add(trace_event::variable, block, thread);
        e.where = v.is.name;
        e.address = i;
        e.value[0] = now;
        e.size = v.is.size;
        e.line = (uint8_t)v.is.kind;
    }
}

// The memory around an address of global memory.
trace_memory memory_at(uint64_t address)
{
    auto pointer = reinterpret_cast<const char *>(address);
    arena &m = the_arena();
    std::unique_lock<std::mutex> lock(m.mutex);
    if (m.in_arena(pointer)) {
        if (const allocation *a = m.find_pages(pointer))
            return {describe(*a), false, (uint64_t)a->first, a->size};
        return {"", false, address, 1};
    }
    for (const auto &[begin, known] : m.registered.all())
        if (pointer >= begin && pointer < begin + known.size)
            return {format("%zu bytes registered by cudaHostRegister()", known.size), false, (uint64_t)begin,
                    known.size};
    lock.unlock();
    const place_in_memory place = describe_variable(pointer);
    if (place.empty())
        return {"", false, address, 1};
    return {place.variable, false, address - place.bytes, 0};
}

void list_memory(kept_trace &kept, const char *body_type, size_t dynamic_begin, size_t dynamic_size)
{
    std::map<uint64_t, std::map<uint64_t, trace_memory>> shared; // by block
    std::map<uint64_t, trace_memory> global;
    for (const trace_event &e : kept.events) {
        if (e.kind > trace_event::atomic)
            continue;
        std::map<uint64_t, trace_memory> &all = e.shared ? shared[e.owner] : global;
        auto after = all.upper_bound(e.address);
        if (after != all.begin()) {
            trace_memory &known = std::prev(after)->second;
            if (e.address < known.begin + known.size)
                continue;
        }
        trace_memory fresh;
        if (!e.shared) {
            fresh = memory_at(e.address);
        } else if (e.address >= dynamic_begin) {
            std::string type, name = part_of_dynamic(body_type, 0, &type);
            name.resize(std::min(name.find('['), name.size()));
            fresh = {name.empty() ? tr("dynamic shared memory") : name, true, dynamic_begin, dynamic_size, e.owner};
        } else {
            fresh = {block_memory::variable_at(image_of(body_type), e.address).object, true, e.address, e.size,
                     e.owner};
            for (const auto &v : thread_local_variables(image_of(body_type)))
                if (e.address - v.offset < v.size)
                    fresh = {fresh.name, true, v.offset, v.size, e.owner};
        }
        trace_memory &m = all.try_emplace(fresh.begin, fresh).first->second;
        if (m.begin + m.size < e.address + e.size) // a variable, whose size is not known, or a refused access
            m.size = e.address + e.size - m.begin;
    }
    for (const auto &[owner, all] : shared)
        for (const auto &[begin, m] : all)
            kept.memory.push_back(m);
    for (const auto &[begin, m] : global)
        kept.memory.push_back(m);
}

// A race was found where all threads were of one warp, and the program goes on to larger launches.
bool recorder::gives_way() const
{
    return setting.trace_last && !kept.broken && !kept.findings.empty() && has_two_parties(kept.findings[0]) &&
           kept.grid.x * kept.grid.y * kept.grid.z == 1 && kept.block.x * kept.block.y * kept.block.z <= warp_size;
}

bool recorder::is_wanted(uint64_t block) const
{
    return (setting.trace_launch == 0 || launches == setting.trace_launch) &&
           (!setting.trace_one_block || block == setting.trace_block);
}

void recorder::launch_begins(const launch_record &begun)
{
    if (setting.trace == nullptr)
        return;
    std::lock_guard<std::mutex> lock(mutex);
    pending = false;
    recorded = seen_in_all = found_at = found_before = recorded_after = 0;
    unrecorded = 0;
    ordered_otherwise.clear();
    closed = kept.found && !gives_way();
    launch = &begun;
    ++launches;
    {
        std::lock_guard<std::mutex> lock_note(note_mutex);
        launch_note = note;
    }
    take_reports();
}

void recorder::barrier_left(const running_block &)
{
    std::lock_guard<std::mutex> lock(mutex);
    remarked = true;
}

void recorder::launch_reported(const launch_record &, const launch_outcome &outcome)
{
    if (setting.trace == nullptr)
        return;
    std::lock_guard<std::mutex> lock(mutex);
    launch = nullptr;
    if (!kept.any || kept.number != launches)
        return;
    // some findings turn out to be none when all blocks have run; one that a smaller launch had is not reported again
    kept.found &= outcome.found || outcome.exited_threads || kept.reported != 0;
    if (std::vector<std::string> reports = take_reports(); !reports.empty()) {
        kept.reports = std::move(reports);
        kept.reported = launches;
    }
}

void recorder::access_checked(const running_block &block, unsigned thread, const announced_access &access, bool refused)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    add_variables(block.number, thread);
    const char *address = block.in_place(access.address);
    auto kind = is_atomic(access.kind) ? trace_event::atomic
                : writes(access.kind)  ? trace_event::store
                                       : trace_event::load;
    trace_event &e = add(kind, block.number, thread);
    e.where = access.pc;
    e.shared = block.memory.holds(address);
    e.owner = block.number;
    e.address = e.shared ? block.offset_in_shared(address) : (uint64_t)address;
    if (const unsigned owner = block.cluster != nullptr ? block.cluster->owner_of(address) : cluster_checks::none;
        !e.shared && owner != cluster_checks::none) {
        e.shared = true;
        e.owner = block.cluster->of(owner).block;
        e.address = block.cluster->offset_in(owner, address);
    }
    e.size = (uint32_t)access.size;
    e.refused = refused;
    e.is_volatile = is_volatile(access.kind);
    if (refused)
        return;
    memcpy(kind == trace_event::atomic ? &e.old : e.value, address,
           std::min<size_t>(access.size, kind == trace_event::atomic ? sizeof e.old : sizeof e.value));
    pending = kind != trace_event::load;
    others_see_pending = !e.shared || block.cluster != nullptr;
    pending_at = address;
}

void recorder::waits(const running_block &block, unsigned thread, unsigned kind, const char *file, int line,
                     const void *)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    if (line != 0) { // it is not an instruction
        auto [path, fresh] = paths.try_emplace(file, file);
        if (std::string whole = fresh ? caller_path(file) : ""; !whole.empty())
            path->second = whole;
        file = path->second.c_str();
    }
    add_variables(block.number, thread);
    trace_event &e = add(trace_event::waits, block.number, thread);
    e.where = file;
    e.line = (uint32_t)line;
    e.size = (uint8_t)kind;
}

void recorder::barrier(const running_block &block, const char *, int)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    add(trace_event::block_meets, block.number, 0);
}

void recorder::warp_meets(const running_block &block, unsigned warp, unsigned lanes, bool)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    add(trace_event::warp_meets, block.number, warp * warp_size).address = lanes;
}

void recorder::fence(const running_block &block, unsigned thread, bool of_device, fence_order)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    add_variables(block.number, thread);
    trace_event &e = add(trace_event::fence, block.number, thread);
    e.size = of_device;
    others_see(e);
}

// A barrier with a number, or a phase.
void recorder::flag(const running_block &block, unsigned, const char *, bool, bool)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    ordered_otherwise.insert(block.number);
}

void recorder::variable_begins(const running_block &block, unsigned thread, const traced_variable &variable,
                               bool initialized)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    watched v = {variable, value_of(variable), initialized};
    v.is.name = names.insert(variable.name).first->c_str();
    variables[number_of(block.number, thread)].push_back(v);
}

void recorder::variable_ends(const running_block &block, unsigned thread, const void *address)
{
    if (is_closed())
        return;
    std::lock_guard<std::mutex> lock(mutex);
    std::vector<watched> &all = variables[number_of(block.number, thread)];
    while (!all.empty()) {
        const watched last = all.back();
        all.pop_back();
        if (last.recorded)
            add(trace_event::variable_ends, block.number, thread).address = all.size();
        if (last.is.address == address)
            return;
    }
}

// Counts the event that is not recorded, if that is so.
bool recorder::is_closed()
{
    const bool is = closed.load(std::memory_order_relaxed);
    if (is)
        unrecorded.fetch_add(1, std::memory_order_relaxed);
    return is;
}

void recorder::block_begins(const running_block &)
{
    std::lock_guard<std::mutex> lock(mutex);
    if (found_at == 0)
        found_before = launch->findings.added();
}

void recorder::block_ends(const running_block &block, bool broken, const std::vector<finding> &found)
{
    std::lock_guard<std::mutex> lock(mutex);
    finish_store();
    for (unsigned thread = 0; thread < 1024 && !variables.empty(); ++thread) // of threads that have left otherwise
        variables.erase(number_of(block.number, thread));
    const bool asked = setting.trace_launch != 0 || setting.trace_one_block;
    const bool better = !found.empty() || broken || remarked;
    remarked = false;
    const bool later = setting.trace_last && kept.number != launches;
    if (!is_wanted(block.number) || (kept.found && (!gives_way() || kept.number == launches || found.empty())) ||
        (kept.any && !later && (asked || !better)))
        return;
    std::vector<std::string> reports = std::move(kept.reports); // what a larger launch repeats is reported once
    const uint64_t reported = kept.reported;
    kept = {};
    kept.reports = std::move(reports);
    kept.reported = reported;
    kept.any = true;
    kept.found = better;
    kept.broken = broken;
    kept.number = launches;
    kept.note = launch_note;
    kept.kernel = launch->name.kernel;
    kept.launched_at_file = launch->name.file != nullptr ? launch->name.file : "";
    kept.launched_at_line = launch->name.line;
    kept.grid = launch->name.grid;
    kept.block = launch->name.block;
    kept.blocks[0] = kept.blocks[1] = block.number;
    for (const finding &f : found) {
        for (int i = 0; i < 2 && between_blocks(f) && kept.findings.empty(); ++i)
            if (f.block[i] != finding::some_other && f.block[i] != block.number)
                kept.blocks[0] = f.block[i];
        kept.findings.push_back(f);
    }
    kept.ordered_otherwise = ordered_otherwise.count(kept.blocks[0]) + ordered_otherwise.count(kept.blocks[1]) != 0;
    keep_events();
    list_memory(kept, block.body_type, block.dynamic_offset(), block.memory.dynamic_size());
}

// Those of its blocks: all, if they are few enough; else those around the finding, or the newest. Variables do not
// count.
void recorder::keep_events()
{
    const uint64_t first = recorded > most_held ? recorded - most_held : 0;
    std::vector<uint64_t> numbers;
    size_t counted = 0, end = 0; // how many of them are kept, counted from the first
    const auto counts = [this](uint64_t n) { return at(n).kind < trace_event::variable; };
    for (uint64_t n = first; n < recorded; ++n)
        if (const uint64_t b = at(n).block; b == kept.blocks[0] || b == kept.blocks[1]) {
            numbers.push_back(n);
            counted += counts(n);
        }
    const bool cut = found_at != 0 && (counted > most_kept || closed);
    size_t after = 0;
    while (end < numbers.size() && (!cut || after < kept_after_finding)) {
        after += numbers[end] >= found_at && counts(numbers[end]);
        ++end;
    }
    kept.more = unrecorded;
    for (size_t i = end; i < numbers.size(); ++i)
        kept.more += counts(numbers[i]);
    numbers.resize(end);
    size_t begin = end;
    counted = 0;
    while (begin > 0 && (counted += counts(numbers[begin - 1])) <= (cut ? kept_around_finding : most_kept))
        --begin;
    kept.lost = first + begin; // of all blocks
    numbers.erase(numbers.begin(), numbers.begin() + (std::ptrdiff_t)begin);
    const uint64_t oldest_seen = seen_in_all > most_held ? seen_in_all - most_held : 0;
    uint64_t from = numbers.empty() ? recorded : numbers[0];
    for (uint64_t n = oldest_seen; n < seen_in_all && kept.blocks[0] != kept.blocks[1]; ++n)
        if (const auto &[number, e] = seen[n % most_held]; e.block == kept.blocks[0] && number < first) {
            from = std::min(from, number);
            kept.events.push_back(e);
        }
    for (uint64_t n : numbers)
        kept.events.push_back(at(n));
    keep_writes_of_others(from);
}

// What of the memory that the kept events touch was written by blocks that are not kept, from the event of that number
// on.
void recorder::keep_writes_of_others(uint64_t from)
{
    using byte_of_memory = std::tuple<bool, uint64_t, uint64_t>; // whether it is shared, of which block, where
    std::set<byte_of_memory> touched, written;
    for (const trace_event &e : kept.events)
        for (unsigned i = 0; e.kind <= trace_event::atomic && i < e.size; ++i)
            touched.emplace(e.shared, e.shared ? e.owner : 0, e.address + i);
    for (uint64_t n = seen_in_all > most_held ? seen_in_all - most_held : 0; n < seen_in_all; ++n) {
        const auto &[number, e] = seen[n % most_held];
        const bool counts =
            number >= from && e.kind <= trace_event::atomic && e.block != kept.blocks[0] && e.block != kept.blocks[1];
        for (unsigned i = 0; counts && i < e.size; ++i)
            if (byte_of_memory byte = {e.shared, e.shared ? e.owner : 0, e.address + i}; touched.count(byte) != 0)
                written.insert(byte);
    }
    for (const auto &[shared, owner, address] : written)
        if (trace_memory *m = kept.others.empty() ? nullptr : &kept.others.back();
            m != nullptr && m->shared == shared && m->block == owner && m->begin + m->size == address)
            ++m->size;
        else
            kept.others.push_back({"", shared, address, 1, owner});
}

bool recorder::writes_results()
{
    if (setting.trace == nullptr)
        return true;
    if (!kept.found) // then what was reported outside of launches is all that there is to say
        for (const std::string &text : take_reports())
            kept.reports.push_back(text);
    const char *problem = write_trace_page(setting.trace, kept, setting.fixed);
    if (problem != nullptr)
        fprintf(stderr, tr("CPU device: cannot write the trace to %s: %s\n"), setting.trace, problem);
    return problem == nullptr;
}
} // namespace

observer *make_trace()
{
    return new recorder;
}
} // namespace cpu_device

extern "C" void cpu_device_page_note(const char *text)
{
    std::lock_guard<std::mutex> lock(cpu_device::note_mutex);
    cpu_device::note = text;
}
