// SPDX-License-Identifier: MIT
// Device memory: an arena of its own, and the API functions that allocate, copy and fill.
//
// Every allocation has pages of its own and ends right before one that nothing may touch (as close as the 256-byte
// alignment of cudaMalloc allows), and freed memory becomes untouchable. So the processor itself stops an access far
// past the end or after cudaFree, also where no check looks; a table from page to allocation tells the checks the rest.
// Beside the arena lies a bit for each of its bytes: whether anything was ever written there. Both need memory only
// where allocations lie: an eighth of their size, and 8 bytes a page.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "../api/api.h"
#include "../limits.h"
#include "../runtime.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../say/source_line.h"
#include "../settings.h"

namespace cpu_device
{
namespace
{
constexpr size_t alignment = 256;       // of cudaMalloc
constexpr size_t pitch_alignment = 512; // of rows from cudaMallocPitch
constexpr size_t max_guards = 10000;

enum class memory_kind { device, managed, pinned, heap };

struct allocation {
    size_t size;
    memory_kind kind;
    char *pages; // what is mapped for it, the guard behind it included
    size_t pages_size;
    const char *first;
    const void *made_at, *freed_at; // instructions; freed_at is null where cudaDeviceReset did it
    bool freed;
    bool has_cells = false;                 // the check between blocks looks at it
    mutable std::atomic<int> looked_at = 0; // how often written_unseen() was asked; -1: it has been true
    allocation(size_t n, memory_kind k, char *mapped, size_t mapped_size, const char *begin, const void *maker)
        : size(n), kind(k), pages(mapped), pages_size(mapped_size), first(begin), made_at(maker), freed_at(nullptr),
          freed(false)
    {
    }
    allocation(const allocation &a) : allocation(a.size, a.kind, a.pages, a.pages_size, a.first, a.made_at)
    {
        has_cells = a.has_cells;
    }
};

size_t page_size()
{
    static const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    return size;
}

size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

class memory
{
  public:
    memory()
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

    static void *reserve(size_t size)
    {
        void *where = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return where == MAP_FAILED ? nullptr : where;
    }

    std::mutex mutex;
    std::map<const char *, allocation> live;   // by their first byte
    std::map<const char *, size_t> freed;      // allocations that are gone, until their place is used again
    std::map<const char *, size_t> symbols;    // __device__ variables whose address the program asked for
    std::map<const char *, size_t> registered; // host memory that is not ours

    size_t total() const
    {
        return total_;
    }
    size_t used() const
    {
        return used_;
    }

    // Null if there is not enough.
    char *allocate(size_t size, memory_kind kind, const void *caller)
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
            if (size > 1 << 20)
                madvise(const_cast<uint8_t *>(reinterpret_cast<volatile uint8_t *>(written_)) + (pages - arena_) / 8,
                        body / 8,
                        MADV_DONTNEED); // it is 0 again
            else
                memset(reinterpret_cast<char *>(written_) + (pages - arena_) / 8, 0, body / 8);
        }
        return first;
    }

