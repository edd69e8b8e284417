// SPDX-License-Identifier: MIT
// The memory of the device: an arena of its own.
//
// Every allocation has pages of its own and ends right before one that nothing may touch (as close as the 256-byte
// alignment of cudaMalloc allows), and freed memory becomes untouchable. So the processor itself stops an access far
// past the end or after cudaFree, also where no check looks; a table from page to allocation tells the checks the rest.
// Beside the arena lies a bit for each of its bytes: whether anything was ever written there. Both need memory only
// where allocations lie: an eighth of their size, and 8 bytes a page.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "../between_blocks.h"

namespace cpu_device
{
enum class memory_kind { device, managed, pinned, heap };

struct allocation {
    size_t size;
    memory_kind kind;
    char *pages; // what is mapped for it, the guard behind it included
    size_t pages_size;
    const char *first;
    const void *made_at, *freed_at; // instructions; freed_at is null where cudaDeviceReset did it
    bool freed;
    bool has_cells = false;                 // the check between blocks looks at it
    mutable std::atomic<int> looked_at = 0; // how often written_unseen() was asked; -1: it has been true
    allocation(size_t n, memory_kind k, char *mapped, size_t mapped_size, const char *begin, const void *maker)
        : size(n), kind(k), pages(mapped), pages_size(mapped_size), first(begin), made_at(maker), freed_at(nullptr),
          freed(false)
    {
    }
    allocation(const allocation &a) : allocation(a.size, a.kind, a.pages, a.pages_size, a.first, a.made_at)
    {
        has_cells = a.has_cells;
    }
};

class arena
{
  public:
    arena();

    std::mutex mutex;
    std::map<const char *, allocation> live;   // by their first byte
    std::map<const char *, size_t> freed;      // allocations that are gone, until their place is used again
    std::map<const char *, size_t> symbols;    // __device__ variables whose address the program asked for
    std::map<const char *, size_t> registered; // host memory that is not ours

    size_t total() const
    {
        return total_;
    }
    size_t used() const
    {
        return used_;
    }

    // Null if there is not enough.
    char *allocate(size_t size, memory_kind kind, const void *caller);
    void release(const char *first, const void *caller);
    // The allocation that holds an address.
    std::map<const char *, allocation>::iterator find(const void *address);
    // The allocation on whose pages an address in the arena lies, also when it is freed; null: none since long.
    allocation *owner(const void *address) const;

    // Whether any of some bytes was ever written.
    bool any_written(const char *address, size_t size) const;
    bool written_unseen(const allocation &a, const char *address, size_t size) const;
    void set_written(const char *address, size_t size) const;
    void copy_written(const char *to, const char *from, size_t size) const;
    global_cell *cells(const void *address) const;
    bool in_arena(const void *address) const;

  private:
    size_t page_of(const char *address) const;

    static constexpr size_t cells_per_byte = sizeof(global_cell) / 4; // bytes of these
    char *arena_ = nullptr;
    global_cell *cells_ = nullptr;                // may be missing
    size_t with_cells_ = 0;                       // bytes of allocations that have cells
    std::atomic<allocation *> *owners_ = nullptr; // by page
    std::atomic<uint8_t> *written_ = nullptr;     // a bit for each byte
    size_t arena_size_ = 0, total_ = 0, used_ = 0;
    std::map<const char *, size_t> free_; // ranges of whole pages
    const char *cursor_ = nullptr;
};

// Made when it is first asked for; outlives the cores.
arena &the_arena();

// The function that allocates memory of a kind.
const char *function_of(memory_kind kind);
// "1024 bytes from cudaMalloc at f.cu:3"
std::string describe(const allocation &a);
// "freed at f.cu:5"
std::string describe_freed(const allocation &a);
// What lies at an address in the arena, as in "4 bytes past the end of 1024 bytes from cudaMalloc at f.cu:3"; else "".
std::string describe_address(const void *address);
// Whether a kernel may access memory in the arena, and whether anything was ever written there.
enum class memory_state { fine, uninitialized, illegal };
// `cells` gets what the check between blocks keeps there; null: nothing.
memory_state touch_memory(const char *address, size_t size, bool reads, bool writes, global_cell **cells);
// Whether the address lies in host memory that cudaHostRegister made known.
bool is_registered(const void *address);
// An access of the arena by the host's code.
void host_touches(const void *address, bool writes, const void *pc);
void report_leaks();
void free_all_memory();

extern uintptr_t checked_arena, checked_arena_size; // which the host may not touch; 0 bytes: unchecked
} // namespace cpu_device
