// SPDX-License-Identifier: MIT
#include "arena.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../platform/pages.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "../settings.h"
#include "heap.h"
#include "host_guard.h"

namespace cpu_device
{
uintptr_t checked_arena, checked_arena_size;
arena_page *checked_pages;

namespace
{
constexpr size_t alignment = 256;             // of cudaMalloc
constexpr size_t max_guards = 5000;           // see allocate()
constexpr size_t max_in_quarantine = 1 << 16; // allocations; each takes some hundred bytes
constexpr size_t smallest_arena = 2 << 20;    // its page table fills one page

size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

// The size of an allocation's pages, without the guard after them.
size_t body_size(size_t size)
{
    return round_up(round_up(size, alignment), page_size());
}

// A record may have been another allocation's.
void begin_record(allocation &made, memory_kind kind, const void *caller)
{
    made.kind = kind;
    made.by_new = false;
    made.made_at = caller;
    made.callers = nullptr;
    if (kind != memory_kind::heap) {
        note_callers(caller, made.called_from, allocation::most_callers);
        made.callers = made.called_from;
    }
    made.freed_at = nullptr;
    made.freed = false;
    made.looked_at = 0;
    made.stored_by = nullptr;
    made.copied_in = nullptr;
    made.loaded = made.came_back = false;
    made.not_a_leak = false;
    made.blocks = nullptr;
    made.cells = nullptr;
    made.row = made.pitch = 0;
    made.origin = memory_origin::plain;
    made.file = -1;
}

} // namespace

// --- the map of its addresses ---

arena::arena()
{
    const size_t machine = machine_memory() / 2; // the host often holds a copy of device memory
    // Only addresses are reserved here: more than there is memory, so that freed ones are not used again soon.
    size_t size = round_up(4 * machine, smallest_arena);
    while (size > 0 && !reserve(size))
        size = size / 2 / smallest_arena * smallest_arena;
    budget.begin(machine, std::min(machine, size / 2), setting.devices);
    if (setting.check && size > 0) {
        checked_arena = reinterpret_cast<uintptr_t>(arena_);
        checked_arena_size = size_;
        checked_pages = page_table_;
        guard_device_memory();
    }
}

bool arena::reserve(size_t size)
{
    size_t table = size / arena_page::size * sizeof *page_table_, written = size / 8, cells = size;
    size_t shadow = setting.check ? table + written + cells : 0;
    auto layout = [&]() -> char * {
        char *all = reserve_pages(size + shadow);
        if (all != nullptr && !allow_access(all + size, shadow)) {
            release_untouched_pages(all, size + shadow);
            return nullptr;
        }
        return all;
    };
    char *all = layout(), *again = all ? layout() : nullptr;
    if (again == nullptr) { // the cores and the program need as many addresses
        if (all != nullptr)
            release_untouched_pages(all, size + shadow);
        return false;
    }
    release_untouched_pages(again, size + shadow);
    arena_ = all;
    size_ = size;
    // The addresses before the first allocation are left free, so that a negative index is reported as one.
    free_.add(arena_ + size / 4, size - size / 4);
    if (setting.check) {
        page_table_ = reinterpret_cast<arena_page *>(all + size);
        written_ = reinterpret_cast<std::atomic<uint8_t> *>(all + size + table);
        char *first = all + size + table + written;
        use_large_pages(first, cells);
        free_cells_.add(first, cells);
    }
    return true;
}

// Printed once, if the device is small only because there are no addresses for more.
void arena::say_what_is_missing(size_t size)
{
    if (!budget.lacks_addresses(size) || said_)
        return;
    said_ = true;
    fprintf(stderr, tr("CPU device: only %zu MB of device memory, as there are no addresses for more (ulimit -v)\n"),
            budget.all() >> 20);
}

allocation *arena::allocate(size_t size, memory_kind kind, int device, const void *caller, bool of_pool)
{
    if (!budget.has(size, device)) {
        say_what_is_missing(size);
        return nullptr;
    }
    // Memory that may be touched and memory that may not lie in different mappings, and Linux allows a process
    // 65530 of these (vm.max_map_count), of which the stacks of 24 cores are 49152. So there is no guard after the
    // later ones of very many allocations, and when they are freed the processor lets them be touched.
    size_t guard = live_ < max_guards ? page_size() : 0;
    size_t body = body_size(size), all = body + guard;
    char *pages;
    while ((pages = free_.take(all)) == nullptr) {
        if (!forget_oldest()) {
            say_what_is_missing(size);
            return nullptr;
        }
    }
    if (!allow_access(pages, body) || (guard > 0 && !forbid_access(pages + body, guard))) {
        free_.add(pages, all);
        return nullptr;
    }

    allocation *made = spare_record();
    begin_record(*made, kind, caller);
    made->first = pages + body - round_up(size, alignment);
    made->size = made->accessible = size;
    made->pages = pages;
    made->pages_size = all;
    made->device = device;
    made->of_pool = of_pool;
    made->reachable_from = is_host_memory(kind) ? ~0u : 1u << device;
    for (int other = 0; other < setting.devices && !of_pool; ++other)
        if (is_peer(other, device))
            made->reachable_from |= 1u << other;
    places_[pages] = made;
    budget.take(size, device);
    ++live_;
    if (page_table_ != nullptr)
        own_pages(*made, body);
    return made;
}

// Gives an allocation its cells, if there is room for them, and its pages their owner.
void arena::own_pages(allocation &a, size_t body)
{
    if ((with_cells_ + a.size) * cell_bytes_per_byte <= budget.all())
        a.cells = free_cells_.take(body * cell_bytes_per_byte);
    with_cells_ += a.cells ? a.size : 0;
    for (char *page = a.pages; page < a.pages + body; page += arena_page::size) {
        page_of(page).owner_and_mark.store(reinterpret_cast<uintptr_t>(&a), std::memory_order_release);
        if (is_host_memory(a.kind) && a.cells != nullptr && page_is_whole(page))
            page_of(page).owner_and_mark |= 1; // the host may write to it, and nothing sees that
    }
}

// A record of an allocation, with nothing in it that holds.
allocation *arena::spare_record()
{
    if (spare_.empty())
        return new allocation;
    allocation *made = spare_.back();
    spare_.pop_back();
    return made;
}

void arena::release(allocation &gone, const void *caller)
{
    if (gone.origin == memory_origin::mapped) {
        unmap(gone, caller);
        return;
    }
    gone.accessible = 0;
    gone.freed_at = caller;
    gone.freed = true;
    size_t body = body_size(gone.size);
    bool guarded = gone.pages_size > body;
    if (!guarded || !drop_pages(gone.pages, body))
        clear_pages(gone.pages, body);
    if (gone.file >= 0)
        close_file(gone.file);
    gone.file = -1;
    budget.give_back(gone.size, gone.device);
    --live_;
    if (page_table_ != nullptr)
        clear_pages(reinterpret_cast<char *>(written_) + (gone.pages - arena_) / 8, gone.pages_size / 8);
    if (gone.cells != nullptr) {
        with_cells_ -= gone.size;
        for (char *page = gone.pages; page < gone.pages + body; page += arena_page::size) {
            page_of(page).cells = nullptr;
            page_of(page).read_by_grid = 0;
            page_of(page).owner_and_mark &= ~(uintptr_t)1;
        }
        clear_pages(gone.cells, body * cell_bytes_per_byte);
        free_cells_.add(gone.cells, body * cell_bytes_per_byte);
        gone.cells = nullptr;
    }
    quarantine_.push_back(&gone);
    quarantined_ += gone.pages_size;
    while (quarantined_ > size_ / 2 || quarantine_.size() > max_in_quarantine)
        forget_oldest();
}

void arena::release_all(int device)
{
    std::vector<allocation *> live;
    for_each_live([&](allocation &a) {
        if (a.device == device)
            live.push_back(&a);
    });
    for (allocation *a : live)
        release(*a, nullptr);
}

bool arena::take_over(allocation &a, int file)
{
    const size_t body = body_size(a.size);
    if (cpu_device::map_file(file, body, a.pages) == nullptr)
        return false;
    set_all_written(a);
    return true;
}

bool arena::share(allocation &a)
{
    if (a.file >= 0)
        return true;
    const size_t body = body_size(a.size);
    const int file = make_memory_file("CPU device memory", body);
    if (file < 0)
        return false;
    char *view = cpu_device::map_file(file, body);
    if (view == nullptr) {
        close_file(file);
        return false;
    }
    memcpy(view, a.pages, body);
    release_pages(view, body);
    if (!take_over(a, file)) {
        close_file(file);
        return false;
    }
    a.file = file;
    return true;
}

// What other processes write there is not seen here.
void arena::set_all_written(allocation &a) const
{
    if (page_table_ == nullptr)
        return;
    set_written(a.first, a.size);
    a.loaded = a.came_back = true;
}

void arena::set_peer(int of, int owner, bool allowed)
{
    const uint32_t bit = 1u << of;
    may_access_[of] = allowed ? may_access_[of] | 1u << owner : may_access_[of] & ~(1u << owner);
    for_each_live([=](allocation &a) {
        if (a.device != owner || a.of_pool || a.reachable_from == ~0u)
            return;
        a.reachable_from = allowed ? a.reachable_from | bit : a.reachable_from & ~bit;
    });
}

// Ends the quarantine of the allocation that was freed first; false: the quarantine is empty.
bool arena::forget_oldest()
{
    if (quarantine_.empty())
        return false;
    allocation *gone = quarantine_.front();
    quarantine_.pop_front();
    quarantined_ -= gone->pages_size;
    places_.erase(gone->pages);
    if (page_table_ != nullptr)
        clear_pages(&page_of(gone->pages), gone->pages_size / arena_page::size * sizeof *page_table_);
    free_.add(gone->pages, gone->pages_size);
    free(gone->blocks);
    spare_.push_back(gone);
    return true;
}

std::pair<const allocation *, const allocation *> arena::neighbours(const void *address) const
{
    auto after = places_.upper_bound(static_cast<const char *>(address));
    return {after == places_.begin() ? nullptr : std::prev(after)->second,
            after == places_.end() ? nullptr : after->second};
}

allocation *arena::find_pages(const void *address) const
{
    const char *p = static_cast<const char *>(address);
    auto after = places_.upper_bound(p);
    if (after == places_.begin())
        return nullptr;
    allocation *a = std::prev(after)->second;
    return p < a->pages + a->pages_size ? a : nullptr;
}

allocation *arena::find(const void *address) const
{
    const char *p = static_cast<const char *>(address);
    allocation *a = find_pages(p);
    return a != nullptr && !a->freed && p >= a->first && p < a->first + a->size ? a : nullptr;
}

void arena::forget_cells()
{
    for_each_live([](allocation &a) {
        if (a.cells != nullptr)
            clear_pages(a.cells, body_size(a.size) * cell_bytes_per_byte);
    });
    for (const auto &[begin, memory] : registered.all())
        if (memory.cells != nullptr)
            clear_pages(memory.cells, memory.cells_size);
}

void arena::forget_cells(const char *address, size_t size)
{
    constexpr size_t of_cell = 4 * cell_bytes_per_byte;
    for (const char *end = address + size; address < end; address += 4 - (uintptr_t)address % 4)
        if (cell *c = cell_of(address))
            memset(static_cast<void *>(c), 0, of_cell);
}

arena &the_arena()
{
    static arena *only = new arena;
    return *only;
}

// --- what was written ---

// The cells of a page lie together. Each group of 8 pages has its cells in another order. Otherwise threads that access
// memory in steps of a power of two would find all cells in the same few sets of the cache.
cell *arena::cell_of(const void *pointer) const
{
    auto address = static_cast<const char *>(pointer);
    const allocation *a = owner(address);
    if (a == nullptr || a->cells == nullptr)
        return nullptr;
    constexpr size_t of_page = arena_page::size * cell_bytes_per_byte;
    arena_page &page = page_of(address);
    char *cells = reinterpret_cast<char *>(page.cells.load(std::memory_order_acquire));
    if (cells == nullptr) {
        size_t number = (size_t)(address - a->pages) / arena_page::size, count = a->pages_size / arena_page::size;
        if ((number | 7) < count - 1) // the last group may have fewer than 8 pages, and keeps their order
            number ^= (number / 8 * 0x9e3779b97f4a7c15) >> 61;
        cells = a->cells + number * of_page;
        // The first access writes, so that the kernel gives large pages: a read would map a small page of zeros.
        __atomic_fetch_or(reinterpret_cast<uint64_t *>(cells), 0, __ATOMIC_RELAXED);
        page.cells.store(reinterpret_cast<cell *>(cells), std::memory_order_release);
    }
    return reinterpret_cast<cell *>(cells + (uintptr_t)address % arena_page::size / 4 * 4 * cell_bytes_per_byte);
}

bool arena::page_is_whole(const char *address) const
{
    size_t offset = (size_t)(address - arena_) / arena_page::size * arena_page::size;
    const allocation *a = owner(address);
    return a != nullptr && a->blocks == nullptr && a->first <= arena_ + offset &&
           a->first + a->accessible >= arena_ + offset + arena_page::size;
}

void arena::note_if_written(const char *address) const
{
    arena_page &page = page_of(address);
    size_t offset = (size_t)(address - arena_) / arena_page::size * arena_page::size;
    if (page.is_written() || !page_is_whole(address))
        return;
    for (size_t i = 0; i < arena_page::size / 8; ++i)
        if (written_[offset / 8 + i].load(std::memory_order_relaxed) != 0xff)
            return;
    page.owner_and_mark |= 1;
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

// 8 bytes at a time if both have the same alignment.
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

namespace
{
bool allows(const memory_block &b, const char *address, size_t size)
{
    size_t offset = (size_t)(address - b.first), accessible = b.accessible.load(std::memory_order_relaxed);
    return offset < accessible && size <= accessible - offset;
}

// The block of the kernels' heap at an address, also after it was freed.
const memory_block &block_at(const allocation &a, const char *address)
{
    return a.blocks[(address - a.first) >> a.block_shift];
}

[[gnu::noinline]] bool in_block(const allocation &a, const char *address, size_t size)
{
    return a.blocks != nullptr && !a.freed && allows(block_at(a, address), address, size);
}
} // namespace

// Without a lock: kernels call it for every access. A page's owner changes only while nothing may touch the page.
memory_state access_memory(const char *address, size_t size, bool reads, bool writes, int device)
{
    static const arena &m = the_arena();
    const allocation *a = m.owner(address);
    if (a == nullptr)
        return memory_state::illegal;
    if (m.page_of(address).is_written() && (uintptr_t)address % arena_page::size + size <= arena_page::size)
        return a->reachable_from.load(std::memory_order_relaxed) >> device & 1 ? memory_state::fine
                                                                               : memory_state::illegal;
    if (!allows(*a, address, size) && !in_block(*a, address, size))
        return memory_state::illegal;
    if (!(a->reachable_from.load(std::memory_order_relaxed) >> device & 1))
        return memory_state::illegal;
    // A part that was not written may be padding.
    bool uninitialized =
        reads && is_device_memory(a->kind) && !m.any_written(address, size) && !m.written_unseen(*a, address, size);
    if (writes)
        m.set_written(address, size);
    if ((uintptr_t)address % 256 == 0) // now and then
        m.note_if_written(address);
    return uninitialized ? memory_state::uninitialized : memory_state::fine;
}

// --- registered memory ---

bool is_registered(const void *address)
{
    std::lock_guard<std::mutex> lock(the_arena().mutex);
    return the_arena().registered.find(address) != nullptr;
}

cell *cells_of_registered(const void *address, size_t &size)
{
    std::lock_guard<std::mutex> lock(the_arena().mutex);
    const auto *found = the_arena().registered.find(address);
    if (found == nullptr || found->second.cells == nullptr)
        return nullptr;
    const auto &[begin, memory] = *found;
    size = memory.size - (size_t)(static_cast<const char *>(address) - begin);
    size_t number = (uintptr_t)address / 4 - (uintptr_t)begin / 4;
    return reinterpret_cast<cell *>(memory.cells + number * 4 * cell_bytes_per_byte);
}

void free_all_memory(int device)
{
    heap_forget_all(device);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    m.release_all(device);
}
} // namespace cpu_device
