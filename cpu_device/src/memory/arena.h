// SPDX-License-Identifier: MIT
// The memory of the device: an arena of its own.
//
// Every allocation has pages of its own and ends right before a guard page without access (as close as the 256-byte
// alignment of cudaMalloc allows). Freed memory loses its access too. So the processor stops an access far past the end
// or after cudaFree even in unchecked code. A table from page to allocation serves the checks. The addresses of freed
// memory remain in quarantine, so that a pointer to them does not lead to another allocation.
//
// The shadow memory of the arena has a bit for each byte: whether it was ever written. For the first allocations it
// also has the cells of the race check. It is backed only where allocations are used: an eighth of their size for the
// bits, four times their size for the cells, and 64 bytes a page.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "../limits.h"
#include "../say/place_in_memory.h"
#include "address_ranges.h"
#include "memory_budget.h"
#include "registered_ranges.h"

namespace cpu_device
{
struct cell; // of the race check: one for 4 bytes
constexpr size_t cell_bytes_per_byte = 4;

enum class memory_kind : uint8_t { device, managed, pinned, heap, array };
// Whether it is device memory only, and begins uninitialized.
inline bool is_device_memory(memory_kind kind)
{
    return kind == memory_kind::device || kind == memory_kind::array;
}
// Whether it is the host's memory too.
inline bool is_host_memory(memory_kind kind)
{
    return kind == memory_kind::managed || kind == memory_kind::pinned;
}

// Whether the memory belongs to another process, to OpenGL or to a graph as well, or is mapped into reserved addresses.
enum class memory_origin : uint8_t { plain, of_process, of_graphics, captured, of_node, condition, mapped };
// Whether a graph keeps it for its next launch, even when it is freed.
inline bool is_of_graph(memory_origin origin)
{
    return origin == memory_origin::captured || origin == memory_origin::of_node;
}

// An allocation, or a block of the kernels' heap.
struct memory_block {
    const char *first;
    size_t size;
    // How much of it a kernel may access: 0 once it is freed. The checks of all cores read it, without a lock.
    std::atomic<size_t> accessible;
    const void *made_at, *freed_at; // instructions; freed_at is null where cudaDeviceReset did it
    const void *const *callers; // of the function that holds made_at, allocation::most_callers of them; null: unknown
    memory_kind kind;
    bool by_new; // and not by malloc()
    memory_origin origin;
    std::atomic<bool> freed;
};

// A copy from the host that has written a part of an allocation.
struct copied_part {
    const char *function;
    const void *caller;
    size_t bytes;
};

// An allocation of the arena.
struct allocation : memory_block {
    char *pages; // what is mapped for it, the guard after it included
    size_t pages_size;
    char *cells; // for its pages; null: there are too many allocations, and this one is not checked for races
    mutable std::atomic<const char *> stored_by;        // the last kernel that stored there; null: none
    mutable std::atomic<const copied_part *> copied_in; // the last such copy, which stays; null: none
    mutable std::atomic<bool> loaded, came_back;        // loaded by any kernel; copied to the host or to other memory
    std::atomic<bool> not_a_leak;       // a wrong call was to free it, and was reported; or a graph frees it
    mutable std::atomic<int> looked_at; // how often written_unseen() was called; -1: it has returned true
    // An allocation of the kernels' heap is cut into blocks of 2^block_shift bytes. Null: it is not of the heap.
    memory_block *blocks;
    unsigned block_shift;
    int device;        // its device; for memory that is the host's too, the device that was current then
    int file;          // by which other processes can map it; -1: none
    bool of_pool;      // from a pool, which decides who may access it
    size_t row, pitch; // bytes of a row, and from one row to the next; 0: it has no rows
    static constexpr size_t most_callers = 16;
    const void *called_from[most_callers];
    mutable std::atomic<uint32_t> reachable_from; // a bit for each device whose kernels may access it
};

// What is known about each page of the arena.
struct alignas(64) arena_page {
    static constexpr size_t size = 4096;   // as large as a page of the processor, or smaller
    std::atomic<uintptr_t> owner_and_mark; // an allocation; 0: none, or freed long ago
    allocation *owner() const
    {
        return reinterpret_cast<allocation *>(owner_and_mark.load(std::memory_order_acquire) & ~(uintptr_t)1);
    }
    // Whether every byte was written, or may have been by the host; and kernels may access all of it.
    bool is_written() const
    {
        return owner_and_mark.load(std::memory_order_acquire) & 1;
    }
    std::atomic<cell *> cells; // null: it was not accessed, except in stripes
    // The accesses of this launch that are kept in stripes, see check/stripes.h; and a bit for each 64 bytes that they
    // claim.
    std::atomic<uint64_t> stripes, claimed;
    // In the upper half a launch; in the lower half how many words from the first one on several of its blocks have
    // read, see check/grid_reads.h. A launch that accesses the page otherwise has `accessed_otherwise`.
    std::atomic<uint64_t> read_by_grid;
    static constexpr uint32_t words = size / 4, accessed_otherwise = UINT32_MAX;
};
static_assert(sizeof(arena_page) == 64);

class arena
{
  public:
    arena();

