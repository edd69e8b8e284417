// SPDX-License-Identifier: MIT
// What comes back to the host: copies of device memory that nothing has written, which the host then takes for results;
// and results that are never copied.
//
// Of each copy to the host, the bytes that were not written are remembered until host code reads them (an error),
// writes over them, frees the memory, or returns from the function on whose stack they lie. Where no host code that
// cucc has compiled looks at anything that was copied, a library may: then the end of the program is time for a
// warning.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "../memory/arena.h"

namespace cpu_device
{
// A call that copies: its name, where it returns to, and the frame of the host's thread that it was made from.
struct copy_call {
    const char *function;
    const void *caller;
    const void *thread, *frame;
};
// Of the calling thread, whose function of the API has this frame.
copy_call copy_from_here(const char *function, const void *caller, const void *frame);

// So many bytes were copied from an allocation to host memory, or to memory that is the host's too.
void copied_to_host(const char *to, const char *from, size_t size, const copy_call &call);
// Nothing more is known of some bytes of host memory.
void host_memory_changes(const void *begin, size_t size);

// All bytes that are remembered lie between these, or there are none.
extern std::atomic<uintptr_t> remembered_begin, remembered_size;
inline bool may_be_remembered(const void *address)
{
    return reinterpret_cast<uintptr_t>(address) - remembered_begin.load(std::memory_order_relaxed) <
           remembered_size.load(std::memory_order_relaxed);
}
// The lowest of them on a stack: where one ends above, a function has returned.
extern std::atomic<uintptr_t> remembered_on_stack;
// Host code, of a thread whose stack ends at `frame`, reads or writes something: it is such a byte, or may no longer
// be.
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
// The program gives data to kernels, and so wants results; and it has got at one: a copy, what was printed, or its
// time.
void something_went_in();
void something_came_back();
// An allocation is freed, or the program ends.
void ends_unseen(const allocation &a);

// At the end of the program; `failed`: it did not come to what it wanted to do.
void report_host_copies(bool failed);
} // namespace cpu_device
