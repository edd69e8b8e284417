// SPDX-License-Identifier: MIT
// The devices: which one is current, their limits, the attributes of kernels, and peer access. Their properties:
// properties.cpp.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>

#include "../limits.h"
#include "../memory/arena.h"
#include "../memory/heap.h"
#include "../platform/program_image.h"
#include "../platform/symbols.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "api.h"
#include "arrays.h"

using namespace cpu_device;

cudaError_t cudaGetDeviceCount(int *count)
{
    if (count == nullptr)
        return remember(cudaErrorInvalidValue);
    *count = setting.devices;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (device == nullptr)
        return remember(cudaErrorInvalidValue);
    *device = current_device;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    call_begins(__func__, __builtin_return_address(0));
    if (!is_device(device))
        return refuse(cudaErrorInvalidDevice,
                      format(setting.devices == 1 ? "There is %d device: CPU_DEVICE_COUNT=n makes it more."
                                                  : "There are %d devices: CPU_DEVICE_COUNT=n makes it more.",
                             setting.devices));
    current_device = device;
    device_was_set(device);
    return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    if (count < 0 || (devices == nullptr && count > 0))
        return remember(cudaErrorInvalidValue);
    for (int i = 0; i < count; ++i)
        if (!is_device(devices[i]))
            return remember(cudaErrorInvalidDevice);
    return cudaSuccess;
}

namespace
{
// The flags of each device, without cudaDeviceMapHost, which is always set.
std::atomic<unsigned> device_flags[most_devices];
std::atomic<cudaFuncCache> cache_config{cudaFuncCachePreferNone};

// One of the ways to wait, and what else there is.
bool are_device_flags(unsigned flags)
{
    unsigned schedule = flags & cudaDeviceScheduleMask;
    return (flags & ~(unsigned)cudaDeviceMask) == 0 && (schedule & (schedule - 1)) == 0;
}
} // namespace

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    if (!are_device_flags(flags))
        return remember(cudaErrorInvalidValue);
    device_flags[current_device] = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    if (flags == nullptr)
        return remember(cudaErrorInvalidValue);
    *flags = device_flags[current_device] | cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int number, unsigned int wanted, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (!is_device(number))
        return remember(cudaErrorInvalidDevice);
    if ((flags & ~(unsigned)cudaInitDeviceFlagsAreValid) != 0)
        return remember(cudaErrorInvalidValue);
    if (flags == 0)
        return cudaSuccess;
    if (!are_device_flags(wanted))
        return remember(cudaErrorInvalidValue);
    device_flags[number] = wanted;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted)
{
    if (device == nullptr || wanted == nullptr)
        return remember(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    RETURN_IF_REFUSED();
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (cudaError_t forbidden = captures_forbid_device_sync())
            return refuse(forbidden, "A stream is being captured: its work does not run before the graph is launched.");
    }
    return remember(wait_for_device(current_device));
}