    std::mutex mutex;                              // for all members, unless a comment says otherwise
    std::map<const char *, size_t> symbols;        // __device__ variables whose address the program asked for
    std::map<const char *, unsigned> pinned_flags; // of cudaHostAlloc, by the last allocation that began there

    registered_ranges registered;
    memory_budget budget;

    // Null if there is not enough memory. The memory is zeroed.
    allocation *allocate(size_t size, memory_kind kind, int device, const void *caller, bool of_pool = false);
    void release(allocation &gone, const void *caller);
    void release_all(int device);
    // While no kernel runs: moves the allocation into a file, so that other processes can map it. False: it cannot.
    bool share(allocation &a);
    // Maps such a file in place of an allocation of the same size. False: it cannot.
    bool take_over(allocation &a, int file);
    // Whether kernels of one device may access the memory of another: what cudaDeviceEnablePeerAccess() allows.
    bool is_peer(int of, int owner) const
    {
        return may_access_[of] >> owner & 1;
    }
    void set_peer(int of, int owner, bool allowed);

    // --- addresses that the program reserves, and memory that it maps there (mapped_memory.cpp) ---

    struct reserved_addresses {
        size_t size;
        const void *made_at;
    };
    std::map<const char *, reserved_addresses> reserved;
    static constexpr size_t granularity = 2 << 20; // of sizes and addresses, as on a GPU
    // Null: there are no addresses left.
    char *reserve_addresses(size_t size, size_t alignment, const void *caller);
    void free_addresses(const char *begin); // nothing is mapped there
    // The reserved addresses that some bytes lie in; null: they lie in none.
    const std::pair<const char *const, reserved_addresses> *find_reserved(const void *address, size_t size) const;
    // Maps a file's memory there, to which no device has access yet. Null: it cannot.
    allocation *map_file(char *at, size_t size, int file, bool written, int device, const void *caller);
    void unmap(allocation &gone, const void *caller);
    // A bit for each device whose kernels may access it; none: it is not accessible at all. False: it cannot.
    bool set_access(allocation &a, uint32_t devices, bool writable);
    // Whether memory is mapped, accessible, without a gap, after an allocation that is mapped.
    bool goes_on(const allocation &a, const char *begin, size_t size) const;

    // The allocation that holds an address; null: none.
    allocation *find(const void *address) const;
    // The same, also for freed allocations in quarantine, and for addresses in the rest of its pages or in its guard.
    allocation *find_pages(const void *address) const;
    // The allocations before and after an address; null: there is none.
    std::pair<const allocation *, const allocation *> neighbours(const void *address) const;
    template <class Function> void for_each_live(Function function) const
    {
        for (const auto &[pages, a] : places_)
            if (!a->freed)
                function(*a);
    }

    // --- without the lock ---

