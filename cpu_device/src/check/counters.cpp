// SPDX-License-Identifier: MIT
#include "counters.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "../../include/cpu_device/counters.h"
#include "../limits.h"
#include "../memory/arena.h"
#include "../platform/copies.h"
#include "../platform/kernel_name.h"
#include "../platform/output_file.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../say/report.h"
#include "../settings.h"
#include "events.h"

namespace cpu_device
{
namespace
{
constexpr unsigned sector = 32; // bytes
constexpr unsigned banks = 32;  // of 4 bytes

// Where an instruction is in the source, and what it does. Instructions of one line that do the same count as one: the
// compiler may have made copies, of which each thread executes one. Those of a function that was inlined several times,
// or of several instances of a template, count separately: on a GPU too they are different instructions.
struct access_place {
    std::string line, inlining;
    enum : uint8_t { load, store, atomic } verb;
    bool shared;
    size_t size; // bytes that a thread accesses
    bool operator==(const access_place &other) const
    {
        return line == other.line && inlining == other.inlining && verb == other.verb && shared == other.shared &&
               size == other.size;
    }
};

// The counts of one core.
class access_counter final : public observer
{
    unsigned wants() const override;
    observer *for_core() override
    {
        return new access_counter;
    }
    void core_ends(const running_block &block) override;
    void block_ends(const running_block &block, bool broken, const std::vector<finding> &found) override;
    void barrier(const running_block &, const char *, int) override
    {
        ++barriers_;
        flush_all();
    }
    void warp_meets(const running_block &, unsigned warp, unsigned, bool whole) override
    {
        if (whole)
            flush(warp);
    }
    bool access_begins(const running_block &block, unsigned thread, const announced_access &access) override
    {
        return !is_atomic(access.kind) && count(block, thread, access);
    }
    bool atomic_ends(const running_block &block, unsigned thread, const announced_access &access, outcome is) override
    {
        return is != outcome::tried_again && count(block, thread, access);
    }
    void others_have_run(unsigned thread) override
    {
        if (warps_[thread / warp_size].flushes == flushes_before_[thread])
            flush(thread / warp_size);
    }
    bool writes_results() override;

    bool count(const running_block &block, unsigned thread, const announced_access &access);
    // `address` may be an offset in shared memory. True: the thread should let others catch up.
    bool count(unsigned thread, bool shared, access kind, uintptr_t address, size_t size, const void *pc);
    void flush(unsigned warp); // its threads have converged
    void flush_all();
    void discard(); // what is not flushed

    static constexpr unsigned window = 512;
    struct request {
        uint32_t lanes = 0;
        uintptr_t address[warp_size];
    };
    struct at_place {
        uint32_t executed[warp_size] = {}; // times, by lane, since the last flush
        std::vector<request> requests;
    };
    struct warp {
        std::vector<at_place> places;
        uint32_t executed[warp_size] = {};
        uint32_t flushes = 0;
        bool any = false;
    };
    uint32_t place_of(bool shared, access kind, size_t size, const void *pc);
    void count_one(unsigned thread, uint32_t place, uintptr_t address);
    static void add_request(access_counts &counts, const access_place &place, request &r);
    static void add_global(access_counts &counts, const request &r, size_t size);
    static void add_wavefronts(access_counts &counts, const request &r, uint32_t lanes, size_t size);
    static void add_shared(access_counts &counts, const request &r, size_t size);

    std::unordered_map<uintptr_t, uint32_t> place_at_; // by instruction and what it does
    std::vector<access_place> places_;
    std::vector<access_counts> counts_; // by place, of this kernel
    warp warps_[max_warps];
    uint32_t flushes_before_[max_threads] = {}; // of its warp, when a thread lets the others run
    static constexpr unsigned kinds = 6;        // of access_place::verb, in global memory, then in shared memory
    uint32_t took_part_[kinds][max_warps] = {}; // lanes, of this block
    participants participants_[kinds] = {};     // of this kernel
    unsigned long long watched_loads_ = 0, watched_from_others_ = 0, watched_atomics_ = 0, barriers_ = 0;
    void note_watched(uint64_t block, const announced_access &access);
    // For each thread of this block: the words that it has accessed, and where it was last.
    struct work {
        unsigned long long words = 0;
        uintptr_t recent[4] = {};
        unsigned next = 0;
    } work_[max_threads];
    unsigned long long words_ = 0, most_words_ = 0; // of this kernel
    void note_work(unsigned thread, uintptr_t place, size_t size);

