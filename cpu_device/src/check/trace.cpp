// SPDX-License-Identifier: MIT
#include "trace.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "../memory/arena.h"
#include "../memory/block_memory.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../say/report.h"
#include "../settings.h"
#include "checks.h"

namespace cpu_device
{
namespace
{
constexpr size_t most_held = 1 << 18, most_kept = 40000; // events

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

// One for all cores: blocks that wait for one another have host threads of their own, which take turns.
struct recorder {
    std::mutex mutex;
    std::vector<trace_event> held; // a ring
    uint64_t recorded = 0;         // in this launch; the newest is at recorded - 1
    // What other blocks may see, which is less: stores and atomic operations of global memory, and fences. A second
    // ring, so that it reaches further back. By the numbers of the events in the launch.
    std::vector<std::pair<uint64_t, trace_event>> seen;
    uint64_t seen_in_all = 0;
    bool pending = false; // the newest is a store whose value is not known before the thread goes on
    const char *pending_at = nullptr;
    bool remarked = false; // of the running block
    uint64_t launches = 0;
    const launch_record *launch = nullptr;
    kept_trace kept;
    std::unordered_map<const void *, int> lines;
    std::unordered_map<const char *, std::string> paths;          // of files, as the compiler was given them
    std::unordered_map<uint64_t, std::vector<watched>> variables; // of threads, the innermost last
    std::set<std::string> names;                                  // of variables
};

recorder &the_recorder()
{
    static recorder *only = new recorder; // outlives the cores
    return *only;
}

trace_event &at(recorder &r, uint64_t number)
{
    return r.held[number % most_held];
}

// Of the newest event.
void others_see(recorder &r, const trace_event &e)
{
    if (r.seen.empty())
        r.seen.resize(most_held);
    r.seen[r.seen_in_all++ % most_held] = {r.recorded - 1, e};
}

void finish_store(recorder &r)
{
    if (!r.pending)
        return;
    r.pending = false;
    trace_event &e = at(r, r.recorded - 1);
    memcpy(e.value, r.pending_at, std::min<size_t>(e.size, sizeof e.value));
    if (!e.shared)
        others_see(r, e);
}

trace_event &add(recorder &r, trace_event::what_is what, uint64_t block, unsigned thread)
{
    finish_store(r);
    if (r.held.empty())
        r.held.resize(most_held);
    trace_event &e = at(r, r.recorded++);
    e = {};
    e.what = what;
    e.block = block;
    e.thread = (uint16_t)thread;
    return e;
}

uint64_t number_of(uint64_t block, unsigned thread)
{
    return block * 1024 + thread;
}

// What a thread's variables are now, before the event that it is about to add.
void add_variables(recorder &r, uint64_t block, unsigned thread)
{
    const auto of_thread = r.variables.find(number_of(block, thread));
    if (of_thread == r.variables.end())
        return;
    for (size_t i = 0; i < of_thread->second.size(); ++i) {
        watched &v = of_thread->second[i];
        const uint64_t now = value_of(v.is);
        if (now == v.value && (v.recorded || !v.known))
            continue;
        v.value = now;
        v.known = v.recorded = true;
        trace_event &e = add(r, trace_event::variable, block, thread);
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
    for (const auto &[begin, known] : m.registered)
        if (pointer >= begin && pointer < begin + known.size)
            return {format("%zu bytes that cudaHostRegister() made known", known.size), false, (uint64_t)begin,
                    known.size};
    lock.unlock();
    const place_in_memory place = describe_variable(pointer);
    if (place.empty())
        return {"", false, address, 1};
    return {place.variable, false, address - place.bytes, 0};
}

void list_memory(kept_trace &kept, const char *body_type, size_t dynamic_begin, size_t dynamic_size)
{
    std::map<uint64_t, trace_memory> shared, global;
    for (const trace_event &e : kept.events) {
        if (e.what > trace_event::atomic)
            continue;
        std::map<uint64_t, trace_memory> &all = e.shared ? shared : global;
        auto behind = all.upper_bound(e.address);
        if (behind != all.begin()) {
            trace_memory &known = std::prev(behind)->second;
            if (e.address < known.begin + known.size)
                continue;
        }
        trace_memory fresh;
        if (!e.shared) {
            fresh = memory_at(e.address);
        } else if (e.address >= dynamic_begin) {
            fresh = {"dynamic shared memory", true, dynamic_begin, dynamic_size};
        } else {
            fresh = {block_memory::variable_at(image_of(body_type), e.address).object, true, e.address, e.size};
            for (const auto &v : thread_local_variables(image_of(body_type)))
                if (e.address - v.offset < v.size)
                    fresh = {fresh.name, true, v.offset, v.size};
        }
        trace_memory &m = all.try_emplace(fresh.begin, fresh).first->second;
        if (m.begin + m.size < e.address + e.size) // a variable, whose size is not known, or a refused access
            m.size = e.address + e.size - m.begin;
    }
    for (const auto *all : {&shared, &global})
        for (const auto &[begin, m] : *all)
            kept.memory.push_back(m);
}

bool is_wanted(const recorder &r, uint64_t block)
{
    return (setting.trace_launch == 0 || r.launches == setting.trace_launch) &&
           (!setting.trace_one_block || block == setting.trace_block);
}
} // namespace

bool tracing()
{
    return setting.trace != nullptr;
}

void trace_launch_begins(const launch_record &launch)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    r.pending = false;
    r.recorded = r.seen_in_all = 0;
    r.launch = &launch;
    ++r.launches;
    take_reports();
}

void trace_remark()
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    r.remarked = true;
}