    void release(const char *first, const void *caller)
    {
        auto found = live.find(first);
        const allocation &gone = found->second;
        // A new mapping gives the memory back and takes the access away.
        mmap(gone.pages, gone.pages_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        used_ -= gone.size;
        if (gone.has_cells) {
            with_cells_ -= gone.size;
            madvise(cells(gone.pages), gone.pages_size * cells_per_byte, MADV_DONTNEED);
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

    // The allocation that holds an address.
    std::map<const char *, allocation>::iterator find(const void *address)
    {
        const char *p = static_cast<const char *>(address);
        auto after = live.upper_bound(p);
        if (after == live.begin())
            return live.end();
        auto found = std::prev(after);
        return p < found->first + found->second.size ? found : live.end();
    }

    // The allocation on whose pages an address in the arena lies, also when it is freed; null: none since long.
    allocation *owner(const void *address) const
    {
        return owners_[page_of(static_cast<const char *>(address))].load(std::memory_order_relaxed);
    }

    // Whether any of some bytes was ever written.
    bool any_written(const char *address, size_t size) const
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
    bool written_unseen(const allocation &a, const char *address, size_t size) const
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
    void set_written(const char *address, size_t size) const
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
    void copy_written(const char *to, const char *from, size_t size) const
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

    global_cell *cells(const void *address) const
    {
        return cells_ + (size_t)(static_cast<const char *>(address) - arena_) / 4;
    }

    bool in_arena(const void *address) const
    {
        const char *p = static_cast<const char *>(address);
        return p >= arena_ && p < arena_ + arena_size_;
    }

  private:
    size_t page_of(const char *address) const
    {
        return (size_t)(address - arena_) / page_size();
    }

    static constexpr size_t cells_per_byte = sizeof(global_cell) / 4; // bytes of these
    char *arena_ = nullptr;
    global_cell *cells_ = nullptr;                // may be missing
    size_t with_cells_ = 0;                       // bytes of allocations that have cells
    std::atomic<allocation *> *owners_ = nullptr; // by page
    std::atomic<uint8_t> *written_ = nullptr;     // a bit for each byte
    size_t arena_size_ = 0, total_ = 0, used_ = 0;
    std::map<const char *, size_t> free_; // ranges of whole pages
    const char *cursor_ = nullptr;
};

memory &all_memory()
{
    static memory *only = new memory; // outlives the cores
    return *only;
}

// What malloc() and new in kernels take from: blocks of powers of two, out of pieces of device memory. Before each
// block stands the logarithm of its size.
class device_heap
{
  public:
    void *allocate(size_t size)
    {
        unsigned log = std::max(5u, 64u - (unsigned)__builtin_clzl(size + header - 1));
        if (size > (size_t)1 << 40)
            return nullptr;
        size_t block = (size_t)1 << log;
        std::lock_guard<std::mutex> lock(mutex_);
        char *p;
        if (!free_[log].empty()) {
            p = free_[log].back();
            free_[log].pop_back();
        } else {
            if ((size_t)(end_ - next_) < block) {
                memory &m = all_memory();
                std::lock_guard<std::mutex> lock_memory(m.mutex);
                next_ = m.allocate(std::max(piece, block), memory_kind::heap, nullptr);
                end_ = next_ ? next_ + std::max(piece, block) : next_;
                if (next_ == nullptr)
                    return nullptr;
            }
            p = next_;
            next_ += block;
        }
        memcpy(p, &log, sizeof log);
        return p + header;
    }
    bool free(void *pointer)
    {
        memory &m = all_memory();
        const allocation *a = m.in_arena(pointer) ? m.owner(pointer) : nullptr;
        if (a == nullptr || a->kind != memory_kind::heap)
            return false;
        char *p = static_cast<char *>(pointer) - header;
        unsigned log;
        memcpy(&log, p, sizeof log);
        std::lock_guard<std::mutex> lock(mutex_);
        free_[log].push_back(p);
        return true;
    }
    void forget_all()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        for (auto &list : free_)
            list.clear();
        next_ = end_ = nullptr;
    }

  private:
    static constexpr size_t header = 16, piece = 8 << 20;
    std::mutex mutex_;
    std::vector<char *> free_[64];
    char *next_ = nullptr, *end_ = nullptr;
};

device_heap &heap()
{
    static device_heap *only = new device_heap;
    return *only;
}

enum class side { host, device, either, invalid };

// On which side a range of bytes lies; invalid: device memory that is not allocated throughout.
side side_of(const void *pointer, size_t count)
{
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    const char *p = static_cast<const char *>(pointer);
    auto found = m.find(p);
    if (found != m.live.end()) {
        if (count > found->second.size - (size_t)(p - found->first))
            return side::invalid;
        return found->second.kind == memory_kind::device ? side::device : side::either;
    }
    if (m.in_arena(p))
        return side::invalid;
    auto symbol = m.symbols.upper_bound(p);
    if (symbol != m.symbols.begin() && p < std::prev(symbol)->first + std::prev(symbol)->second)
        return (size_t)(p - std::prev(symbol)->first) + count <= std::prev(symbol)->second ? side::device
                                                                                           : side::invalid;
    return side::host;
}

bool is_pinned(const void *pointer)
{
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    return m.find(pointer) != m.live.end() || m.registered.count(static_cast<const char *>(pointer));
}

void mark_written(const char *address, size_t size)
{
    memory &m = all_memory();
    if (checked_arena_size > 0 && m.in_arena(address))
        m.set_written(address, size);
}

// What was never written is not written by a copy either.
void mark_copied(const char *to, const char *from, size_t size)
{
    memory &m = all_memory();
    if (checked_arena_size == 0 || !m.in_arena(to))
        return;
    const allocation *origin = m.in_arena(from) ? m.owner(from) : nullptr;
    if (origin == nullptr || origin->kind != memory_kind::device)
        return m.set_written(to, size);
    m.copy_written(to, from, size);
}

// A copy or a fill, row by row. Everything is checked before anything is queued.
struct rows {
    size_t width, height;
};

size_t span(rows r, size_t pitch)
{
    return r.height == 0 ? 0 : (r.height - 1) * pitch + r.width;
}

cudaError_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, rows r, cudaMemcpyKind kind,
                 cudaStream_t stream, bool wait)
{
    RETURN_IF_REFUSED();
    if (r.width == 0 || r.height == 0)
        return wait ? remember(in_stream(stream, true, [] {})) : cudaSuccess;
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return remember(cudaErrorInvalidMemcpyDirection);
    if (to == nullptr || from == nullptr)
        return remember(cudaErrorInvalidValue);
    if (r.width > to_pitch || r.width > from_pitch)
        return remember(r.height > 1 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue);
    side target = side_of(to, span(r, to_pitch)), origin = side_of(from, span(r, from_pitch));
    // What the kind calls device memory must be; what it calls host memory may be device memory too, but between hosts.
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (target == side::invalid || origin == side::invalid || (to_device && target == side::host) ||
        (from_device && origin == side::host) ||
        (kind == cudaMemcpyHostToHost && (target == side::device || origin == side::device)))
        return remember(cudaErrorInvalidValue);

    auto work = [=] {
        bool whole = r.width == to_pitch && r.width == from_pitch;
        size_t rows = whole ? 1 : r.height, width = whole ? r.width * r.height : r.width;
        for (size_t row = 0; row < rows; ++row) {
            char *target = static_cast<char *>(to) + row * to_pitch;
            const char *origin = static_cast<const char *>(from) + row * from_pitch;
            memmove(target, origin, width);
            mark_copied(target, origin, width);
        }
    };
    // A copy from or to host memory that is not pinned is over when the call returns.
    bool pageable = (target == side::host && !is_pinned(to)) || (origin == side::host && !is_pinned(from));
    cudaError_t error = in_stream(stream, wait || pageable, work);
    if (wait)
        show_kernel_output();
    return remember(error);
}

cudaError_t fill(void *pointer, size_t pitch, int value, rows r, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    if (r.width == 0 || r.height == 0)
        return cudaSuccess;
    if (r.height > 1 && r.width > pitch)
        return remember(cudaErrorInvalidValue);
    side target = pointer ? side_of(pointer, span(r, pitch)) : side::invalid;
    if (target != side::device && target != side::either)
        return remember(cudaErrorInvalidValue);
    return remember(in_stream(stream, false, [=] {
        for (size_t row = 0; row < r.height; ++row)
            mark_written(static_cast<char *>(memset(static_cast<char *>(pointer) + row * pitch, value, r.width)),
                         r.width);
    }));
}

cudaError_t allocate(void **pointer, size_t size, memory_kind kind, const void *caller)
{
    RETURN_IF_REFUSED();
    if (pointer == nullptr)
        return remember(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (size == 0)
        return cudaSuccess;
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    *pointer = m.allocate(size, kind, caller);
    return remember(*pointer ? cudaSuccess : cudaErrorMemoryAllocation);
}

const char *function_of(memory_kind kind)
{
    return kind == memory_kind::device    ? "cudaMalloc"
           : kind == memory_kind::managed ? "cudaMallocManaged"
           : kind == memory_kind::heap    ? "malloc() in kernels"
                                          : "cudaMallocHost";
}

// "1024 bytes from cudaMalloc at f.cu:3"
std::string describe(const allocation &a)
{
    return format("%zu bytes from %s%s", a.size, function_of(a.kind), at_line(a.made_at).c_str());
}

std::string describe_freed(const allocation &a)
{
    return a.freed_at ? "freed" + at_line(a.freed_at) : "freed by cudaDeviceReset";
}

// What is wrong with a pointer that is to be freed; with the lock held.
void report_bad_free(memory &m, const char *pointer, bool pinned, const void *caller)
{
    if (checked_arena_size == 0)
        return;
    const allocation *owner = m.in_arena(pointer) ? m.owner(pointer) : nullptr;
    const char *function = pinned ? "cudaFreeHost" : "cudaFree";
    std::string place = source_line(caller);
    if (owner && owner->freed && owner->first == pointer)
        report(severity::error, format("Error: double %s\n    at %s: %s, %s", function, place.c_str(),
                                       describe(*owner).c_str(), describe_freed(*owner).c_str()));
    else
        report(severity::error,
               format("Error: %s of a pointer that %s did not return\n    at %s: %s", function,
                      pinned ? "cudaMallocHost" : "cudaMalloc", place.c_str(),
                      owner ? format("byte %td of %s", pointer - owner->first, describe(*owner).c_str()).c_str()
                            : "host memory"));
}

// Frees what the right kind of function allocated.
cudaError_t release(void *pointer, bool pinned, const void *caller)
{
    RETURN_IF_REFUSED();
    if (pointer == nullptr)
        return cudaSuccess;
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    auto found = m.live.find(static_cast<char *>(pointer));
    if (found == m.live.end() || (found->second.kind == memory_kind::pinned) != pinned) {
        report_bad_free(m, static_cast<char *>(pointer), pinned, caller);
        return remember(cudaErrorInvalidValue);
    }
    m.release(found->first, caller);
    return cudaSuccess;
}
} // namespace

// Without a lock: kernels call it for every access. A page's owner changes only while nothing may touch the page.
memory_state touch_memory(const char *address, size_t size, bool reads, bool writes, global_cell **cells)
{
    static const memory &m = all_memory();
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
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    const char *p = static_cast<const char *>(address);
    auto after = m.registered.upper_bound(p);
    return after != m.registered.begin() && p < std::prev(after)->first + std::prev(after)->second;
}

void host_touches(const void *address, bool writes, const void *pc)
{
    memory &m = all_memory();
    const allocation *a = m.owner(address);
    if (a == nullptr || a->kind != memory_kind::device)
        return;
    std::string line = source_line(pc);
    const char *p = static_cast<const char *>(address);
    bool inside = p >= a->first && p < a->first + a->size;
    report_once(severity::error, "host:" + line,
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
    memory &m = all_memory();
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
    memory &m = all_memory();
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

void *heap_allocate(size_t size)
{
    void *p = heap().allocate(size);
    memory &m = all_memory();
    const allocation *a = p != nullptr && checked_arena_size > 0 ? m.owner(p) : nullptr;
    if (a != nullptr && a->has_cells) // what another block did with it before is over
        memset(static_cast<void *>(m.cells(p)), 0, (size + 7) / 4 * sizeof(global_cell));
    return p;
}

bool heap_free(void *pointer)
{
    return pointer == nullptr || heap().free(pointer);
}

void free_all_memory()
{
    heap().forget_all();
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    while (!m.live.empty())
        m.release(m.live.begin()->first, nullptr);
}

} // namespace cpu_device
using namespace cpu_device;
cudaError_t cpu_device_copy_symbol(int to, const void *symbol, size_t size, const void *host, size_t count,
                                   size_t offset, cudaMemcpyKind kind, cudaStream_t stream, int wait)
{
    if (offset > size || count > size - offset)
        return remember(cudaErrorInvalidValue);
    if (kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return remember(cudaErrorInvalidMemcpyDirection);
    void *address;
    cpu_device_symbol_address(&address, symbol, size);
    char *place = static_cast<char *>(address) + offset;
    return to ? copy(place, count, host, count, {count, 1}, kind, stream, wait)
              : copy(const_cast<void *>(host), count, place, count, {count, 1}, kind, stream, wait);
}

cudaError_t cpu_device_symbol_address(void **pointer, const void *symbol, size_t size)
{
    RETURN_IF_REFUSED();
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    m.symbols[static_cast<const char *>(symbol)] = size;
    *pointer = const_cast<void *>(symbol);
    return cudaSuccess;
}

// Of the function that calls the API.
#define CALLER (static_cast<const char *>(__builtin_return_address(0)) - 1)

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, memory_kind::device, CALLER);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (pitch == nullptr)
        return remember(cudaErrorInvalidValue);
    if (width > max_pitch)
        return remember(cudaErrorMemoryAllocation);
    *pitch = round_up(width, pitch_alignment);
    if (height != 0 && *pitch > SIZE_MAX / height)
        return remember(cudaErrorMemoryAllocation);
    return allocate(pointer, *pitch * height, memory_kind::device, CALLER);
}

cudaError_t cudaFree(void *pointer)
{
    wait_for_everything();
    return release(pointer, false, CALLER);
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t)
{
    return allocate(pointer, size, memory_kind::device,
                    CALLER); // earlier than needed: at once, instead of in stream order
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    cudaError_t error = cudaStreamSynchronize(stream); // later than needed: the host waits for the stream
    return error ? error : release(pointer, false, CALLER);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    RETURN_IF_REFUSED();
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    *total = m.total();
    *free = m.total() - m.used();
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    RETURN_IF_REFUSED();
    if (attributes == nullptr)
        return remember(cudaErrorInvalidValue);
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    void *address = const_cast<void *>(pointer);
    auto found = m.find(pointer);
    if (found == m.live.end())
        *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, nullptr};
    else if (found->second.kind == memory_kind::device)
        *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
    else
        *attributes = {found->second.kind == memory_kind::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0,
                       address, address};
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return remember(cudaErrorInvalidValue);
    return allocate(pointer, size, memory_kind::pinned, CALLER);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate(pointer, size, memory_kind::pinned, CALLER);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int)
{
    return allocate(pointer, size, memory_kind::managed, CALLER);
}