    // Accesses of each thread that may not be all of a copy (platform/copies.h).
    struct part_of_copy {
        uintptr_t copy = 0; // 0: none
        access kind;
        bool shared;
        uintptr_t begin, end;
        const void *pc, *last;
    } parts_[max_threads];
    bool goes_on(part_of_copy &part, uintptr_t copy, bool shared, uintptr_t address, size_t size, const void *pc);
    void count_part(unsigned thread);
    void count_whole(unsigned thread, bool shared, access kind, uintptr_t address, size_t size, const void *pc);
};

// The counts of all kernels: printed at the end, and since cpu_device_counters_begin().
struct all_counts {
    std::mutex mutex;
    using key = std::tuple<std::string, bool, std::string, int, int, size_t>; // in the order of the report
    std::map<key, access_counts> by_line;
    memory_counts total = {};
    std::atomic<bool> tell{false};
    std::atomic<uintptr_t> watched_begin{0}, watched_end{0};
    std::vector<std::atomic<uint32_t>> watched_by; // the block that has stored each word last, plus 1
};

all_counts &run_counts()
{
    static all_counts *only = new all_counts; // outlives the cores
    return *only;
}

void add(access_counts &to, const access_counts &more)
{
    to.requests += more.requests;
    to.sectors += more.sectors;
    to.least_sectors += more.least_sectors;
    to.bytes += more.bytes;
    to.wavefronts += more.wavefronts;
    to.least_wavefronts += more.least_wavefronts;
}

access_counts &kind_of(memory_counts &all, const access_place &p)
{
    switch (p.verb) {
    case access_place::load: return p.shared ? all.shared_loads : all.global_loads;
    case access_place::store: return p.shared ? all.shared_stores : all.global_stores;
    default: return p.shared ? all.shared_atomics : all.global_atomics;
    }
}
participants &participants_of(memory_counts &all, unsigned kind)
{
    static participants memory_counts::*const of_kind[] = {
        &memory_counts::global_loading, &memory_counts::global_storing, &memory_counts::global_atomic,
        &memory_counts::shared_loading, &memory_counts::shared_storing, &memory_counts::shared_atomic};
    return all.*of_kind[kind];
}

// --- from accesses to requests ---

uint32_t access_counter::place_of(bool shared, access kind, size_t size, const void *pc)
{
    auto verb = is_atomic(kind) ? access_place::atomic : writes(kind) ? access_place::store : access_place::load;
    // memcpy is a load and a store, each of shared or of global memory
    uintptr_t key = reinterpret_cast<uintptr_t>(pc) << 8 | size << 3 | (uintptr_t)verb << 1 | shared;
    auto known = place_at_.find(key);
    if (known != place_at_.end())
        return known->second;
    access_place here = {"", "", verb, shared, size};
    here.line = source_line(pc, &here.inlining);
    if (here.line.empty())
        here.line = format("instruction %p", pc);
    auto found = std::find(places_.begin(), places_.end(), here);
    if (found == places_.end()) {
        found = places_.insert(places_.end(), here);
        counts_.push_back({});
    }
    return place_at_[key] = (uint32_t)(found - places_.begin());
}

void access_counter::count_one(unsigned thread, uint32_t place, uintptr_t address)
{
    warp &w = warps_[thread / warp_size];
    if (w.places.size() <= place)
        w.places.resize(places_.size());
    at_place &here = w.places[place];
    unsigned lane = thread % warp_size, n = here.executed[lane]++;
    if (here.requests.size() <= n)
        here.requests.resize(n + 1u);
    here.requests[n].lanes |= 1u << lane;
    here.requests[n].address[lane] = address;
    w.any = true;
    ++w.executed[lane];
}

// `place`: another one for shared memory than for global memory.
void access_counter::note_work(unsigned thread, uintptr_t place, size_t size)
{
    work &w = work_[thread];
    if (std::find(std::begin(w.recent), std::end(w.recent), place) != std::end(w.recent))
        return;
    w.recent[w.next++ % 4] = place;
    w.words += (size + 3) / 4;
}

// Whether an access is of the same copy as those before it. Members that the program does not use are left out.
bool access_counter::goes_on(part_of_copy &part, uintptr_t copy, bool shared, uintptr_t address, size_t size,
                             const void *pc)
{
    const bool next = address == part.end, in_vector = address > part.end && address + size <= (part.begin | 15) + 1;
    if (part.copy != copy || part.shared != shared || pc <= part.last || !(next || in_vector))
        return false;
    part.end = address + size;
    part.last = pc;
    return true;
}

void access_counter::count_part(unsigned thread)
{
    part_of_copy &part = parts_[thread];
    if (part.copy == 0)
        return;
    size_t size = part.end - part.begin, vector = 1;
    while (vector < size)
        vector *= 2;
    const uintptr_t begin = part.begin & -vector;
    if (vector <= 16 && part.end <= begin + vector)
        count_whole(thread, part.shared, part.kind, begin, vector, part.pc);
    else
        count_whole(thread, part.shared, part.kind, part.begin, size, part.pc);
    part.copy = 0;
}

void access_counter::count_whole(unsigned thread, bool shared, access kind, uintptr_t address, size_t size,
                                 const void *pc)
{
    note_work(thread, address << 1 | shared, size);
    while (size > 0) { // one instruction loads 1, 2, 4, 8 or 16 bytes; a struct of another size takes several
        size_t piece = std::min<size_t>(16, size & -size);
        count_one(thread, place_of(shared, kind, piece, pc), address);
        address += piece;
        size -= piece;
    }
}

bool access_counter::count(unsigned thread, bool shared, access kind, uintptr_t address, size_t size, const void *pc)
{
    auto verb = is_atomic(kind) ? access_place::atomic : writes(kind) ? access_place::store : access_place::load;
    took_part_[verb + (shared ? 3 : 0)][thread / warp_size] |= 1u << thread % warp_size;
    part_of_copy &part = parts_[thread];
    const uintptr_t copy = copy_of(pc, writes(kind));
    if (copy == 0 || !goes_on(part, copy, shared, address, size, pc)) {
        count_part(thread);
        if (copy == 0)
            count_whole(thread, shared, kind, address, size, pc);
        else
            part = {copy, kind, shared, address, address + size, pc, pc};
        warps_[thread / warp_size].any = true;
    }
    flushes_before_[thread] = warps_[thread / warp_size].flushes;
    return warps_[thread / warp_size].executed[thread % warp_size] >= window;
}

void access_counter::note_watched(uint64_t block, const announced_access &access)
{
    all_counts &all = run_counts();
    const auto address = reinterpret_cast<uintptr_t>(access.address);
    if (address < all.watched_begin || address >= all.watched_end)
        return;
    std::atomic<uint32_t> &by = all.watched_by[(address - all.watched_begin) / 4];
    const auto self = (uint32_t)block + 1;
    if (is_atomic(access.kind))
        ++watched_atomics_;
    if (writes(access.kind)) {
        by = self;
    } else if (!is_atomic(access.kind)) {
        ++watched_loads_;
        watched_from_others_ += by != 0 && by != self;
    }
}

bool access_counter::count(const running_block &block, unsigned thread, const announced_access &access)
{
    const block_memory &memory = block.memory;
    const char *address = access.address;
    const size_t in_static = memory.in_static(address), in_dynamic = memory.in_dynamic(address);
    if (in_static < memory.static_size())
        return count(thread, true, access.kind, in_static, access.size, access.pc);
    if (in_dynamic < memory.dynamic_size())
        return count(thread, true, access.kind, in_dynamic, access.size, access.pc);
    note_watched(block.number, access);
    const bool in_arena = reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size;
    if (in_arena || (writes(access.kind) && is_registered(address)) ||
        (in_program(address) && (writes(access.kind) || (in_changeable_data(address) && !is_constant(address)))))
        return count(thread, false, access.kind, reinterpret_cast<uintptr_t>(address), access.size, access.pc);
    return false;
}

void access_counter::flush(unsigned number)
{
    warp &w = warps_[number];
    ++w.flushes;
    if (!w.any)
        return;
    for (unsigned lane = 0; lane < warp_size; ++lane)
        count_part(number * warp_size + lane);
    for (size_t i = 0; i < w.places.size(); ++i) {
        at_place &here = w.places[i];
        for (request &r : here.requests)
            add_request(counts_[i], places_[i], r);
        here.requests.clear();
        memset(here.executed, 0, sizeof here.executed);
    }
    memset(w.executed, 0, sizeof w.executed);
    w.any = false;
}

void access_counter::flush_all()
{
    for (unsigned i = 0; i < max_warps; ++i)
        flush(i);
}

void access_counter::block_ends(const running_block &, bool broken, const std::vector<finding> &)
{
    if (broken)
        discard();
    else
        flush_all();
    for (unsigned kind = 0; kind < kinds; ++kind) {
        unsigned long long threads = 0;
        for (uint32_t &lanes : took_part_[kind]) {
            threads += (unsigned)__builtin_popcount(lanes);
            lanes = 0;
        }
        participants_[kind].threads += threads;
        participants_[kind].blocks += threads > 0;
    }
    for (work &w : work_) {
        words_ += w.words;
        most_words_ = std::max(most_words_, w.words);
        w = {};
    }
}

void access_counter::discard()
{
    for (part_of_copy &part : parts_)
        part.copy = 0;
    for (warp &w : warps_) {
        w.places.clear();
        memset(w.executed, 0, sizeof w.executed);
        w.any = false;
    }
}

// --- from requests to what they cost ---

// An instruction needs addresses that are multiples of what it accesses. Where they are not, as with a struct of four
// ints, a GPU executes several smaller instructions.
void access_counter::add_request(access_counts &counts, const access_place &place, request &r)
{
    uintptr_t offsets = place.size;
    for (uint32_t rest = r.lanes; rest; rest &= rest - 1)
        offsets |= r.address[__builtin_ctz(rest)];
    const size_t size = offsets & -offsets;
    for (size_t done = 0; done < place.size; done += size) {
        ++counts.requests;
        if (!place.shared)
            add_global(counts, r, size);
        else if (place.verb != access_place::atomic) // the banks execute atomics in another way
            add_shared(counts, r, size);
        for (uintptr_t &address : r.address)
            address += size;
    }
}

void access_counter::add_global(access_counts &counts, const request &r, size_t size)
{
    struct {
        uintptr_t number;
        uint32_t bytes;
    } touched[2 * warp_size];
    unsigned n = 0, bytes = 0;
    for (uint32_t rest = r.lanes; rest; rest &= rest - 1) {
        uintptr_t address = r.address[__builtin_ctz(rest)], end = address + size;
        while (address < end) {
            uintptr_t number = address / sector;
            unsigned first = (unsigned)(address % sector),
                     last = (unsigned)std::min<uintptr_t>(end - number * sector, sector);
            uint32_t mask = (uint32_t)((1ull << last) - (1ull << first));
            unsigned i = n;
            while (i > 0 && touched[i - 1].number != number) // mostly the last one
                --i;
            if (i == 0)
                touched[n++] = {number, mask};
            else
                touched[i - 1].bytes |= mask;
            address = number * sector + last;
        }
    }
    for (unsigned i = 0; i < n; ++i)
        bytes += (unsigned)__builtin_popcount(touched[i].bytes);
    counts.sectors += n;
    counts.bytes += bytes;
    counts.least_sectors += (bytes + sector - 1) / sector;
}

// Each bank serves one word of 4 bytes at a time. Threads that want the same word share it; different words of one bank
// take turns.
void access_counter::add_wavefronts(access_counts &counts, const request &r, uint32_t lanes, size_t size)
{
    constexpr unsigned most_words = warp_size * 4;
    uintptr_t words[banks][most_words];
    unsigned in_bank[banks] = {}, most = 0, all = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uintptr_t address = r.address[__builtin_ctz(rest)];
        for (uintptr_t word = address / 4; word <= (address + size - 1) / 4; ++word) {
            uintptr_t *bank = words[word % banks];
            unsigned &count = in_bank[word % banks];
            if (std::find(bank, bank + count, word) != bank + count)
                continue;
            bank[count++] = word;
            ++all;
            most = std::max(most, count);
        }
    }
    counts.wavefronts += most;
    counts.least_wavefronts += (all + banks - 1) / banks;
}

// With 4 bytes for each thread, the whole warp is served together; with 8 bytes its halves, with 16 its quarters, one
// after the other. Two of these parts are served together if in both each thread accesses the same address as its
// neighbour, or as the thread after that. An H200 does so (cpu_device/tests/counters/patterns.csv), and shares no more
// than that between the parts.
void access_counter::add_shared(access_counts &counts, const request &r, size_t size)
{
    auto paired = [&](uint32_t lanes, unsigned distance) {
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest), other = lane ^ distance;
            if (lanes >> other & 1 && r.address[lane] != r.address[other])
                return false;
        }
        return true;
    };
    const unsigned together = size <= 8 ? warp_size : warp_size / 2; // lanes, at most
    for (unsigned first = 0; first < warp_size; first += together) {
        uint32_t all = (uint32_t)((1ull << together) - 1) << first, lanes = r.lanes & all;
        uint32_t lower = all & all >> together / 2;
        if (size <= 4 || paired(lanes, 1) || paired(lanes, 2)) {
            add_wavefronts(counts, r, lanes, size);
        } else {
            add_wavefronts(counts, r, lanes & lower, size);
            add_wavefronts(counts, r, lanes & ~lower, size);
        }
    }
}