    bool in_arena(const void *address) const
    {
        return static_cast<const char *>(address) >= arena_ && static_cast<const char *>(address) < arena_ + size_;
    }
    // The allocation on whose pages an address in the arena lies, also after it was freed; null: there is none, or the
    // checks are off.
    allocation *owner(const void *address) const
    {
        if (page_table_ == nullptr)
            return nullptr;
        return page_of(address).owner();
    }
    arena_page &page_of(const void *address) const
    {
        return page_table_[(size_t)(static_cast<const char *>(address) - arena_) / arena_page::size];
    }
    // With the lock held: drops the cells of all allocations, while no kernel runs; or of some bytes.
    void forget_cells();
    void forget_cells(const char *address, size_t size);
    // Whether any of some bytes was ever written.
    bool any_written(const char *address, size_t size) const;
    // The cell of an address in the arena, if there is one.
    cell *cell_of(const void *address) const;
    // Whether a kernel may access all of an address's page.
    bool page_is_whole(const char *address) const;
    // Sets the mark of a page if it is true.
    void note_if_written(const char *address) const;
    // Whether unchecked code has written to an allocation: a library, or the compiler's copy of a returned struct. It
    // has if bytes nearby are not 0 though no checked code has written them, since memory begins as 0.
    bool written_unseen(const allocation &a, const char *address, size_t size) const;
    void set_written(const char *address, size_t size) const;
    // Copies the bits of what was written from one range to another.
    void copy_written(const char *to, const char *from, size_t size) const;

  private:
    bool reserve(size_t size);
    allocation *spare_record();
    void own_pages(allocation &a, size_t body);
    void forget_mapping(allocation *gone);
    void set_all_written(allocation &a) const;
    bool forget_oldest();
    void say_what_is_missing(size_t size);

    char *arena_ = nullptr;
    size_t size_ = 0;
    arena_page *page_table_ = nullptr;
    std::atomic<uint8_t> *written_ = nullptr; // a bit for each byte
    size_t live_ = 0, with_cells_ = 0;
    uint32_t may_access_[most_devices] = {}; // by device: a bit for each whose memory it may access
    bool said_ = false;
    address_ranges free_, free_cells_;
    std::map<const char *, allocation *> places_; // by their pages; those in quarantine too
    std::deque<allocation *> quarantine_;         // the oldest first
    size_t quarantined_ = 0;                      // bytes of their addresses
    std::vector<allocation *> spare_; // never deleted: a check on another core may be reading one that was freed
};

// Made at the first call; outlives the cores.
arena &the_arena();

// "1024 bytes from cudaMalloc at f.cu:3, freed at f.cu:5"
std::string describe(const memory_block &b);
// What lies at an address in the arena, or in registered memory, as in "4 bytes past the end of 1024 bytes from
// cudaMalloc at f.cu:3"; else an empty place.
place_in_memory describe_address(const void *address);
// "byte 8 of the __device__ variable table"; empty where no variable of the program lies.
place_in_memory describe_variable(const void *address);
// Whether a kernel may access memory in the arena, and whether anything was ever written there.
enum class memory_state { fine, uninitialized, illegal };
memory_state access_memory(const char *address, size_t size, bool reads, bool writes, int device);
// Where memory is another device's, to which this one has no access: what to do about it, as a sentence; else "".
std::string describe_foreign(const void *address, int device);
// Whether the address lies in host memory that cudaHostRegister made known.
bool is_registered(const void *address);
// Its cell, and how many bytes from there on have cells side by side; null: it has none.
cell *cells_of_registered(const void *address, size_t &size);
// An access of the arena by the host's code.
void host_touches(const void *address, bool writes, const void *pc);
void report_leaks();
void free_all_memory(int device);

extern uintptr_t checked_arena, checked_arena_size; // which the host may not touch; 0 bytes: unchecked
extern arena_page *checked_pages;
inline bool in_checked_arena(const char *address)
{
    return reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size;
}
inline arena_page &checked_page(const char *address) // the page of an address in it
{
    return checked_pages[(reinterpret_cast<uintptr_t>(address) - checked_arena) / arena_page::size];
}
} // namespace cpu_device