void trace_launch_ends(bool reported)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    r.launch = nullptr;
    if (!r.kept.any || r.kept.number != r.launches)
        return;
    r.kept.found &= reported; // some findings turn out to be none when all blocks have run
    r.kept.reports = take_reports();
}

int trace_line(const void *instruction)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    auto [place, fresh] = r.lines.try_emplace(instruction, 0);
    if (fresh)
        place->second = source_place(instruction).line;
    return place->second;
}

void trace_access(uint64_t block, unsigned thread, access kind, const char *address, size_t size,
                  const void *instruction, bool shared, uint64_t offset, bool refused)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    add_variables(r, block, thread);
    auto what = is_atomic(kind) ? trace_event::atomic : writes(kind) ? trace_event::store : trace_event::load;
    trace_event &e = add(r, what, block, thread);
    e.where = instruction;
    e.shared = shared;
    e.address = shared ? offset : (uint64_t)address;
    e.size = (uint8_t)std::min<size_t>(size, 255);
    e.refused = refused;
    e.is_volatile = kind == access::volatile_read || kind == access::volatile_write;
    if (refused)
        return;
    memcpy(what == trace_event::atomic ? &e.old : e.value, address,
           std::min<size_t>(size, what == trace_event::atomic ? sizeof e.old : sizeof e.value));
    r.pending = what != trace_event::load;
    r.pending_at = address;
}

void trace_waits(uint64_t block, unsigned thread, unsigned kind, const char *file, int line)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    if (line != 0) { // it is not an instruction
        auto [path, fresh] = r.paths.try_emplace(file, file);
        if (std::string whole = fresh ? caller_path(file) : ""; !whole.empty())
            path->second = whole;
        file = path->second.c_str();
    }
    add_variables(r, block, thread);
    trace_event &e = add(r, trace_event::waits, block, thread);
    e.where = file;
    e.line = (uint32_t)line;
    e.size = (uint8_t)kind;
}

void trace_block_meets(uint64_t block)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    add(r, trace_event::block_meets, block, 0);
}

void trace_warp_meets(uint64_t block, unsigned warp, unsigned lanes)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    add(r, trace_event::warp_meets, block, warp * warp_size).address = lanes;
}