void access_counter::core_ends(const running_block &block)
{
    char *kernel = short_kernel_name(kernel_symbol(block.body_type).c_str());
    if (kernel == nullptr)
        die(1, "no memory left: %s", strerror(errno));
    all_counts &a = run_counts();
    std::lock_guard<std::mutex> lock(a.mutex);
    for (size_t i = 0; i < places_.size(); ++i) {
        if (counts_[i].requests == 0)
            continue;
        const access_place &p = places_[i];
        size_t colon = p.line.rfind(':');
        int line = colon == std::string::npos ? 0 : atoi(p.line.c_str() + colon + 1);
        add(a.by_line[{kernel, p.shared, p.line.substr(0, colon), line, p.verb, p.size}], counts_[i]);
        add(kind_of(a.total, p), counts_[i]);
        counts_[i] = {};
    }
    for (unsigned kind = 0; kind < kinds; ++kind) {
        participants_of(a.total, kind).threads += participants_[kind].threads;
        participants_of(a.total, kind).blocks += participants_[kind].blocks;
        participants_[kind] = {};
    }
    a.total.watched_loads += watched_loads_;
    a.total.watched_loads_from_others += watched_from_others_;
    a.total.watched_atomics += watched_atomics_;
    a.total.barriers += barriers_;
    a.total.words += words_;
    a.total.most_words_of_thread = std::max(a.total.most_words_of_thread, most_words_);
    watched_loads_ = watched_from_others_ = watched_atomics_ = barriers_ = words_ = most_words_ = 0;
    free(kernel);
}

