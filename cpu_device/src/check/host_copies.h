// SPDX-License-Identifier: MIT
// What comes back to the host: copies of device memory that nothing has written, which the host reads as results; and
// results that are never copied back.
//
// For each copy to the host, the unwritten bytes are kept until host code reads them (an error), overwrites them, frees
// the memory, or returns from the function on whose stack they lie. If no host code compiled by cucc reads any of
// the copy, a library may have read it: then there is a warning at the end of the program.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "../memory/arena.h"
#include "../platform/source_line.h"

namespace cpu_device
{
// A call that copies: its name, its return address, and the stack frame of its caller.
struct copy_call {
    const char *function;
    const void *caller;
    const void *thread, *frame;

    source_position at() const;
};
// The call of the calling thread; the API function has this frame.
copy_call copy_from_here(const char *function, const void *caller, const void *frame);

// Whether an address lies in a local variable of a function that was active at that call and has returned: the calling
// thread's stack ends at `frame` now, and stacks grow downwards.
bool is_gone_local(const copy_call &call, const void *address, const void *frame);

// Drops what is kept of these bytes of host memory.
void host_memory_changes(const void *begin, size_t size);

// All bytes that are kept lie between these.
extern std::atomic<uintptr_t> remembered_begin, remembered_size;
inline bool may_be_remembered(const void *address)
{
    return reinterpret_cast<uintptr_t>(address) - remembered_begin.load(std::memory_order_relaxed) <
           remembered_size.load(std::memory_order_relaxed);
}
// The lowest of them on a stack. Once the stack ends above it, the function has returned.
extern std::atomic<uintptr_t> remembered_on_stack;
// Host code reads or writes; its thread's stack ends at `frame`. Reports a read of a kept byte, and drops those that
// are overwritten or whose stack frame is gone.
void host_accesses(const char *address, size_t size, bool writes, const void *pc, const void *frame);

// --- results ---

// Each kernel's stores to, and loads from, a page of memory.
inline void kernel_uses(const arena_page &page, bool stores, const char *kernel)
{
    const allocation *a = page.owner();
    if (a == nullptr)
        return;
    if (!stores) {
        if (!a->loaded.load(std::memory_order_relaxed))
            a->loaded.store(true, std::memory_order_relaxed);
    } else if (a->stored_by.load(std::memory_order_relaxed) != kernel) {
        a->stored_by.store(kernel, std::memory_order_relaxed);
    }
}
// The program has obtained a result other than by a copy: by printf() in a kernel, or as the time between events.
void something_came_back();
} // namespace cpu_device
