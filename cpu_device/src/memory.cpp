// SPDX-License-Identifier: MIT
// Device memory: an arena of its own, and the API functions that allocate, copy and fill.
//
// Every allocation ends right before a page that nothing may touch (as close as the 256-byte alignment of cudaMalloc
// allows), and freed memory becomes untouchable, so the processor itself stops an access past the end or after
// cudaFree.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

#include "block.h"
#include "runtime.h"

namespace cpu_device
{
namespace
{
constexpr size_t alignment = 256;       // of cudaMalloc
constexpr size_t pitch_alignment = 512; // of rows from cudaMallocPitch
constexpr size_t max_pitch = 0x7fffffff;

enum class memory_kind { device, managed, pinned };

struct allocation {
    size_t size;
    memory_kind kind;
    char *pages; // what is mapped for it, the guard behind it included
    size_t pages_size;
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
    }

    std::mutex mutex;
    std::map<const char *, allocation> live; // by their first byte
    std::map<const char *, size_t> freed;    // allocations that are gone, until their place is used again
    std::map<const char *, size_t> symbols;  // __device__ variables whose address the program asked for
    std::set<const char *> registered;       // host memory that is not ours

    size_t total() const
    {
        return total_;
    }
    size_t used() const
    {
        return used_;
    }

    // Null if there is not enough.
    char *allocate(size_t size, memory_kind kind)
    {
        if (size > total_ || used_ + size > total_)
            return nullptr;
        size_t body = round_up(round_up(size, alignment), page_size()), all = body + page_size();
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
        live[first] = {size, kind, pages, all};
        used_ += size;
        return first;
    }

    void release(const char *first)
    {
        auto found = live.find(first);
        const allocation &gone = found->second;
        // A new mapping gives the memory back and takes the access away.
        mmap(gone.pages, gone.pages_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        used_ -= gone.size;
        freed[first] = gone.size;
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

    bool in_arena(const void *address) const
    {
        const char *p = static_cast<const char *>(address);
        return p >= arena_ && p < arena_ + arena_size_;
    }

  private:
    char *arena_ = nullptr;
    size_t arena_size_ = 0, total_ = 0, used_ = 0;
    std::map<const char *, size_t> free_; // ranges of whole pages
    const char *cursor_ = nullptr;
};

memory &all_memory()
{
    static memory *only = new memory; // outlives the cores
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
    RETURN_IF_BROKEN();
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
        if (r.width == to_pitch && r.width == from_pitch) {
            memmove(to, from, r.width * r.height);
            return;
        }
        for (size_t row = 0; row < r.height; ++row)
            memmove(static_cast<char *>(to) + row * to_pitch, static_cast<const char *>(from) + row * from_pitch,
                    r.width);
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
    RETURN_IF_BROKEN();
    if (r.width == 0 || r.height == 0)
        return cudaSuccess;
    if (r.height > 1 && r.width > pitch)
        return remember(cudaErrorInvalidValue);
    side target = pointer ? side_of(pointer, span(r, pitch)) : side::invalid;
    if (target != side::device && target != side::either)
        return remember(cudaErrorInvalidValue);
    return remember(in_stream(stream, false, [=] {
        for (size_t row = 0; row < r.height; ++row)
            memset(static_cast<char *>(pointer) + row * pitch, value, r.width);
    }));
}

cudaError_t allocate(void **pointer, size_t size, memory_kind kind)
{
    RETURN_IF_BROKEN();
    if (pointer == nullptr)
        return remember(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (size == 0)
        return cudaSuccess;
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    *pointer = m.allocate(size, kind);
    return remember(*pointer ? cudaSuccess : cudaErrorMemoryAllocation);
}

// Frees what the right kind of function allocated.
cudaError_t release(void *pointer, bool pinned)
{
    RETURN_IF_BROKEN();
    if (pointer == nullptr)
        return cudaSuccess;
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    auto found = m.live.find(static_cast<char *>(pointer));
    if (found == m.live.end() || (found->second.kind == memory_kind::pinned) != pinned)
        return remember(cudaErrorInvalidValue);
    m.release(found->first);
    return cudaSuccess;
}
} // namespace

std::string describe_address(const void *address)
{
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (!m.in_arena(address))
        return "";
    const char *p = static_cast<const char *>(address);
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
        return format("%zu bytes past the end of %zu bytes from cudaMalloc", past, std::prev(after)->second.size);
    return format("%zu bytes before %zu bytes from cudaMalloc", short_of, after->second.size);
}

void free_all_memory()
{
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    while (!m.live.empty())
        m.release(m.live.begin()->first);
}

cudaError_t copy_symbol(bool to, const void *symbol, size_t size, const void *host, size_t count, size_t offset,
                        cudaMemcpyKind kind, cudaStream_t stream, bool wait)
{
    if (offset > size || count > size - offset)
        return remember(cudaErrorInvalidValue);
    if (kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return remember(cudaErrorInvalidMemcpyDirection);
    void *address;
    symbol_address(&address, symbol, size);
    char *place = static_cast<char *>(address) + offset;
    return to ? copy(place, count, host, count, {count, 1}, kind, stream, wait)
              : copy(const_cast<void *>(host), count, place, count, {count, 1}, kind, stream, wait);
}

cudaError_t symbol_address(void **pointer, const void *symbol, size_t size)
{
    RETURN_IF_BROKEN();
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    m.symbols[static_cast<const char *>(symbol)] = size;
    *pointer = const_cast<void *>(symbol);
    return cudaSuccess;
}
} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, memory_kind::device);
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
    return allocate(pointer, *pitch * height, memory_kind::device);
}

cudaError_t cudaFree(void *pointer)
{
    wait_for_everything();
    return release(pointer, false);
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t)
{
    return cudaMalloc(pointer, size); // earlier than needed: at once, instead of in stream order
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    cudaError_t error = cudaStreamSynchronize(stream); // later than needed: the host waits for the stream
    return error ? error : release(pointer, false);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    RETURN_IF_BROKEN();
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    *total = m.total();
    *free = m.total() - m.used();
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    RETURN_IF_BROKEN();
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
    return allocate(pointer, size, memory_kind::pinned);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate(pointer, size, memory_kind::pinned);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int)
{
    return allocate(pointer, size, memory_kind::managed);
}

cudaError_t cudaFreeHost(void *pointer)
{
    wait_for_everything();
    return release(pointer, true);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int)
{
    RETURN_IF_BROKEN();
    if (device == nullptr || !is_pinned(host))
        return remember(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int)
{
    RETURN_IF_BROKEN();
    if (pointer == nullptr || size == 0)
        return remember(cudaErrorInvalidValue);
    memory &m = all_memory();
    std::lock_guard<std::mutex> lock(m.mutex);
    bool first = m.registered.insert(static_cast<char *>(pointer)).second;
    return remember(first ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    RETURN_IF_BROKEN();
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