// --- reports ---

unsigned access_counter::wants() const
{
    return setting.count || run_counts().tell ? blocks | accesses : nothing;
}

const char *const verbs[] = {"load", "store", "atomic"};

double ratio(unsigned long long a, unsigned long long b)
{
    return (double)a / (double)b;
}

void write_csv(FILE *f)
{
    fprintf(f, "kernel,file,line,access,bytes,requests,sectors,sectors_per_request,bytes_used_percent,wavefronts,"
               "conflict_degree\n");
    for (const auto &[key, c] : run_counts().by_line) {
        const auto &[kernel, shared, file, line, verb, size] = key;
        fprintf(f, "\"%s\",%s,%d,%s %s,%zu,%llu,", kernel.c_str(), file.c_str(), line, shared ? "shared" : "global",
                verbs[verb], size, c.requests);
        if (!shared)
            fprintf(f, "%llu,%.4g,%.4g,,\n", c.sectors, ratio(c.sectors, c.requests),
                    100 * ratio(c.bytes, c.sectors * sector));
        else if (c.wavefronts > 0)
            fprintf(f, ",,,%llu,%.4g\n", c.wavefronts, ratio(c.wavefronts, c.least_wavefronts));
        else
            fprintf(f, ",,,,\n");
    }
}

// The columns that a text takes on a terminal, where a Chinese character is as wide as two others.
size_t width(const std::string &text)
{
    size_t columns = 0;
    for (unsigned char byte : text)
        columns += byte < 0x80 ? 1 : byte >= 0xe0 ? 2 : 0; // of three bytes, the first counts
    return columns;
}

