// SPDX-License-Identifier: MIT
// Memory in the order of a stream, and the pools that it comes from.
//
// Memory exists when the call returns, and is freed when the host has waited for the stream. The order of work checks
// its use: to allocate and to free count as writing to all of it. A pool keeps no memory for later: it only counts, and
// returns the attributes that were set.
#include <algorithm>

#include "../check/host_copies.h"
#include "../memory/arena.h"
#include "../say/kernel_output.h"
#include "api.h"

struct CUmemPoolHandle_st {
    bool is_default = false, destroyed = false;
    int device = 0;
    uint32_t accessed_by = 0; // a bit for each other device that may
    int reuse[3] = {1, 1, 1};
    unsigned long long release_threshold = 0, used = 0, most_used = 0, allocations = 0;
};

namespace cpu_device
{
namespace
{
std::mutex pools_mutex;
std::set<cudaMemPool_t> &pools = *new std::set<cudaMemPool_t>;
std::map<const void *, std::pair<cudaMemPool_t, size_t>> &pool_of =
    *new std::map<const void *, std::pair<cudaMemPool_t, size_t>>;

cudaMemPool_t default_pool(int device)
{
    static cudaMemPool_t *all = [] {
        cudaMemPool_t *made = new cudaMemPool_t[most_devices];
        for (int i = 0; i < most_devices; ++i) {
            made[i] = new CUmemPoolHandle_st;
            made[i]->is_default = true;
            made[i]->device = i;
            pools.insert(made[i]);
        }
        return made;
    }();
    return all[device];
}
cudaMemPool_t current_pools[most_devices]; // by device; null: the default one

// Whether another stream is captured, so that the call would not become part of the graph. `captured`: this one is.
cudaError_t refused_in_capture(cudaStream_t handle, bool &captured)
{
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    captured = stream->capture != nullptr;
    return captured ? cudaSuccess : remember(captures_forbid_call());
}

void set_access(const void *pointer, uint32_t others)
{
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (const allocation *a = m.find(pointer))
        a->reachable_from = others | 1u << a->device;
}

// In a captured stream the memory is allocated at once: its address is the same in every launch of the graph.
cudaError_t allocate_from(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream, const copy_call &call)
{
    bool captured;
    if (cudaError_t error = refused_in_capture(stream, captured))
        return error;
    {
        const int device = device_of_stream(stream);
        std::lock_guard<std::mutex> lock(pools_mutex);
        pool = pool != nullptr ? pool : current_pools[device] != nullptr ? current_pools[device] : default_pool(device);
    }
    if (cudaError_t error = allocate(pointer, size, memory_kind::device, static_cast<const char *>(call.caller) - 1,
                                     pool->device, true))
        return error;
    if (size == 0)
        return cudaSuccess;
    if (captured)
        belongs_to_graph(*pointer, memory_origin::captured);
    {
        set_access(*pointer, pool->accessed_by);
        std::lock_guard<std::mutex> lock(pools_mutex);
        pool_of[*pointer] = {pool, size};
        pool->used += size;
        pool->allocations++;
        pool->most_used = std::max(pool->most_used, pool->used);
    }
    return remember(queue_use(*pointer, size, "allocates", stream, false, call));
}
} // namespace

void belongs_to_graph(const void *pointer, memory_origin as)
{
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (allocation *a = m.find(pointer))
        a->origin = as;
}

void use_memory(operation &op, const void *pointer, size_t size, const char *verb, const copy_call &call)
{
    op.type = verb[0] == 'a' ? cudaGraphNodeTypeMemAlloc : cudaGraphNodeTypeMemFree;
    if (several_streams && size > 0) {
        op.uses.call = call;
        op.uses.manages = verb;
        op.uses.to = {static_cast<const char *>(pointer), size};
    }
}

cudaError_t queue_use(const void *pointer, size_t size, const char *verb, cudaStream_t stream, bool wait,
                      const copy_call &call, bool promised)
{
    auto op = std::make_shared<operation>();
    use_memory(*op, pointer, size, verb, call);
    return queue_operation(op, stream, wait, promised);
}

void left_pool(const void *pointer)
{
    std::lock_guard<std::mutex> lock(pools_mutex);
    auto found = pool_of.find(pointer);
    if (found == pool_of.end())
        return;
    auto [pool, size] = found->second;
    pool_of.erase(found);
    pool->used -= size;
    if (--pool->allocations == 0 && pool->destroyed)
        delete pool;
}
} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return allocate_from(pointer, size, nullptr, stream, THIS_CALL);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    {
        std::lock_guard<std::mutex> lock(pools_mutex);
        default_pool(0);
        if (!pools.count(pool))
            return refuse(cudaErrorInvalidValue, "There is no such pool.");
    }
    return allocate_from(pointer, size, pool, stream, THIS_CALL);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    bool captured;
    if (cudaError_t error = refused_in_capture(stream, captured))
        return error;
    size_t size = 0;
    {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        allocation *a = m.find(pointer);
        if (a != nullptr && a->first == pointer)
            size = a->size;
        captured |= size > 0 && is_of_graph(a->origin);
        if (captured && size > 0)
            a->not_a_leak = true;
    }
    if (captured && size > 0) // the memory remains for the next launch of the graph
        return remember(queue_use(pointer, size, "frees", stream, false, THIS_CALL));
    const cudaError_t error = queue_use(pointer, size, "frees", stream, true, THIS_CALL);
    wait_for_copies_of(pointer, size); // by streams that nothing orders, which is reported: there is no fault then
    show_kernel_output();
    return error ? remember(error)
                 : release(pointer, freed_by::cudaFree, static_cast<const char *>(THIS_CALL.caller) - 1);
}

