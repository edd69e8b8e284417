// SPDX-License-Identifier: MIT
// What malloc(), free(), new and delete of a program become (cucc renames them): in kernels whose accesses are checked,
// calls of the device's heap. Weak, as a program may have a new of its own.
#include <cstdlib>
#include <cstring>
#include <malloc.h>

#include "../check/host_copies.h"
#include "../check/order.h"
#include "../memory/arena.h"
#include "../memory/heap.h"
#include "../platform/source_line.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "core.h"
#include "device.h"
#include "graph_buffers.h"

namespace cpu_device
{
namespace
{
void *kept(void *p, size_t size)
{
    host_buffer_begins(p, size);
    return p;
}

// True: done; false: the host's own function is to be called.
bool free_in_kernel(void *p, const char *function, const void *caller)
{
    if (p == nullptr)
        return true;
    bool on_host = checked_core == nullptr;
    if (on_host)
        host_buffer_ends(p);
    if (on_host && may_be_remembered(p))
        host_memory_changes(p, malloc_usable_size(p));
    if (on_host && any_watched_buffers)
        buffer_of_graph_ends(static_cast<const char *>(p), malloc_usable_size(p), caller);
    if (on_host && any_unawaited && may_be_shared(p, 1)) {
        const size_t size = malloc_usable_size(p);
        if (host_uses(static_cast<const char *>(p), size, host_act::frees, false, caller))
            wait_for_copies_of(p, size); // it is reported, and the memory may be unmapped
    }
    if (on_host && reinterpret_cast<uintptr_t>(p) - checked_arena >= checked_arena_size)
        return false;
    if (!on_host)
        checked_core->accesses.frees();
    heap_answer answer = on_host ? heap_answer::no_block : heap_free(p, caller);
    if (answer == heap_answer::freed)
        return true;
    if (on_host) {
        if (allocation *a = the_arena().owner(p))
            a->not_a_leak = true;
        const source_position at = reported_place(caller);
        report_once("host:" + at.text(), host_frees_in_device(at, function, describe_address(p)));
        return true;
    }
    // An H100 reports a second free() like this; other wrong calls corrupt its heap.
    core &c = *checked_core;
    c.ending.break_off(cudaErrorLaunchFailure, [=, &c] {
        const bool twice = answer == heap_answer::freed_before;
        return frees_in_kernel(
            c.diagnose(twice ? report_kind::double_free_in_kernel : report_kind::wrong_free_in_kernel,
                       reported_place(caller)),
            function, describe_address(p));
    });
}
} // namespace
} // namespace cpu_device

using namespace cpu_device;

#define CALLER (static_cast<const char *>(__builtin_return_address(0)) - 1)
#define IN_KERNEL (checked_core != nullptr)

extern "C" {
// The program's operators, or the C++ library's: cucc renames them to these. The device library has its own.
void *program_new(size_t size);
void *program_new_array(size_t size);
void program_delete(void *p);
void program_delete_array(void *p);

__attribute__((weak)) void *cpu_device_malloc(size_t size)
{
    return IN_KERNEL ? heap_allocate(checked_core->device(), size, false, CALLER) : kept(malloc(size), size);
}
__attribute__((weak)) void *cpu_device_calloc(size_t count, size_t size) // GCC makes it from malloc and memset
{
    if (!IN_KERNEL)
        return kept(calloc(count, size), count * size);
    size_t all;
    if (__builtin_mul_overflow(count, size, &all))
        return nullptr;
    void *p = heap_allocate(checked_core->device(), all, false, CALLER);
    return p ? memset(p, 0, all) : p;
}
__attribute__((weak)) void cpu_device_free(void *p)
{
    if (!free_in_kernel(p, "free()", CALLER))
        free(p);
}
__attribute__((weak)) void *cpu_device_new(size_t size)
{
    return IN_KERNEL ? heap_allocate(checked_core->device(), size, true, CALLER) : kept(program_new(size), size);
}
__attribute__((weak)) void *cpu_device_new_array(size_t size)
{
    return IN_KERNEL ? heap_allocate(checked_core->device(), size, true, CALLER) : kept(program_new_array(size), size);
}
__attribute__((weak)) void cpu_device_delete(void *p)
{
    if (!free_in_kernel(p, "delete", CALLER))
        program_delete(p);
}
__attribute__((weak)) void cpu_device_delete_array(void *p)
{
    if (!free_in_kernel(p, "delete[]", CALLER))
        program_delete_array(p);
}
__attribute__((weak)) void cpu_device_delete_sized(void *p, size_t)
{
    if (!free_in_kernel(p, "delete", CALLER))
        program_delete(p);
}
__attribute__((weak)) void cpu_device_delete_array_sized(void *p, size_t)
{
    if (!free_in_kernel(p, "delete[]", CALLER))
        program_delete_array(p);
}
}