std::string table()
{
    std::string text, last;
    for (const auto &[key, c] : run_counts().by_line) {
        const auto &[kernel, shared, file, line, verb, size] = key;
        std::string head = format("COUNTERS: kernel %s, %s memory", kernel.c_str(), tr(shared ? "shared" : "global"));
        if (head != last) {
            if (!last.empty()) {
                print_report(text);
                text.clear();
            }
            last = head;
            if (width(head) > 51) { // a line of its own
                text += head + '\n';
                head.clear();
            }
            text += head + std::string(51 - width(head), ' ') +
                    tr(shared ? " requests  wavefronts  bank conflict"
                              : " requests     sectors  sectors/request  bytes used");
        }
        text += format("\n    %-6s %2zu bytes at %-27s %9llu ", tr(verbs[verb]), size,
                       format("%s:%d", file.c_str(), line).c_str(), c.requests);
        if (!shared)
            text += format(" %10llu  %15.2f  %9.1f%%%s", c.sectors, ratio(c.sectors, c.requests),
                           100 * ratio(c.bytes, c.sectors * sector),
                           c.sectors == c.least_sectors
                               ? ""
                               : format("  uncoalesced: %.2f would do", ratio(c.least_sectors, c.requests)).c_str());
        else if (c.wavefronts == c.least_wavefronts)
            text += format(" %10llu  %13s", c.wavefronts, c.wavefronts ? tr("none") : "-");
        else
            text += format(" %10llu  %9.3g-way", c.wavefronts, ratio(c.wavefronts, c.least_wavefronts));
    }
    return text;
}

