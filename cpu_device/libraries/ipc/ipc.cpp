// SPDX-License-Identifier: MIT
// Device memory of one process in another. The allocation is moved into a file in memory. The handle names the process
// and that file, which the other process opens through /proc. The checks of one process do not see the accesses of the
// other.
#include <cstring>
#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/api/api.h"
#include "../../src/check/host_copies.h"
#include "../../src/memory/arena.h"
#include "../../src/say/report.h"

using namespace cpu_device;

namespace cpu_device
{
const char no_shared_events[] =
    "The CPU device shares memory between processes, and no events: synchronize, and then let "
    "the other process know, through a pipe, say, or by MPI_Barrier().";
}

namespace
{
struct memory_handle {
    static constexpr uint64_t right_mark = 0x43505544455649; // "CPUDEVI"
    uint64_t mark, size;
    int64_t inode;
    int32_t process, file, device;
};
static_assert(sizeof(memory_handle) <= sizeof(cudaIpcMemHandle_t));

// The handles that were opened, and how often. With the lock held.
struct opened {
    void *pointer;
    unsigned times;
};
std::mutex opened_mutex;
std::map<int64_t, opened> &all_opened = *new std::map<int64_t, opened>;
} // namespace

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer)
{
    RETURN_IF_REFUSED();
    if (handle == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = wait_unnoticed()) // what runs may write there
        return remember(error);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    allocation *a = m.find(pointer);
    if (a == nullptr || a->kind != memory_kind::device || a->of_pool || a->origin != memory_origin::plain)
        return refuse(cudaErrorInvalidValue, "This is no memory from cudaMalloc().");
    struct stat state;
    if (!m.share(*a) || fstat(a->file, &state) != 0)
        return refuse(cudaErrorMemoryAllocation, "There is no memory for it, or no file.");
    memory_handle made = {memory_handle::right_mark, a->size, (int64_t)state.st_ino, getpid(), a->file, a->device};
    *handle = {};
    memcpy(handle, &made, sizeof made);
    something_came_back();
    return cudaSuccess;
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned int flags)
{
    RETURN_IF_REFUSED();
    memory_handle given;
    memcpy(&given, &handle, sizeof given);
    if (pointer == nullptr || flags != cudaIpcMemLazyEnablePeerAccess || given.mark != memory_handle::right_mark)
        return refuse(cudaErrorInvalidValue,
                      pointer == nullptr ? "A null pointer where the address of a pointer should be."
                      : flags != cudaIpcMemLazyEnablePeerAccess ? "The flags must be cudaIpcMemLazyEnablePeerAccess."
                                                                : "This is no handle that cudaIpcGetMemHandle() made.");
    if (given.process == getpid())
        return refuse(cudaErrorDeviceUninitialized, "The handle is for another process: here, use the pointer itself.");
    if (!is_device(given.device))
        return refuse(cudaErrorInvalidDevice,
                      format("The memory is of device %d, which this process does not have.", given.device));
    std::lock_guard<std::mutex> lock(opened_mutex);
    if (auto before = all_opened.find(given.inode); before != all_opened.end()) {
        ++before->second.times;
        *pointer = before->second.pointer;
        return cudaSuccess;
    }
    const int file = open(format("/proc/%d/fd/%d", given.process, given.file).c_str(), O_RDWR | O_CLOEXEC);
    struct stat state;
    if (file < 0 || fstat(file, &state) != 0 || (int64_t)state.st_ino != given.inode) {
        if (file >= 0)
            close(file);
        return refuse(cudaErrorInvalidValue, "The process that made the handle has ended, or has freed the memory.");
    }
    cudaError_t error = allocate(pointer, given.size, memory_kind::device, CALLER, given.device);
    if (error == cudaSuccess) {
        arena &m = the_arena();
        std::lock_guard<std::mutex> arena_lock(m.mutex);
        allocation *a = m.find(*pointer);
        a->origin = memory_origin::of_process;
        if (!m.take_over(*a, file)) {
            m.release(*a, nullptr);
            error = remember(cudaErrorMemoryAllocation);
        } else if (given.device != current_device) {
            m.set_peer(current_device, given.device, true);
        }
    }
    close(file);
    something_came_back();
    if (error == cudaSuccess)
        all_opened[given.inode] = {*pointer, 1};
    return error;
}

cudaError_t cudaIpcCloseMemHandle(void *pointer)
{
    RETURN_IF_REFUSED();
    {
        std::lock_guard<std::mutex> lock(opened_mutex);
        for (auto one = all_opened.begin(); one != all_opened.end(); ++one) {
            if (one->second.pointer != pointer)
                continue;
            if (--one->second.times > 0)
                return cudaSuccess;
            all_opened.erase(one);
            break;
        }
    }
    if (cudaError_t error = wait_for_users(pointer))
        return remember(error);
    return release(pointer, freed_by::cudaIpcCloseMemHandle, CALLER);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t)
{
    RETURN_IF_REFUSED();
    return refuse(cudaErrorNotSupported, no_shared_events);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t)
{
    RETURN_IF_REFUSED();
    return refuse(cudaErrorNotSupported, no_shared_events);
}
