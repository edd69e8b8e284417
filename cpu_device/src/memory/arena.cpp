// SPDX-License-Identifier: MIT
#include "arena.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#include "../findings.h"
#include "../runtime.h"
#include "heap.h"

namespace cpu_device
{
uintptr_t checked_arena, checked_arena_size;

namespace
{
constexpr size_t alignment = 256; // of cudaMalloc
constexpr size_t max_guards = 10000;

size_t page_size()
{
    static const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    return size;
}

size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

void *reserve(size_t size)
{
    void *where = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return where == MAP_FAILED ? nullptr : where;
}

// Sets memory of our own mappings to 0, and gives back the pages that lie in it whole.
void clear(void *where, size_t size)
{
    char *begin = static_cast<char *>(where), *end = begin + size;
    char *first = reinterpret_cast<char *>(round_up(reinterpret_cast<uintptr_t>(begin), page_size()));
    char *last = reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(end) / page_size() * page_size());
    if (first >= last || madvise(first, (size_t)(last - first), MADV_DONTNEED) != 0) {
        memset(begin, 0, size);
        return;
    }
    memset(begin, 0, (size_t)(first - begin));
    memset(last, 0, (size_t)(end - last));
}
} // namespace

arena::arena()
{
    total_ = (size_t)sysconf(_SC_PHYS_PAGES) * page_size() / 2; // the host mostly holds a copy of what is here
    // Only addresses are reserved here; more than there is memory, so that freed ones need not come back at once.
    for (arena_size_ = round_up(4 * total_, page_size()); arena_size_ >= total_ / 16; arena_size_ /= 2) {
        void *arena = mmap(nullptr, arena_size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (arena != MAP_FAILED) {
            arena_ = static_cast<char *>(arena);
            free_[arena_] = arena_size_;
            break;
        }
    }
    owners_ = static_cast<std::atomic<allocation *> *>(reserve(arena_size_ / page_size() * sizeof *owners_));
    written_ = static_cast<std::atomic<uint8_t> *>(reserve(arena_size_ / 8));
    cells_ = new_cells(arena_size_ / 4);
    if (setting.check && owners_ && written_) {
        checked_arena_size = arena_size_;
        checked_arena = reinterpret_cast<uintptr_t>(arena_);
    }
}

char *arena::allocate(size_t size, memory_kind kind, const void *caller)
{
    if (size > total_ || used_ + size > total_)
        return nullptr;
    // Memory that may be touched and memory that may not lie in different mappings, and Linux allows a process
    // 65530 of these (vm.max_map_count). So there is no guard behind the later ones of very many allocations.
    size_t guard = live.size() < max_guards ? page_size() : 0;
    size_t body = round_up(round_up(size, alignment), page_size()), all = body + guard;
    // Goes on behind the last one, so that freed memory stays unused as long as possible.
    auto range = free_.lower_bound(cursor_);
    for (size_t tries = 0; tries <= free_.size(); ++tries, ++range) {
        if (range == free_.end())
            range = free_.begin();
        if (range == free_.end() || range->second >= all)
            break;
    }
    if (range == free_.end() || range->second < all)
        return nullptr;
    char *pages = const_cast<char *>(range->first);
    if (mprotect(pages, body, PROT_READ | PROT_WRITE) != 0)
        return nullptr;
    if (range->second > all)
        free_[pages + all] = range->second - all;
    free_.erase(range);
    cursor_ = pages + all;
    freed.erase(freed.lower_bound(pages), freed.lower_bound(pages + all));

    char *first = pages + body - round_up(size, alignment);
    allocation made(size, kind, pages, all, first, caller);
    made.has_cells = cells_ != nullptr && (with_cells_ + size) * cells_per_byte <= total_ / 4;
    with_cells_ += made.has_cells ? size : 0;
    live.emplace(first, made);
    used_ += size;
    if (checked_arena_size > 0) {
        // Never freed: a check on another core may just look at it.
        std::fill_n(owners_ + page_of(pages), body / page_size(), new allocation(made));
        clear(reinterpret_cast<char *>(written_) + (pages - arena_) / 8, body / 8);
    }
    return first;
}

void arena::release(const char *first, const void *caller)
{
    auto found = live.find(first);
    const allocation &gone = found->second;
    // A new mapping gives the memory back and takes the access away.
    mmap(gone.pages, gone.pages_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    used_ -= gone.size;
    if (gone.has_cells) {
        with_cells_ -= gone.size;
        clear(cells(gone.pages), gone.pages_size * cells_per_byte);
    }
    freed[first] = gone.size;
    if (checked_arena_size > 0) {
        owner(first)->freed_at = caller;
        owner(first)->freed = true;
    }
    auto range = free_.emplace(gone.pages, gone.pages_size).first;
    auto after = std::next(range);
    if (after != free_.end() && range->first + range->second == after->first) {
        range->second += after->second;
        free_.erase(after);
    }
    if (range != free_.begin()) {
        auto before = std::prev(range);
        if (before->first + before->second == range->first) {
            before->second += range->second;
            free_.erase(range);
        }
    }
    live.erase(found);
}

std::map<const char *, allocation>::iterator arena::find(const void *address)
{
    const char *p = static_cast<const char *>(address);
    auto after = live.upper_bound(p);
    if (after == live.begin())
        return live.end();
    auto found = std::prev(after);
    return p < found->first + found->second.size ? found : live.end();
}

allocation *arena::owner(const void *address) const
{
    return owners_[page_of(static_cast<const char *>(address))].load(std::memory_order_relaxed);
}

bool arena::any_written(const char *address, size_t size) const
{
    for (size_t i = (size_t)(address - arena_), end = i + size; i < end;) {
        size_t n = std::min(8 - i % 8, end - i);
        uint8_t mask = (uint8_t)(((1u << n) - 1) << i % 8);
        if (written_[i / 8].load(std::memory_order_relaxed) & mask)
            return true;
        i += n;
    }
    return false;
}

// Whether code that has no calls of the checks writes to an allocation: a library's, or that which puts a struct
// where a function is to return it. Memory begins as 0, so bytes nearby that are not 0, and that nothing is known
// to have written, tell.
bool arena::written_unseen(const allocation &a, const char *address, size_t size) const
{
    constexpr int enough = 1000;
    if (std::any_of(address, address + size, [](char byte) { return byte != 0; }))
        return true;
    if (a.looked_at >= 0 && a.looked_at < enough) {
        ++a.looked_at;
        const char *begin = std::max(a.first, address - 2048), *end = std::min(a.first + a.size, address + 2048);
        for (const char *p = begin; p < end; ++p)
            if (*p != 0 && !any_written(p, 1))
                a.looked_at = -1;
    }
    return a.looked_at < 0;
}

void arena::set_written(const char *address, size_t size) const
{
    for (size_t i = (size_t)(address - arena_), end = i + size; i < end;) {
        size_t n = std::min(8 - i % 8, end - i);
        uint8_t mask = (uint8_t)(((1u << n) - 1) << i % 8);
        if ((written_[i / 8].load(std::memory_order_relaxed) & mask) != mask) {
            if (mask == 0xff)
                written_[i / 8].store(mask, std::memory_order_relaxed);
            else
                written_[i / 8].fetch_or(mask, std::memory_order_relaxed);
        }
        i += n;
    }
}

// Hands on what was written in one range to another, 8 bytes at a time where both lie alike.
void arena::copy_written(const char *to, const char *from, size_t size) const
{
    size_t i = (size_t)(from - arena_), j = (size_t)(to - arena_);
    while (size > 0) {
        size_t n = i % 8 == j % 8 ? std::min(8 - i % 8, size) : 1;
        unsigned bits = written_[i / 8].load(std::memory_order_relaxed) >> i % 8 & ((1u << n) - 1);
        if (bits == 0xff)
            written_[j / 8].store(0xff, std::memory_order_relaxed);
        else if (bits != 0)
            written_[j / 8].fetch_or((uint8_t)(bits << j % 8), std::memory_order_relaxed);
        i += n, j += n, size -= n;
    }
}

global_cell *arena::cells(const void *address) const
{
    return cells_ + (size_t)(static_cast<const char *>(address) - arena_) / 4;
}

size_t arena::page_of(const char *address) const
{
    return (size_t)(address - arena_) / page_size();
}

bool arena::in_arena(const void *address) const
{
    const char *p = static_cast<const char *>(address);
    return p >= arena_ && p < arena_ + arena_size_;
}

arena &the_arena()
{
    static arena *only = new arena;
    return *only;
}

const char *function_of(memory_kind kind)
{
    return kind == memory_kind::device    ? "cudaMalloc"
           : kind == memory_kind::managed ? "cudaMallocManaged"
           : kind == memory_kind::heap    ? "malloc() in kernels"
                                          : "cudaMallocHost";
}

namespace
{
std::string at_line(const void *pc)
{
    std::string line = pc ? source_line(pc) : "";
    return line.empty() ? "" : " at " + line;
}
} // namespace

std::string describe(const allocation &a)
{
    return format("%zu bytes from %s%s", a.size, function_of(a.kind), at_line(a.made_at).c_str());
}

std::string describe_freed(const allocation &a)
{
    return a.freed_at ? "freed" + at_line(a.freed_at) : "freed by cudaDeviceReset";
}

// Without a lock: kernels call it for every access. A page's owner changes only while nothing may touch the page.
memory_state touch_memory(const char *address, size_t size, bool reads, bool writes, global_cell **cells)
{
    static const arena &m = the_arena();
    const allocation *a = m.owner(address);
    if (a == nullptr || a->freed || address < a->first || address + size > a->first + a->size)
        return memory_state::illegal;
    *cells = a->has_cells ? m.cells(address) : nullptr;
    // A part that was not written may be padding.
    bool uninitialized = reads && a->kind == memory_kind::device && !m.any_written(address, size) &&
                         !m.written_unseen(*a, address, size);
    if (writes)
        m.set_written(address, size);
    return uninitialized ? memory_state::uninitialized : memory_state::fine;
}

bool is_registered(const void *address)
{
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const char *p = static_cast<const char *>(address);
    auto after = m.registered.upper_bound(p);
    return after != m.registered.begin() && p < std::prev(after)->first + std::prev(after)->second;
}

void host_touches(const void *address, bool writes, const void *pc)
{
    arena &m = the_arena();
    const allocation *a = m.owner(address);
    if (a == nullptr || a->kind != memory_kind::device)
        return;
    std::string line = source_line(pc);
    const char *p = static_cast<const char *>(address);
    bool inside = p >= a->first && p < a->first + a->size;
    report_once("host:" + line,
                format("Error: host code %s device memory\n    at %s: %s%s%s\n    With a GPU the program would "
                       "crash here. Copy with cudaMemcpy() instead.",
                       writes ? "writes" : "reads", line.c_str(),
                       inside ? format("byte %td of ", p - a->first).c_str() : "outside of ", describe(*a).c_str(),
                       a->freed ? (", " + describe_freed(*a)).c_str() : ""));
}

void report_leaks()
{
    if (checked_arena_size == 0)
        return;
    struct leak {
        size_t count, bytes;
        memory_kind kind;
    };
    std::map<std::string, leak> leaks; // by line
    arena &m = the_arena();
    {
        std::lock_guard<std::mutex> lock(m.mutex);
        for (const auto &[first, a] : m.live) {
            if (a.kind == memory_kind::heap)
                continue;
            leak &one = leaks.emplace(at_line(a.made_at), leak{0, 0, a.kind}).first->second;
            ++one.count;
            one.bytes += a.size;
        }
    }
    for (const auto &[line, one] : leaks)
        report(severity::error,
               format("Error: leaked %zu bytes of %s memory%s\n    from %s%s: %s() is missing", one.bytes,
                      one.kind == memory_kind::device    ? "device"
                      : one.kind == memory_kind::managed ? "managed"
                                                         : "pinned host",
                      one.count > 1 ? format(" in %zu allocations", one.count).c_str() : "", function_of(one.kind),
                      line.c_str(), one.kind == memory_kind::pinned ? "cudaFreeHost" : "cudaFree"));
}

std::string describe_address(const void *address)
{
    arena &m = the_arena();
    if (!m.in_arena(address))
        return "";
    const char *p = static_cast<const char *>(address);
    if (const allocation *a = checked_arena_size > 0 ? m.owner(p) : nullptr) {
        if (a->freed)
            return format("in %s, %s", describe(*a).c_str(), describe_freed(*a).c_str());
        if (p < a->first)
            return format("%td bytes before %s", a->first - p, describe(*a).c_str());
        if (p < a->first + a->size)
            return format("byte %td of %s", p - a->first, describe(*a).c_str());
    }
    std::lock_guard<std::mutex> lock(m.mutex);
    auto gone = m.freed.upper_bound(p);
    if (gone != m.freed.begin() && p < std::prev(gone)->first + std::prev(gone)->second)
        return format("in %zu bytes that cudaFree has freed", std::prev(gone)->second);
    auto after = m.live.upper_bound(p);
    size_t past = SIZE_MAX, short_of = SIZE_MAX;
    if (after != m.live.begin())
        past = (size_t)(p - std::prev(after)->first) - std::prev(after)->second.size;
    if (after != m.live.end())
        short_of = (size_t)(after->first - p);
    if (past == SIZE_MAX && short_of == SIZE_MAX)
        return "device memory that is not allocated";
    if (past <= short_of)
        return format("%zu bytes past the end of %s", past, describe(std::prev(after)->second).c_str());
    return format("%zu bytes before %s", short_of, describe(after->second).c_str());
}

void free_all_memory()
{
    heap_forget_all();
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    while (!m.live.empty())
        m.release(m.live.begin()->first, nullptr);
}
} // namespace cpu_device
