// SPDX-License-Identifier: MIT
// Which work is ordered before which: kernels and copies in streams, and what the host does between its calls. By what
// the calls promise, whatever ran when.
//
// Work is numbered in the order of the host's calls. Of each stream, a clock says up to which number its work comes
// before something. Work comes behind what its stream has done before, what the default stream and the others owe each
// other, what its event has marked, and what the host had waited for when it was queued (vector clocks).
//
// The host may not touch pinned or managed memory that a copy or a kernel uses, unless it has waited for it. Of copies
// the bytes are known when they are queued; of kernels the cells tell, when they are over.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "history.h"
#include "host_copies.h"
#include "work_clock.h"

namespace cpu_device
{
// Some bytes, or the rows of a copy in two dimensions.
struct bytes_at {
    const char *begin = nullptr;
    size_t size = 0;                    // from the first to the last
    size_t width = 0, pitch = 0;        // of rows; pitch 0: there is nothing between them
    bool has(const char *address) const // which is between the first and the last
    {
        return pitch == 0 || (size_t)(address - begin) % pitch < width;
    }
    bool overlaps(const char *address, size_t count) const
    {
        if (address >= begin + size || begin >= address + count)
            return false;
        return address < begin || has(address) || (size_t)(address - begin) % pitch + count > pitch;
    }
    bool overlaps(const bytes_at &other) const
    {
        if (other.pitch == 0)
            return overlaps(other.begin, other.size);
        for (size_t row = 0; row < other.size; row += other.pitch)
            if (overlaps(other.begin + row, other.width))
                return true;
        return false;
    }
};

struct memory_use {
    bytes_at bytes;
    bool writes;
};

// Work that uses memory: a kernel, or a copy (a fill, a library's function) and what it writes and reads of memory that
// is the host's too.
struct memory_work {
    unsigned stream = 0;
    uint64_t number = 0;
    std::shared_ptr<const launch_record> kernel; // null: a copy
    copy_call call = {};
    bytes_at to, from;
    std::vector<memory_use> more;  // of a library's function
    const char *manages = nullptr; // "allocates", "frees": it does so with `to`, in the order of a stream
    bool in_graph = false;         // it is a node

    template <class Function> void for_each_use(Function function) const
    {
        if (to.size != 0)
            function(to, true);
        if (from.size != 0)
            function(from, false);
        for (const memory_use &use : more)
            function(use.bytes, use.writes);
    }
};

// What the host has waited for; and that it has, now.
work_clock known_to_host();
void host_waited(const work_clock &for_this);
// Work was queued with this clock.
void work_queued(const memory_work &what, const work_clock &clock);
void kernel_ended(const launch_record &kernel);

// Where work stands; number 0: nowhere.
struct place_in_stream {
    unsigned stream;
    uint64_t number;
};
// The calling thread runs a function of the host's that stands there: what is behind it has not begun.
void host_function_begins(place_in_stream place);

// At the end of the program: what was not said yet of the host.
void say_what_host_did();

// Whether there is any that the host has not waited for.
extern std::atomic<bool> any_unawaited;
// What the host's code does to memory that is its own and the device's.
enum class host_act : uint8_t { reads, writes, frees };
void host_uses(const char *address, size_t size, host_act act, bool is_volatile, const void *pc);

// Host memory is registered; that lies between these, as does what else of it copies may be using.
void host_memory_is_shared(const void *begin, size_t size);
extern std::atomic<uintptr_t> shared_begin, shared_end;
inline bool may_be_shared(const void *address, size_t size)
{
    const auto at = reinterpret_cast<uintptr_t>(address);
    return at < shared_end.load(std::memory_order_relaxed) && at + size > shared_begin.load(std::memory_order_relaxed);
}
} // namespace cpu_device