cudaError_t cudaDeviceReset(void)
{
    if (cudaError_t misplaced = misplaced_call(__func__, __builtin_return_address(0)))
        return remember(misplaced);
    if (setting.devices > 1) // kernels of other devices may use the memory
        wait_unnoticed();
    wait_for_device(current_device);
    forget_arrays(current_device);
    destroy_all_objects(current_device);
    free_all_memory(current_device);
    reset_variables(current_device);
    {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        for (int other = 0; other < setting.devices; ++other) {
            m.set_peer(current_device, other, false);
            m.set_peer(other, current_device, false);
        }
    }
    device &d = the_device();
    if (d.sticky) // on a GPU too, the process cannot recover
        d.sticky = cudaErrorDevicesUnavailable;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config)
{
    if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
        return remember(cudaErrorInvalidValue);
    cache_config = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config)
{
    if (config == nullptr)
        return remember(cudaErrorInvalidValue);
    *config = cache_config;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig)
{
    return cudaSuccess; // without effect, as on every GPU since Maxwell
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
{
    if (config == nullptr)
        return remember(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    RETURN_IF_REFUSED();
    if (least != nullptr)
        *least = least_priority;
    if (greatest != nullptr)
        *greatest = greatest_priority;
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return cudaSuccess; // there is none
}

namespace
{
// By cudaLimit.
std::atomic<size_t> limits[] = {1024, 1 << 20, 8 << 20, 0, 2048, 64, 0};
} // namespace

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    RETURN_IF_REFUSED();
    if (value == nullptr || limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize)
        return remember(cudaErrorInvalidValue);
    if (limit == cudaLimitDevRuntimeSyncDepth) // gone since compute capability 9.0
        return remember(cudaErrorUnsupportedLimit);
    *value = limits[limit];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    RETURN_IF_REFUSED();
    size_t has;
    if (cudaError_t error = cudaDeviceGetLimit(&has, limit))
        return error;
    if (limit == cudaLimitStackSize && value > 512 * 1024)
        return refuse(cudaErrorInvalidValue, format("%zu bytes of stack a thread, of at most 512 KB.", value));
    if (limit == cudaLimitStackSize) {
        value = (value + 15) / 16 * 16; // each thread has 512 KB here, but a GPU reserves the memory anew
        if (cudaError_t error = value != has ? wait_unnoticed() : cudaSuccess)
            return remember(error);
    }
    if (limit == cudaLimitPersistingL2CacheSize)
        value = 0; // as much as there is
    if (limit == cudaLimitMallocHeapSize) {
        if (heap_is_used(current_device))
            return refuse(cudaErrorInvalidValue, "A kernel has called malloc(): the heap's size is set before.");
        heap_limit = value = std::max(value, least_heap);
    }
    if (limit == cudaLimitPrintfFifoSize)
        output_limit = value = std::max(value, least_output);
    limits[limit] = value;
    return cudaSuccess;
}

// --- bus addresses and peers: the devices lie on a bus of their own, in order ---

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int number)
{
    if (id == nullptr || length < (int)sizeof "0000:00:00.0")
        return remember(cudaErrorInvalidValue);
    if (!is_device(number))
        return remember(cudaErrorInvalidDevice);
    snprintf(id, (size_t)length, "0000:%02x:00.0", (unsigned)number);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    if (device == nullptr || id == nullptr)
        return remember(cudaErrorInvalidValue);
    unsigned domain = 0, bus, slot, function = 0;
    if (sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3 &&
        (domain = 0, sscanf(id, "%x:%x.%x", &bus, &slot, &function)) < 2)
        return remember(cudaErrorInvalidValue);
    if (domain != 0 || bus >= (unsigned)setting.devices || slot != 0 || function != 0)
        return remember(cudaErrorInvalidDevice);
    *device = (int)bus;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int number, int peer)
{
    if (can == nullptr)
        return remember(cudaErrorInvalidValue);
    if (!is_device(number) || !is_device(peer))
        return remember(cudaErrorInvalidDevice);
    *can = number != peer; // a device is no peer of itself
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (flags != 0)
        return refuse(cudaErrorInvalidValue, "The flags must be 0.");
    if (!is_device(peer))
        return refuse(cudaErrorInvalidDevice, format("There is no device %d.", peer));
    if (peer == current_device)
        return refuse(cudaErrorPeerAccessUnsupported,
                      "A device is no peer of itself: the current device is the one that "
                      "gets access, the argument the one whose memory it is.");
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (m.is_peer(current_device, peer))
        return remember(cudaErrorPeerAccessAlreadyEnabled);
    m.set_peer(current_device, peer, true);
    return cudaSuccess;
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    RETURN_IF_REFUSED();
    if (!is_device(peer))
        return remember(cudaErrorInvalidDevice);
    if (cudaError_t error = wait_unnoticed()) // running kernels may use it
        return remember(error);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (!m.is_peer(current_device, peer))
        return remember(cudaErrorPeerAccessNotEnabled);
    m.set_peer(current_device, peer, false);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute, int from, int to)
{
    if (value == nullptr)
        return remember(cudaErrorInvalidValue);
    if (!is_device(from) || !is_device(to) || from == to)
        return remember(cudaErrorInvalidDevice);
    switch (attribute) {
    case cudaDevP2PAttrPerformanceRank: *value = 0; break;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported: *value = 1; break;
    default: return remember(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    if (version == nullptr)
        return remember(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (version == nullptr)
        return remember(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

namespace
{
cudaError_t check_kernel(const void *kernel)
{
    if (kernel == nullptr)
        return refuse(cudaErrorInvalidDeviceFunction, "A null pointer where the address of a kernel should be.");
    return loads_kernel(kernel) ? cudaSuccess
                                : refuse(cudaErrorInvalidResourceHandle, "The address is that of no kernel.");
}
} // namespace

// Kept for nothing but the errors: a CPU has no such choice.
cudaError_t cpu_device_func_set_cache_config(const void *kernel, cudaFuncCache config)
{
    RETURN_IF_REFUSED();
    if (cudaError_t error = check_kernel(kernel))
        return error;
    return remember(config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual ? cudaErrorInvalidValue
                                                                                          : cudaSuccess);
}

cudaError_t cpu_device_func_get_attributes(cudaFuncAttributes *attributes, const void *kernel)
{
    if (attributes == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = check_kernel(kernel))
        return error;
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    *attributes = {};
    const auto carveout = d.kernels.carveouts.find(kernel);
    attributes->preferredShmemCarveout =
        carveout != d.kernels.carveouts.end() ? carveout->second : cudaSharedmemCarveoutDefault;
    attributes->numRegs = 32; // nominal: programs divide by it
    attributes->sharedSizeBytes = static_shared_size_of(kernel);
    attributes->maxThreadsPerBlock = max_threads;
    for (const auto &[type, bound] : d.kernels.bounds)
        if (is_body_of(type, kernel))
            attributes->maxThreadsPerBlock = (int)bound;
    for (const auto &[type, shape] : d.kernels.cluster_shapes)
        if (is_body_of(type, kernel)) {
            attributes->requiredClusterWidth = (int)shape.x;
            attributes->requiredClusterHeight = (int)shape.y;
            attributes->requiredClusterDepth = (int)shape.z;
            attributes->clusterDimMustBeSet = shape.x != 0;
        }
    attributes->nonPortableClusterSizeAllowed = (int)d.kernels.large_clusters.count(kernel);
    attributes->binaryVersion = attributes->ptxVersion = 90;
    auto limit = d.kernels.dynamic_limits.find(kernel);
    attributes->maxDynamicSharedSizeBytes =
        (int)(limit != d.kernels.dynamic_limits.end() ? limit->second.bytes
                                                      : max_static_shared - attributes->sharedSizeBytes);
    return cudaSuccess;
}

namespace
{
// How much shared memory a multiprocessor of an H200 has, by the percentage that a kernel prefers: the next larger of
// some sizes, which holds one block at least.
size_t configured_shared(int carveout, size_t of_block)
{
    const size_t most = shared_per_multiprocessor;
    const size_t preferred = carveout < 0 ? most : most * (size_t)carveout / 100;
    for (size_t kilobytes : {8, 16, 32, 64, 100, 132, 164, 196})
        if (kilobytes << 10 >= std::max(preferred, of_block + reserved_shared))
            return kilobytes << 10;
    return most;
}
} // namespace

cudaError_t cpu_device_occupancy(int *blocks, const void *kernel, int threads, size_t dynamic_shared)
{
    cudaFuncAttributes attributes;
    if (cudaError_t error = cpu_device_func_get_attributes(&attributes, kernel))
        return error;
    if (blocks == nullptr || threads < 1)
        return remember(cudaErrorInvalidValue);
    the_device().kernels.occupancy_asked = true;
    const bool fits =
        threads <= attributes.maxThreadsPerBlock && dynamic_shared <= (size_t)attributes.maxDynamicSharedSizeBytes;
    const int carveout =
        cache_config == cudaFuncCachePreferL1 && attributes.preferredShmemCarveout == cudaSharedmemCarveoutDefault
            ? cudaSharedmemCarveoutMaxL1
            : attributes.preferredShmemCarveout;
    const size_t shared = dynamic_shared + attributes.sharedSizeBytes;
    const unsigned by_carveout = (unsigned)(configured_shared(carveout, shared) / (shared + reserved_shared));
    *blocks = fits ? (int)std::min(by_carveout, most_resident((unsigned)threads, shared)) : 0;
    return cudaSuccess;
}

cudaError_t cpu_device_available_shared(size_t *dynamic_shared, const void *kernel, int blocks, int threads)
{
    cudaFuncAttributes attributes;
    if (cudaError_t error = cpu_device_func_get_attributes(&attributes, kernel))
        return error;
    if (dynamic_shared == nullptr || threads < 1 || blocks < 1)
        return remember(cudaErrorInvalidValue);
    const size_t each = shared_per_multiprocessor / (size_t)blocks,
                 taken = attributes.sharedSizeBytes + reserved_shared;
    if (threads > attributes.maxThreadsPerBlock || blocks > (int)max_resident_blocks ||
        (unsigned)(blocks * threads) > resident_threads() || each < taken)
        return refuse(cudaErrorInvalidValue,
                      format("A core of the CPU device cannot have %d blocks of %d threads at once.", blocks, threads));
    *dynamic_shared = std::min((size_t)attributes.maxDynamicSharedSizeBytes, each - taken);
    return cudaSuccess;
}

cudaError_t cpu_device_func_set_attribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    RETURN_IF_REFUSED();
    if (cudaError_t error = check_kernel(kernel))
        return error;
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
            return refuse(cudaErrorInvalidValue, format("%d is no percentage of the shared memory.", value));
        device &d = the_device();
        std::lock_guard<std::mutex> lock(d.mutex);
        d.kernels.carveouts[kernel] = value;
        return cudaSuccess;
    }
    if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
        device &d = the_device();
        std::lock_guard<std::mutex> lock(d.mutex);
        if (value != 0)
            d.kernels.large_clusters.insert(kernel);
        else
            d.kernels.large_clusters.erase(kernel);
        return cudaSuccess;
    }
    if (attribute == cudaFuncAttributeClusterSchedulingPolicyPreference)
        return cudaSuccess;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        (size_t)value + static_shared_size_of(kernel) > max_dynamic_shared)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    d.kernels.dynamic_limits[kernel] = {(size_t)value, CALLER};
    return cudaSuccess;
}
