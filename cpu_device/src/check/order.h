// SPDX-License-Identifier: MIT
// The order of work: which kernels, copies and accesses by the host happen before which others. It follows from what
// the calls promise, not from what ran first in this run.
//
// Work is numbered in the order of the host's calls. A vector clock has an entry for each stream: the number up to
// which its work happens before something. Work is ordered after the earlier work of its stream, after that of the
// default stream or of the streams that this waits for, after the events it waits for, and after all that the host had
// waited for when it queued the work.
//
// What the host did too early is reported when it has waited for all work, or at the end of the program.
//
// The host may not access pinned or managed memory that a copy or a kernel uses before it has waited for that work. The
// bytes that a copy uses are known when it is queued; those of a kernel when it has ended, from its cells.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "../say/host_findings.h"
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
    bool has(const char *address) const // of an address between the first and the last byte
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

// Work that uses memory: a kernel, or a copy (also a fill, or a library's function) with the memory that it writes and
// reads, where that is the host's too.
struct memory_work {
    unsigned stream = 0;
    uint64_t number = 0;
    std::shared_ptr<const launch_record> kernel; // null: a copy
    copy_call call = {};
    bytes_at to, from;
    bytes_at taken;                // pageable memory of the host, which it has read when the call returns
    std::vector<memory_use> more;  // of a library's function
    const char *manages = nullptr; // "allocates" or "frees": what it does with `to`, in a stream; null: neither
    bool in_graph = false;         // it is a node
    bool returns_early = false;    // it is a copy that may not be over when its call returns, as cudaMemcpy() mostly is

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

// What the host has waited for; and adds to it.
work_clock host_clock();
void host_waited(const work_clock &for_this);

// Where a piece of work stands in a stream; number 0: nowhere.
struct place_in_stream {
    unsigned stream;
    uint64_t number;
};
// The calling thread runs a host function that stands there in a stream: later work of that stream has not begun.
void host_function_begins(place_in_stream place);

// Whether there is work that the host has not waited for.
extern std::atomic<bool> any_unawaited;
// What the host's code does to memory that is its own and the device's. True: it does so while a copy may use it.
bool host_uses(const char *address, size_t size, host_act act, bool is_volatile, const void *pc);
// Whether the host, or another device, may access the memory while kernels run.
bool host_may_access(const char *address);
// The host has made a volatile or atomic store to such memory: a kernel may wait for it.
extern std::atomic<bool> host_has_signalled;

// The calling thread calls the API, and its stack ends at `frame`. Reports copies under way whose destination, or in
// a graph whose source, was a local variable of a function that has returned.
extern std::atomic<bool> any_pageable;
void look_at_locals(const void *frame);

// Host memory is registered. All of it lies between these two addresses, and so does other host memory that copies use.
void host_memory_is_shared(const void *begin, size_t size);
extern std::atomic<uintptr_t> shared_begin, shared_end;
inline bool may_be_shared(const void *address, size_t size)
{
    const auto at = reinterpret_cast<uintptr_t>(address);
    return at < shared_end.load(std::memory_order_relaxed) && at + size > shared_begin.load(std::memory_order_relaxed);
}
} // namespace cpu_device