cudaError_t cudaFreeHost(void *pointer)
{
    wait_for_everything();
    return release(pointer, true, CALLER);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int)
{
    RETURN_IF_REFUSED();
    if (device == nullptr || !is_pinned(host))
        return remember(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int)
{
    RETURN_IF_REFUSED();
    if (pointer == nullptr || size == 0)
        return remember(cudaErrorInvalidValue);
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    bool first = m.registered.emplace(static_cast<char *>(pointer), size).second;
    return remember(first ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    RETURN_IF_REFUSED();
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (m.find(pointer) != m.live.end())
        return remember(cudaErrorInvalidValue); // from cudaMallocHost
    bool was = m.registered.erase(static_cast<char *>(pointer)) > 0;
    return remember(was ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, cudaMemcpyKind kind)
{
    return copy(to, count, from, count, {count, 1}, kind, nullptr, true);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(to, count, from, count, {count, 1}, kind, stream, false);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind)
{
    return copy(to, to_pitch, from, from_pitch, {width, height}, kind, nullptr, true);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(to, to_pitch, from, from_pitch, {width, height}, kind, stream, false);
}

cudaError_t cudaMemset(void *pointer, int value, size_t count)
{
    return fill(pointer, count, value, {count, 1}, nullptr);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream)
{
    return fill(pointer, count, value, {count, 1}, stream);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    return fill(pointer, pitch, value, {width, height}, nullptr);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    return fill(pointer, pitch, value, {width, height}, stream);
}
