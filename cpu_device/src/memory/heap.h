// SPDX-License-Identifier: MIT
// malloc() and new in kernels whose accesses are checked.
//
// Blocks are cut out of allocations of the arena: 1 MB for blocks of one power of two, each with at least 16 bytes of
// it left over, so that an access past the end is noticed. A large block is an allocation of its own. The list of the
// blocks lies elsewhere, out of reach of the kernels. Freed blocks remain in quarantine.
#pragma once

#include <atomic>
#include <cstddef>

namespace cpu_device
{
// What the host's malloc(), calloc() and new have returned to the program, if it is still allocated there: how many
// bytes it asked for, and how many there are; 0: unknown.
void host_buffer_begins(const void *p, size_t size);
void host_buffer_ends(const void *p);
struct host_buffer {
    size_t size, usable;
};
host_buffer host_buffer_at(const void *p);

// By cudaLimitMallocHeapSize: bytes of all blocks that a kernel's malloc() has returned on one device, and nobody has
// freed. An H100 gives a little less than the limit, and never limits to less than 4 MB.
constexpr size_t least_heap = 4 << 20;
extern std::atomic<size_t> heap_limit;
// A kernel has called malloc(): the limit cannot change any more.
bool heap_is_used(int device);
// malloc() has returned null in a kernel, since the limit was reached.
bool heap_was_full(int device);

// Null if the limit is reached, or there is not enough memory.
void *heap_allocate(int device, size_t size, bool by_new, const void *caller);

enum class heap_answer { freed, freed_before, no_block };
heap_answer heap_free(void *pointer, const void *caller);

// The arena has freed all blocks of a device: drops them.
void heap_forget_all(int device);
} // namespace cpu_device