void trace_fence(uint64_t block, unsigned thread, bool of_device)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    add_variables(r, block, thread);
    trace_event &e = add(r, trace_event::fence, block, thread);
    e.size = of_device;
    others_see(r, e);
}

void trace_variable_begins(uint64_t block, unsigned thread, const traced_variable &variable, bool initialized)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    watched v = {variable, value_of(variable), initialized};
    v.is.name = r.names.insert(variable.name).first->c_str();
    r.variables[number_of(block, thread)].push_back(v);
}

void trace_variable_ends(uint64_t block, unsigned thread, const void *address)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    std::vector<watched> &all = r.variables[number_of(block, thread)];
    while (!all.empty()) {
        const watched last = all.back();
        all.pop_back();
        if (last.recorded)
            add(r, trace_event::variable_ends, block, thread).address = all.size();
        if (last.is.address == address)
            return;
    }
}

void trace_block_ends(uint64_t block, bool broken, const std::vector<finding> &found, const char *body_type,
                      size_t dynamic_begin, size_t dynamic_size)
{
    recorder &r = the_recorder();
    std::lock_guard<std::mutex> lock(r.mutex);
    finish_store(r);
    for (unsigned thread = 0; thread < 1024 && !r.variables.empty(); ++thread) // of threads that have left otherwise
        r.variables.erase(number_of(block, thread));
    const bool asked = setting.trace_launch != 0 || setting.trace_one_block;
    const bool better = !found.empty() || broken || r.remarked;
    r.remarked = false;
    if (!is_wanted(r, block) || r.kept.found || (r.kept.any && (asked || !better)))
        return;
    kept_trace &k = r.kept;
    k = {};
    k.any = true;
    k.found = better;
    k.broken = broken;
    k.number = r.launches;
    k.kernel = r.launch->name.kernel;
    k.launched_at_file = r.launch->name.file != nullptr ? r.launch->name.file : "";
    k.launched_at_line = r.launch->name.line;
    k.grid = r.launch->name.grid;
    k.block = r.launch->name.block;
    k.blocks[0] = k.blocks[1] = block;
    for (const finding &f : found) {
        for (int i = 0; i < 2 && between_blocks(f) && k.findings.empty(); ++i)
            if (f.block[i] != finding::some_other && f.block[i] != block)
                k.blocks[0] = f.block[i];
        k.findings.push_back(f);
    }
    uint64_t first = r.recorded > most_held ? r.recorded - most_held : 0;
    std::vector<uint64_t> numbers;
    for (uint64_t n = first; n < r.recorded; ++n)
        if (const uint64_t b = at(r, n).block; b == k.blocks[0] || b == k.blocks[1])
            numbers.push_back(n);
    k.lost = first;                          // of all blocks
    size_t begin = numbers.size(), kept = 0; // variables do not count
    while (begin > 0 && (kept += at(r, numbers[begin - 1]).what < trace_event::variable) <= most_kept)
        --begin;
    k.lost += begin;
    numbers.erase(numbers.begin(), numbers.begin() + (std::ptrdiff_t)begin);
    const uint64_t oldest_seen = r.seen_in_all > most_held ? r.seen_in_all - most_held : 0;
    for (uint64_t n = oldest_seen; n < r.seen_in_all && k.blocks[0] != k.blocks[1]; ++n)
        if (const auto &[number, e] = r.seen[n % most_held]; e.block == k.blocks[0] && number < first)
            k.events.push_back(e);
    for (uint64_t n : numbers)
        k.events.push_back(at(r, n));
    list_memory(k, body_type, dynamic_begin, dynamic_size);
}

const kept_trace &the_kept_trace()
{
    kept_trace &kept = the_recorder().kept;
    if (!kept.found) // then what was reported outside of launches is all that there is to say
        for (const std::string &text : take_reports())
            kept.reports.push_back(text);
    return kept;
}
} // namespace cpu_device