bool access_counter::writes_results()
{
    if (!setting.count)
        return true;
    all_counts &a = run_counts();
    std::lock_guard<std::mutex> lock(a.mutex);
    if (setting.counters == nullptr) {
        print_report(a.by_line.empty() ? tr("COUNTERS: no kernel has accessed global or shared memory") : table());
        return true;
    }
    const char *problem = write_output(setting.counters, write_csv);
    if (problem != nullptr)
        fprintf(stderr, tr("CPU device: cannot write the counters to %s: %s\n"), setting.counters, problem);
    return problem == nullptr;
}
} // namespace

const char *set_counters(const char *value)
{
    const char *problem = nullptr;
    if (strcmp(value, "on") != 0)
        setting.counters = output_path(value, problem);
    setting.count = true;
    return problem;
}

observer *make_counters()
{
    return new access_counter;
}
} // namespace cpu_device

void cpu_device_counters_begin(void)
{
    if (!cpu_device::setting.check) {
        fprintf(stderr,
                cpu_device::tr(
                    "CPU device: this program counts what its kernels do, which CPU_DEVICE_CHECKS=off leaves out\n"));
        exit(2);
    }
    cpu_device::all_counts &a = cpu_device::run_counts();
    std::lock_guard<std::mutex> lock(a.mutex);
    a.total = {};
    a.tell = true;
}

memory_counts cpu_device_counters_end(void)
{
    cpu_device::all_counts &a = cpu_device::run_counts();
    std::lock_guard<std::mutex> lock(a.mutex);
    a.tell = false;
    return a.total;
}

void cpu_device_counters_guard(void)
{
    cpu_device::stores_need_variables = true;
}

void cpu_device_counters_watch(const void *begin, size_t bytes)
{
    cpu_device::all_counts &a = cpu_device::run_counts();
    a.watched_by = std::vector<std::atomic<uint32_t>>(bytes / 4 + 1);
    a.watched_begin = reinterpret_cast<uintptr_t>(begin);
    a.watched_end = reinterpret_cast<uintptr_t>(begin) + bytes;
}
