// SPDX-License-Identifier: MIT
// The API functions that allocate and free memory, and that make memory of the host known.
#include <algorithm>

#include "../check/events.h"
#include "../check/order.h"
#include "../limits.h"
#include "../memory/arena.h"
#include "../memory/heap.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../run/core.h"
#include "../say/host_findings.h"
#include "../say/report.h"
#include "../settings.h"
#include "api.h"

namespace cpu_device
{
namespace
{
constexpr size_t pitch_alignment = 512; // of rows from cudaMallocPitch

size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

} // namespace

cudaError_t wait_for_users(const void *pointer)
{
    if (setting.devices == 1)
        return wait_for_device(every_device);
    const int device = place_of(pointer, 0).device;
    if (cudaError_t error = wait_unnoticed())
        return error;
    return wait_for_device(device);
}

static std::string too_much(size_t size, size_t free, size_t total)
{
#ifdef __wasm__ // which says that it is a limit
    return format("%zu bytes, and %zu are free: in the playground, the CPU device has %zu MB.", size, free,
                  total >> 20);
#else
    (void)total;
    return format("%zu bytes, and %zu are free.", size, free);
#endif
}

cudaError_t allocate(void **pointer, size_t size, memory_kind kind, const void *caller, int device, bool of_pool)
{
    if (pointer == nullptr)
        return refuse(cudaErrorInvalidValue, "A null pointer where the address of a pointer should be, as &data.");
    *pointer = nullptr;
    if (size == 0)
        return cudaSuccess;
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const allocation *made = m.allocate(size, kind, device, caller, of_pool);
    if (made == nullptr)
        return refuse(cudaErrorMemoryAllocation,
                      too_much(size, m.budget.of_each() - m.budget.used(device), m.budget.of_each()));
    announce(&observer::memory_begins, *made);
    *pointer = const_cast<char *>(made->first);
    return cudaSuccess;
}

namespace
{
// `pitch`: bytes from one row to the next, of which `row` are the program's.
cudaError_t allocate_rows(void **pointer, size_t row, size_t pitch, size_t rows, const void *caller)
{
    cudaError_t error = allocate(pointer, pitch * rows, memory_kind::device, caller);
    if (error == cudaSuccess && *pointer != nullptr) {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        allocation *made = m.find(*pointer);
        made->row = row;
        made->pitch = pitch;
    }
    return error;
}
} // namespace

cudaError_t allocate_pinned(void **pointer, size_t size, unsigned flags, const void *caller)
{
    cudaError_t error = allocate(pointer, size, memory_kind::pinned, caller);
    if (error == cudaSuccess && *pointer != nullptr) {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        m.pinned_flags[static_cast<const char *>(*pointer)] = flags;
    }
    return error;
}

namespace
{
// Whether that function frees memory of that kind.
bool frees(freed_by function, const memory_block &b)
{
    if (b.origin == memory_origin::of_graphics || b.origin == memory_origin::mapped ||
        b.origin == memory_origin::condition)
        return false;
    if (b.origin == memory_origin::of_process)
        return function == freed_by::cudaIpcCloseMemHandle;
    switch (b.kind) {
    case memory_kind::device:
    case memory_kind::managed: return function == freed_by::cudaFree;
    case memory_kind::pinned: return function == freed_by::cudaFreeHost;
    case memory_kind::array: return function == freed_by::cudaFreeArray;
    case memory_kind::heap: break;
    }
    return false;
}
} // namespace

cudaError_t release(void *pointer, freed_by function, const void *caller)
{
    if (pointer == nullptr)
        return cudaSuccess;
    arena &m = the_arena();
    std::string place;
    bool twice;
    {
        std::lock_guard<std::mutex> lock(m.mutex);
        allocation *a = m.find_pages(pointer);
        bool its_own = a != nullptr && a->first == pointer;
        if (its_own && !a->freed && is_of_graph(a->origin) && function == freed_by::cudaFree) {
            a->not_a_leak = true; // it remains for the next launch of the graph
            return cudaSuccess;
        }
        if (its_own && !a->freed && frees(function, *a)) {
            left_pool(pointer);
            announce(&observer::memory_ends, *a);
            m.release(*a, caller);
            return cudaSuccess;
        }
        twice = its_own && a->freed;
        if (a != nullptr)
            a->not_a_leak = true;
        place = twice ? describe(*a) : "";
    }
    if (checked_arena_size > 0) {
        if (!twice)
            place = describe_address(pointer).text();
        static const char *const names[] = {"cudaFree", "cudaFreeHost", "cudaFreeArray", "cudaIpcCloseMemHandle"};
        const char *name = names[(int)function];
        const source_position at = reported_place(caller);
        report_once(std::string(twice ? "twice " : "wrong ") + name + at.text(), freed_wrongly(name, twice, at, place));
    }
    return refused_and_reported(cudaErrorInvalidValue);
}
} // namespace cpu_device
using namespace cpu_device;