// --- pools ---

namespace
{
// The pool, if there is one; with the lock held.
bool is_pool(cudaMemPool_t pool)
{
    default_pool(0);
    return pools.count(pool);
}

unsigned long long *number_in(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold: return &pool->release_threshold;
    case cudaMemPoolAttrUsedMemHigh: return &pool->most_used;
    case cudaMemPoolAttrReservedMemHigh: return &pool->most_used; // nothing is kept for later
    case cudaMemPoolAttrUsedMemCurrent:
    case cudaMemPoolAttrReservedMemCurrent: return &pool->used;
    default: return nullptr;
    }
}
} // namespace

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties)
{
    RETURN_IF_REFUSED();
    if (pool == nullptr || properties == nullptr || properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type != cudaMemLocationTypeDevice)
        return refuse(cudaErrorInvalidValue,
                      "The properties must say cudaMemAllocationTypePinned and cudaMemLocationTypeDevice.");
    if (!is_device(properties->location.id))
        return remember(cudaErrorInvalidDevice);
    if (properties->handleTypes != cudaMemHandleTypeNone)
        return refuse(cudaErrorNotSupported, "The CPU device shares no pools between processes.");
    std::lock_guard<std::mutex> lock(pools_mutex);
    *pool = new CUmemPoolHandle_st;
    (*pool)->device = properties->location.id;
    pools.insert(*pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(pools_mutex);
    if (!is_pool(pool) || pool->is_default)
        return remember(cudaErrorInvalidValue);
    pools.erase(pool);
    if (current_pools[pool->device] == pool)
        current_pools[pool->device] = nullptr;
    pool->destroyed = true; // what it has given stays until it is freed
    if (pool->allocations == 0)
        delete pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(pools_mutex);
    if (!is_pool(pool) || value == nullptr)
        return remember(cudaErrorInvalidValue);
    if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
        attribute <= cudaMemPoolReuseAllowInternalDependencies) {
        pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *static_cast<int *>(value) != 0;
        return cudaSuccess;
    }
    if (attribute == cudaMemPoolAttrReleaseThreshold) {
        pool->release_threshold = *static_cast<unsigned long long *>(value);
        return cudaSuccess;
    }
    if ((attribute != cudaMemPoolAttrUsedMemHigh && attribute != cudaMemPoolAttrReservedMemHigh) ||
        *static_cast<unsigned long long *>(value) != 0)
        return refuse(cudaErrorInvalidValue,
                      "Of a pool's counters only the high-water marks can be set, and only to 0.");
    pool->most_used = pool->used;
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(pools_mutex);
    if (!is_pool(pool) || value == nullptr)
        return remember(cudaErrorInvalidValue);
    if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
        attribute <= cudaMemPoolReuseAllowInternalDependencies) {
        *static_cast<int *>(value) = pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
        return cudaSuccess;
    }
    const unsigned long long *number = number_in(pool, attribute);
    if (number == nullptr)
        return remember(cudaErrorInvalidValue);
    *static_cast<unsigned long long *>(value) = *number;
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(pools_mutex);
    return remember(is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue); // nothing is kept
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    RETURN_IF_REFUSED();
    if (pool == nullptr || !is_device(device))
        return remember(pool == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    std::lock_guard<std::mutex> lock(pools_mutex);
    *pool = default_pool(device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    RETURN_IF_REFUSED();
    if (pool == nullptr || !is_device(device))
        return remember(pool == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    std::lock_guard<std::mutex> lock(pools_mutex);
    *pool = current_pools[device] != nullptr ? current_pools[device] : default_pool(device);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    RETURN_IF_REFUSED();
    if (!is_device(device))
        return remember(cudaErrorInvalidDevice);
    std::lock_guard<std::mutex> lock(pools_mutex);
    if (!is_pool(pool) || pool->device != device)
        return refuse(cudaErrorInvalidValue, "There is no such pool, or it is another device's.");
    current_pools[device] = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *all, size_t count)
{
    RETURN_IF_REFUSED();
    if (cudaError_t error = wait_unnoticed()) // what runs may use it
        return remember(error);
    std::vector<const void *> given;
    uint32_t accessed_by;
    {
        std::lock_guard<std::mutex> lock(pools_mutex);
        if (!is_pool(pool) || (all == nullptr && count > 0))
            return remember(cudaErrorInvalidValue);
        accessed_by = pool->accessed_by;
        for (size_t i = 0; i < count; ++i) {
            const cudaMemLocation &l = all[i].location;
            if (l.type != cudaMemLocationTypeDevice || !is_device(l.id) ||
                (all[i].flags != cudaMemAccessFlagsProtNone && all[i].flags != cudaMemAccessFlagsProtReadWrite))
                return remember(cudaErrorInvalidValue);
            const bool none = all[i].flags == cudaMemAccessFlagsProtNone;
            if (none && l.id == pool->device)
                return refuse(cudaErrorInvalidDevice, "The pool's own device always has access.");
            accessed_by = none ? accessed_by & ~(1u << l.id) : accessed_by | 1u << l.id;
        }
        pool->accessed_by = accessed_by;
        for (const auto &[pointer, from] : pool_of)
            if (from.first == pool)
                given.push_back(pointer);
    }
    for (const void *pointer : given)
        set_access(pointer, accessed_by);
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(pools_mutex);
    if (flags == nullptr || location == nullptr || !is_pool(pool) || location->type != cudaMemLocationTypeDevice ||
        !is_device(location->id))
        return remember(cudaErrorInvalidValue);
    const bool has = location->id == pool->device || pool->accessed_by >> location->id & 1;
    *flags = has ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
}
