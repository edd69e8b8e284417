// SPDX-License-Identifier: MIT
// The driver API: virtual memory. Memory that a program creates is a file in memory, which may be mapped at several
// addresses at a time, and given to other processes. The arena has the addresses and what is mapped there.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/check/events.h"
#include "../../src/memory/arena.h"
#include "driver.h"

using namespace cpu_device;

namespace
{
// Memory from cuMemCreate(): it lives as long as it has a handle or is mapped.
struct created_memory {
    size_t size;
    CUmemAllocationProp properties;
    int file;
    bool written; // by a mapping that is gone, perhaps, or by another process
    unsigned handles = 1, mapped = 0;
};

std::mutex created_mutex; // before the arena's
std::set<created_memory *> &all_created = *new std::set<created_memory *>;
std::map<const char *, created_memory *> &mapped_at = *new std::map<const char *, created_memory *>;

CUmemGenericAllocationHandle handle_of(created_memory *memory)
{
    return reinterpret_cast<uintptr_t>(memory);
}

// Null: there is no such handle.
created_memory *of_handle(CUmemGenericAllocationHandle handle)
{
    auto *memory = reinterpret_cast<created_memory *>(static_cast<uintptr_t>(handle));
    return all_created.count(memory) && memory->handles > 0 ? memory : nullptr;
}

void drop_if_unused(created_memory *memory)
{
    if (memory->handles > 0 || memory->mapped > 0)
        return;
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    m.budget.give_back(memory->size, memory->properties.location.id);
    close(memory->file);
    all_created.erase(memory);
    delete memory;
}

bool is_multiple(unsigned long long n)
{
    return n % arena::granularity == 0;
}

const char *const not_multiple =
    "The size and the address must be multiples of what cuMemGetAllocationGranularity() gives.";

CUresult check_properties(const CUmemAllocationProp *p)
{
    if (p == nullptr || p->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The properties must say CU_MEM_ALLOCATION_TYPE_PINNED.");
    if (p->location.type >= CU_MEM_LOCATION_TYPE_HOST)
        return refuse_driver(CUDA_ERROR_NOT_SUPPORTED,
                             "The CPU device has no host memory from cuMemCreate(): call cuMemAllocHost().");
    if (p->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The properties must say CU_MEM_LOCATION_TYPE_DEVICE.");
    return is_device(p->location.id) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

// The mappings that fill a range without a gap and end with it; none: there are no such.
std::vector<allocation *> mappings_in(const char *begin, size_t size)
{
    const arena &m = the_arena();
    std::vector<allocation *> all;
    for (const char *at = begin, *end = begin + size; at < end;) {
        allocation *a = m.find(at);
        if (a == nullptr || a->origin != memory_origin::mapped || a->first != at || a->size > (size_t)(end - at))
            return {};
        all.push_back(a);
        at += a->size;
    }
    return all;
}

created_memory *add_created(size_t size, const CUmemAllocationProp &properties, int file, bool written)
{
    auto *made = new created_memory{size, properties, file, written};
    all_created.insert(made);
    return made;
}
} // namespace

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option)
{
    ENTER(false);
    if (granularity == nullptr || option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = check_properties(properties))
        return error;
    *granularity = arena::granularity;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t size, size_t alignment, CUdeviceptr, unsigned long long flags)
{
    ENTER(false);
    if (pointer == nullptr || flags != 0 || (alignment & (alignment - 1)) != 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "A null pointer, flags, or an alignment that is no power of 2.");
    if (size == 0 || !is_multiple(size))
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, not_multiple);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const char *begin = m.reserve_addresses(size, alignment, static_cast<const char *>(call.as_copy.caller) - 1);
    if (begin == nullptr)
        return refuse_driver(CUDA_ERROR_OUT_OF_MEMORY, "The CPU device has no room for so many addresses: it has twice "
                                                       "as many as the machine has memory.");
    *pointer = reinterpret_cast<uintptr_t>(begin);
    return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t size)
{
    ENTER(false);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const auto range = m.reserved.find(at<char>(pointer));
    if (range == m.reserved.end() || range->second.size != size)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "These are no addresses that cuMemAddressReserve() gave, or not "
                                                       "all of them.");
    bool mapped = false;
    m.for_each_live([&](const allocation &a) { mapped |= a.first >= range->first && a.first < range->first + size; });
    if (mapped)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "Memory is mapped there: call cuMemUnmap() first.");
    m.free_addresses(range->first);
    return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *properties,
                     unsigned long long flags)
{
    ENTER(false);
    if (handle == nullptr || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = check_properties(properties))
        return error;
    if (size == 0 || !is_multiple(size))
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, not_multiple);
    if ((properties->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0)
        return refuse_driver(CUDA_ERROR_NOT_SUPPORTED,
                             "The CPU device shares memory by CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR alone.");
    std::lock_guard<std::mutex> order(created_mutex);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (!m.budget.take(size, properties->location.id))
        return refuse_driver(CUDA_ERROR_OUT_OF_MEMORY, "There is not so much memory.");
    const int file = memfd_create("CPU device memory", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)size) != 0) {
        m.budget.give_back(size, properties->location.id);
        if (file >= 0)
            close(file);
        return refuse_driver(CUDA_ERROR_OUT_OF_MEMORY, "There is no file for it.");
    }
    *handle = handle_of(add_created(size, *properties, file, false));
    return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    ENTER(false);
    std::lock_guard<std::mutex> lock(created_mutex);
    created_memory *memory = of_handle(handle);
    if (memory == nullptr)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "There is no such handle.");
    --memory->handles;
    drop_if_unused(memory);
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr pointer, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    ENTER(false);
    std::lock_guard<std::mutex> order(created_mutex);
    created_memory *memory = of_handle(handle);
    if (memory == nullptr)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "There is no such handle.");
    if (size == 0 || !is_multiple(size) || !is_multiple(pointer))
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, not_multiple);
    if (offset != 0 || flags != 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The offset and the flags must be 0.");
    if (size != memory->size)
        return refuse_driver(CUDA_ERROR_NOT_SUPPORTED, "Memory is mapped as a whole: the size must be that of "
                                                       "cuMemCreate().");
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    char *begin = at<char>(pointer);
    if (m.find_reserved(begin, size) == nullptr)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "Not all of these addresses come from cuMemAddressReserve().");
    bool taken = false;
    m.for_each_live([&](const allocation &a) { taken |= a.first < begin + size && begin < a.first + a.size; });
    if (taken)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "Memory is mapped there already.");
    const allocation *made = m.map_file(begin, size, memory->file, memory->written, memory->properties.location.id,
                                        static_cast<const char *>(call.as_copy.caller) - 1);
    if (made == nullptr)
        return refuse_driver(CUDA_ERROR_OUT_OF_MEMORY, "The system does not map it.");
    announce(&observer::memory_begins, *made);
    memory->written = true;
    ++memory->mapped;
    mapped_at[begin] = memory;
    return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t size)
{
    ENTER(false);
    if (cudaError_t error = wait_for_device(every_device)) // what runs may use it
        return result(error);
    std::lock_guard<std::mutex> order(created_mutex);
    std::vector<created_memory *> unmapped;
    {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        const std::vector<allocation *> all = mappings_in(at<char>(pointer), size);
        const char *begin = at<char>(pointer), *end = begin + size;
        bool any = false;
        m.for_each_live([&](const allocation &a) { any |= a.first < end && begin < a.first + a.size; });
        if (!any && size > 0 && m.find_reserved(begin, size) != nullptr)
            return CUDA_SUCCESS; // as on an H100
        if (all.empty())
            return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The range is not what was mapped, from the first to the "
                                                           "last byte.");
        for (allocation *a : all) {
            announce(&observer::memory_ends, *a);
            unmapped.push_back(mapped_at[a->first]);
            mapped_at.erase(a->first);
            m.unmap(*a, static_cast<const char *>(call.as_copy.caller) - 1);
        }
    }
    for (created_memory *memory : unmapped) {
        --memory->mapped;
        drop_if_unused(memory);
    }
    return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t size, const CUmemAccessDesc *all, size_t count)
{
    ENTER(false);
    if (all == nullptr || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (cudaError_t error = wait_for_device(every_device)) // what runs may use it
        return result(error);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const std::vector<allocation *> mapped = mappings_in(at<char>(pointer), size);
    if (mapped.empty())
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The range is not what was mapped, from the first to the last "
                                                       "byte.");
    for (allocation *a : mapped) {
        uint32_t devices = a->reachable_from;
        bool writable = true;
        for (size_t i = 0; i < count; ++i) {
            if (all[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || !is_device(all[i].location.id))
                return refuse_driver(CUDA_ERROR_INVALID_DEVICE, "The location is no device.");
            const uint32_t bit = 1u << all[i].location.id;
            devices = all[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ? devices & ~bit : devices | bit;
            writable &= all[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READ;
        }
        if (!m.set_access(*a, devices, writable))
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr pointer)
{
    ENTER(false);
    if (flags == nullptr || location == nullptr || location->type != CU_MEM_LOCATION_TYPE_DEVICE ||
        !is_device(location->id))
        return CUDA_ERROR_INVALID_VALUE;
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const allocation *a = m.find(at<char>(pointer));
    if (a == nullptr || a->origin != memory_origin::mapped)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = a->reachable_from >> location->id & 1 ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return CUDA_SUCCESS;
}

CUresult cuMemExportToShareableHandle(void *shared, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                                      unsigned long long flags)
{
    ENTER(false);
    std::lock_guard<std::mutex> lock(created_mutex);
    created_memory *memory = of_handle(handle);
    if (memory == nullptr || shared == nullptr || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || memory->properties.requestedHandleTypes != type)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The memory was not created with requestedHandleTypes of "
                                                       "CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.");
    const int file = fcntl(memory->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0)
        return CUDA_ERROR_OPERATING_SYSTEM;
    memory->written = true; // by the other process, perhaps
    *static_cast<int *>(shared) = file;
    return CUDA_SUCCESS;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shared,
                                        CUmemAllocationHandleType type)
{
    ENTER_IN_CONTEXT();
    struct stat state;
    if (handle == nullptr || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return CUDA_ERROR_INVALID_VALUE;
    const int file = fcntl((int)reinterpret_cast<intptr_t>(shared), F_DUPFD_CLOEXEC, 0);
    if (file < 0 || fstat(file, &state) != 0 || state.st_size == 0 || !is_multiple((size_t)state.st_size)) {
        if (file >= 0)
            close(file);
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The file is none that cuMemExportToShareableHandle() gave.");
    }
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = type;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, current_device};
    std::lock_guard<std::mutex> order(created_mutex);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (!m.budget.take((size_t)state.st_size, current_device)) {
        close(file);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = handle_of(add_created((size_t)state.st_size, properties, file, true));
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties, CUmemGenericAllocationHandle handle)
{
    ENTER(false);
    std::lock_guard<std::mutex> lock(created_mutex);
    const created_memory *memory = of_handle(handle);
    if (memory == nullptr || properties == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    *properties = memory->properties;
    return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address)
{
    ENTER(false);
    if (handle == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    std::lock_guard<std::mutex> order(created_mutex);
    const char *first = nullptr;
    {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        const allocation *a = m.find(address);
        if (a != nullptr && a->origin == memory_origin::mapped)
            first = a->first;
    }
    const auto found = mapped_at.find(first);
    if (first == nullptr || found == mapped_at.end())
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "Nothing that cuMemCreate() made is mapped there.");
    ++found->second->handles;
    *handle = handle_of(found->second);
    return CUDA_SUCCESS;
}
