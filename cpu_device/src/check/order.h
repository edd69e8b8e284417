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
// Some bytes.
struct bytes_at {
    const char *begin = nullptr;
    size_t size = 0;
    bool overlaps(const char *address, size_t count) const
    {
        return address < begin + size && begin < address + count;
    }
};

// Work that uses memory: a kernel, or a copy (or fill) and what it writes and reads of memory that is the host's too.
struct memory_work {
    unsigned stream = 0;
    uint64_t number = 0;
    std::shared_ptr<const launch_record> kernel; // null: a copy
    copy_call call = {};
    bytes_at to, from;
    const char *manages = nullptr; // "allocates", "frees": it does so with `to`, in the order of a stream
    bool in_graph = false;         // it is a node
};

// What the host has waited for; and that it has, now.
work_clock known_to_host();
void host_waited(const work_clock &for_this);
// Work was queued with this clock.
void work_queued(const memory_work &what, const work_clock &clock);
void kernel_ended(const launch_record &kernel);

// At the end of the program: what was not said yet of the host.
void say_what_host_did();

// Whether there is any that the host has not waited for.
extern std::atomic<bool> any_unawaited;
// A function of the host's that a stream calls, for the thread that runs it: what work it is. What comes behind it in
// the stream is queued already, and has not begun.
struct host_function {
    unsigned stream;
    uint64_t number; // 0: the thread runs none
    bool comes_before(const work_clock &clock) const
    {
        return number != 0 && clock.knows(stream, number);
    }
};
extern __thread host_function running_function;
// The host's code accesses memory that is its own and the device's.
void host_uses(const char *address, size_t size, bool writes, bool is_volatile, const void *pc);
} // namespace cpu_device