// In a kernel, it is the kernels' heap's.
cudaError_t cudaMalloc(void **pointer, size_t size)
{
    if (this_core != nullptr && this_core->in_kernel()) {
        *pointer = cpu_device_malloc(size);
        return *pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    return allocate(pointer, size, memory_kind::device, CALLER);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    if (pointer == nullptr || pitch == nullptr)
        return remember(cudaErrorInvalidValue);
    if (width > max_pitch)
        return remember(cudaErrorMemoryAllocation);
    *pitch = round_up(width, pitch_alignment);
    if (height != 0 && *pitch > SIZE_MAX / height)
        return remember(cudaErrorMemoryAllocation);
    return allocate_rows(pointer, width, *pitch, height, CALLER);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent)
{
    RETURN_IF_REFUSED();
    if (pointer == nullptr)
        return remember(cudaErrorInvalidValue);
    size_t rows;
    if (extent.width > max_pitch || __builtin_mul_overflow(extent.height, extent.depth, &rows) ||
        rows > SIZE_MAX / round_up(max_pitch, pitch_alignment))
        return remember(cudaErrorMemoryAllocation);
    *pointer = {nullptr, round_up(extent.width, pitch_alignment), extent.width, extent.height};
    return allocate_rows(&pointer->ptr, extent.width, pointer->pitch, rows, CALLER);
}

namespace
{
// The size of memory from a pool; 0 for other memory. cudaFree() does not wait for the accesses to a pool's memory.
size_t size_in_pool(const void *pointer)
{
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const allocation *a = m.find(pointer);
    return a != nullptr && a->of_pool && a->first == pointer && !a->freed && !is_of_graph(a->origin) ? a->size : 0;
}
} // namespace

cudaError_t cudaFree(void *pointer)
{
    if (this_core != nullptr && this_core->in_kernel()) {
        cpu_device_free(pointer);
        return cudaSuccess;
    }
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    if (pointer == nullptr) // frees nothing, and waits for nothing
        return cudaSuccess;
    const size_t of_pool = size_in_pool(pointer);
    if (of_pool != 0 && any_unawaited)
        host_uses(static_cast<const char *>(pointer), of_pool, host_act::frees, false, CALLER);
    if (cudaError_t error = of_pool != 0 ? wait_unnoticed() : wait_for_users(pointer))
        return remember(error);
    return release(pointer, freed_by::cudaFree, CALLER);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    RETURN_IF_REFUSED();
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (total != nullptr) // an H100 minds neither null
        *total = m.budget.of_each();
    if (free != nullptr)
        *free = m.budget.of_each() - m.budget.used(current_device);
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    RETURN_IF_REFUSED();
    if (attributes == nullptr)
        return remember(cudaErrorInvalidValue);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    void *address = const_cast<void *>(pointer);
    const allocation *a = m.find(pointer);
    const char *at = static_cast<const char *>(pointer);
    auto symbol = m.symbols.upper_bound(at);
    if (symbol != m.symbols.begin() && at < std::prev(symbol)->first + std::prev(symbol)->second)
        *attributes = {cudaMemoryTypeDevice, std::max(0, variable_device(at)), address, nullptr};
    else if (a == nullptr || a->kind == memory_kind::heap || a->kind == memory_kind::array)
        *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, address};
    else if (a->kind == memory_kind::device)
        *attributes = {cudaMemoryTypeDevice, a->device, address, nullptr};
    else
        *attributes = {a->kind == memory_kind::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, a->device, address,
                       address};
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return remember(cudaErrorInvalidValue);
    return allocate_pinned(pointer, size, flags, CALLER);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    return allocate_pinned(pointer, size, cudaHostAllocDefault, CALLER);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return refuse(cudaErrorInvalidValue, "The flags are neither cudaMemAttachGlobal nor cudaMemAttachHost.");
    cudaError_t error = allocate(pointer, size, memory_kind::managed, CALLER);
    if (error == cudaSuccess)
        forget_advice(*pointer);
    return error;
}

cudaError_t cudaFreeHost(void *pointer)
{
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    if (cudaError_t error = wait_for_device(every_device))
        return remember(error);
    return release(pointer, freed_by::cudaFreeHost, CALLER);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    RETURN_IF_REFUSED();
    const memory_place place = place_of(host, 0);
    if (device == nullptr || flags != 0 || !(place.pinned || place.registered))
        return remember(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    RETURN_IF_REFUSED();
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const allocation *a = m.find(host);
    const auto *registered = m.registered.find(host);
    if (flags == nullptr || (registered == nullptr && (a == nullptr || a->kind != memory_kind::pinned)))
        return remember(cudaErrorInvalidValue);
    // All of it is mapped, as wherever addresses are unified.
    *flags = (registered != nullptr ? registered->second.flags : m.pinned_flags[a->first]) | cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags)
{
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    constexpr unsigned known =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (pointer == nullptr || size == 0 || (flags & ~known) != 0)
        return remember(cudaErrorInvalidValue);
    arena &m = the_arena();
    std::unique_lock<std::mutex> lock(m.mutex);
    const bool first =
        m.registered.add(static_cast<char *>(pointer), size, flags, checked_arena_size != 0 && size <= m.budget.all());
    lock.unlock();
    if (!first)
        return remember(cudaErrorHostMemoryAlreadyRegistered);
    host_memory_is_shared(pointer, size);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer)
{
    RETURN_IF_REFUSED();
    REFUSE_IN_CAPTURE();
    if (pointer == nullptr)
        return remember(cudaErrorInvalidValue);
    {
        device &d = the_device(); // CUDA does not promise that this waits; but running kernels may use the memory
        std::unique_lock<std::mutex> lock(d.mutex);
        d.wait(lock, [&] { return d.idle(); });
    }
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (m.find(pointer) != nullptr)
        return remember(cudaErrorInvalidValue); // from cudaMallocHost
    bool was = m.registered.remove(static_cast<char *>(pointer));
    return remember(was ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}
