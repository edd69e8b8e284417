// SPDX-License-Identifier: MIT
// Advice on where managed memory should lie: kept for each allocation as a whole, and returned when asked for.
#include <cstring>
#include <map>
#include <set>

#include "../memory/arena.h"
#include "api.h"

using namespace cpu_device;

namespace
{
struct advice {
    bool read_mostly = false;
    cudaMemLocation preferred = {cudaMemLocationTypeInvalid, 0}, prefetched = {cudaMemLocationTypeInvalid, 0};
    std::set<int> accessed_by; // devices; cudaCpuDeviceId
};

// By the begin of the allocation; with the lock of the arena.
std::map<const void *, advice> &all_advice()
{
    static auto *only = new std::map<const void *, advice>;
    return *only;
}

// The managed allocation that holds a range of bytes; null: there is none. With the lock of the arena.
const allocation *managed(const void *pointer, size_t count)
{
    const allocation *a = the_arena().find(pointer);
    if (a == nullptr || a->kind != memory_kind::managed || count == 0 ||
        count > a->size - (size_t)(static_cast<const char *>(pointer) - a->first))
        return nullptr;
    return a;
}

// A location by its number in older releases of CUDA: that of the device, or cudaCpuDeviceId.
int number_of(cudaMemLocation l)
{
    return l.type == cudaMemLocationTypeInvalid  ? cudaInvalidDeviceId
           : l.type == cudaMemLocationTypeDevice ? l.id
                                                 : cudaCpuDeviceId;
}

cudaError_t check(cudaMemLocation l)
{
    if (l.type < cudaMemLocationTypeDevice || l.type > cudaMemLocationTypeHostNumaCurrent)
        return cudaErrorInvalidValue;
    bool numbered = l.type == cudaMemLocationTypeDevice || l.type == cudaMemLocationTypeHostNuma;
    return numbered && !(l.type == cudaMemLocationTypeDevice ? is_device(l.id) : l.id == 0) ? cudaErrorInvalidDevice
                                                                                            : cudaSuccess;
}

// The answer for one attribute: numbers of 4 bytes.
cudaError_t answer(int *data, size_t size, cudaMemRangeAttribute attribute, const advice &a)
{
    if (data == nullptr || size < sizeof *data || size % sizeof *data != 0 ||
        (size > sizeof *data && attribute != cudaMemRangeAttributeAccessedBy))
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly: *data = a.read_mostly; break;
    case cudaMemRangeAttributePreferredLocation: *data = number_of(a.preferred); break;
    case cudaMemRangeAttributeLastPrefetchLocation: *data = number_of(a.prefetched); break;
    case cudaMemRangeAttributePreferredLocationType: *data = a.preferred.type; break;
    case cudaMemRangeAttributePreferredLocationId: *data = a.preferred.id; break;
    case cudaMemRangeAttributeLastPrefetchLocationType: *data = a.prefetched.type; break;
    case cudaMemRangeAttributeLastPrefetchLocationId: *data = a.prefetched.id; break;
    case cudaMemRangeAttributeAccessedBy: {
        auto device = a.accessed_by.begin();
        for (size_t i = 0; i < size / sizeof *data; ++i)
            data[i] = device != a.accessed_by.end() ? *device++ : cudaInvalidDeviceId;
        break;
    }
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}
} // namespace

void cpu_device::forget_advice(const void *pointer)
{
    std::lock_guard<std::mutex> lock(the_arena().mutex);
    all_advice().erase(pointer);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count, cudaMemoryAdvise hint, cudaMemLocation location)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_arena().mutex);
    const allocation *a = managed(pointer, count);
    if (a == nullptr)
        return refuse(cudaErrorInvalidValue, "This is no managed memory, or not all of it.");
    bool of_a_place = hint == cudaMemAdviseSetPreferredLocation || hint == cudaMemAdviseSetAccessedBy ||
                      hint == cudaMemAdviseUnsetAccessedBy;
    if (cudaError_t error = of_a_place ? check(location) : cudaSuccess)
        return remember(error);
    advice &kept = all_advice()[a->first];
    switch (hint) {
    case cudaMemAdviseSetReadMostly: kept.read_mostly = true; break;
    case cudaMemAdviseUnsetReadMostly: kept.read_mostly = false; break;
    case cudaMemAdviseSetPreferredLocation: kept.preferred = location; break;
    case cudaMemAdviseUnsetPreferredLocation: kept.preferred = {cudaMemLocationTypeInvalid, 0}; break;
    case cudaMemAdviseSetAccessedBy: kept.accessed_by.insert(number_of(location)); break;
    case cudaMemAdviseUnsetAccessedBy: kept.accessed_by.erase(number_of(location)); break;
    default: return remember(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    {
        std::lock_guard<std::mutex> lock(the_arena().mutex);
        const allocation *a = managed(pointer, count);
        if (a == nullptr || flags != 0)
            return refuse(cudaErrorInvalidValue,
                          a == nullptr ? "This is no managed memory, or not all of it." : "The flags must be 0.");
        if (cudaError_t error = check(location))
            return remember(error);
        all_advice()[a->first].prefetched = location;
    }
    return remember(in_stream(stream, false, [] {}));
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t count)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_arena().mutex);
    const allocation *a = managed(pointer, count);
    if (a == nullptr)
        return refuse(cudaErrorInvalidValue, "This is no managed memory, or not all of it.");
    return remember(answer(static_cast<int *>(data), size, attribute, all_advice()[a->first]));
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, cudaMemRangeAttribute *attributes, size_t number,
                                      const void *pointer, size_t count)
{
    RETURN_IF_REFUSED();
    if (data == nullptr || sizes == nullptr || attributes == nullptr || number == 0)
        return remember(cudaErrorInvalidValue);
    for (size_t i = 0; i < number; ++i)
        if (cudaError_t error = cudaMemRangeGetAttribute(data[i], sizes[i], attributes[i], pointer, count))
            return error;
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t length, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        return remember(cudaErrorInvalidValue);
    {
        std::lock_guard<std::mutex> lock(the_arena().mutex);
        const allocation *a = managed(pointer, 1);
        if (a == nullptr || (length != 0 && length != a->size))
            return refuse(cudaErrorInvalidValue, a == nullptr ? "This is no managed memory."
                                                              : "Not all of the allocation: the length must be 0.");
    }
    // The host may use managed memory at any time that no work uses it, attached or not.
    return remember(in_stream(stream, false, [] {}));
}
