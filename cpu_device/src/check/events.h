// SPDX-License-Identifier: MIT
// What a check can observe: the events of the device.
//
// A check is an observer, a class that overrides the events it wants, and one line in registered.cpp. The order there
// is the order in which checks get an event. There is one object of each class in a program; for_core() may make more.
//
// A check says what it has found in one of three ways: launch_record::findings.add() while blocks run, report_once() at
// any time, report() when the program ends.
//
// Each core has a stream of events (checks.h). The checks that every checked launch has are known there: they get
// accesses by name, since most accesses cost only a few instructions, and all other events by the functions below. The
// checks of registered.cpp follow a launch if they want something of it, and accesses come to them only while one of
// them wants accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../include/cpu_device/interface.h"
#include "../memory/block_memory.h"
#include "access.h"
#include "history.h"
#include "host_copies.h"

namespace cpu_device
{
struct memory_work;
class cluster_checks;

// An access, as the compiler announced it.
struct announced_access {
    access kind;
    const char *address;
    size_t size, alignment;  // bytes; the address must be a multiple of the alignment
    const void *pc;          // the instruction
    bool of_block = false;   // an atomic operation of block scope
    bool of_barrier = false; // of the word of a barrier, which itself says what it orders
    int order = not_atomic;  // of an atomic operation that has one other than relaxed
};

// `caller`: where the compiler's call returns to.
inline announced_access announced(access kind, const void *address, size_t size, const void *caller,
                                  size_t alignment = 1)
{
    const void *pc = static_cast<const char *>(caller) - 1; // within the call, so on its line
    return {kind, static_cast<const char *>(address), size, alignment, pc};
}
// A plain load or store. Its alignment is 8 for 16 bytes, which may be two of 8.
template <bool store, size_t size> announced_access announced_plain(const void *address, const void *caller)
{
    return announced(store ? access::write : access::read, address, size, caller, size < 8 ? size : 8);
}

// The block that a core runs.
struct running_block {
    const block_memory &memory;
    launch_record *launch = nullptr;
    const char *body_type = nullptr; // of the kernel, mangled
    uint64_t number = 0;
    bool several_devices = false;
    cluster_checks *cluster = nullptr; // null: the block is in none
    unsigned rank = 0;                 // there

    size_t dynamic_offset() const // of dynamic shared memory, among all of it
    {
        return (memory.static_size() + 15) / 16 * 16;
    }
    size_t offset_in_shared(const char *address) const // the same of an address in shared memory
    {
        const size_t offset = memory.in_static(address);
        return offset < memory.static_size() ? offset : dynamic_offset() + memory.in_dynamic(address);
    }
    // Whether an access lies in one variable of shared memory, or in its dynamic part; if so, sets the offset of its
    // cells.
    bool in_shared(const char *address, size_t size, size_t &offset) const
    {
        offset = memory.in_static(address);
        if (offset < memory.static_size())
            return memory.within_variable(offset, size) && !memory.is_guard_variable(offset);
        offset = memory.in_dynamic(address);
        if (offset >= memory.dynamic_size() || size > memory.dynamic_size() - offset)
            return false;
        offset += dynamic_offset();
        return true;
    }
    // The address of the running device's copy of a variable, from the address that the kernel uses.
    const char *in_place(const char *address) const
    {
        return several_devices ? variable_on(launch->device, address) : address;
    }
};

struct launch_outcome {
    bool found;          // something new was reported, or the launch failed
    bool exited_threads; // some have left a barrier to the others
};

struct bytes_copied {
    const char *to, *from;
    const allocation *target, *origin; // of these; null: memory of the host, or a variable
    size_t size;
    const copy_call &call;
};

// A variable of a thread, of a program that cucc -trace has made. At -O0 it has the value that the source gives it at
// each event of its thread.
struct traced_variable {
    const char *name;
    char kind; // traced_kind() in launch.h
    uint8_t size;
    const void *address;
};

class observer
{
  public:
    virtual ~observer() = default;

    // --- the device: called with or without its lock, so these take no lock above it (run/device.h) ---

    // A launch is about to begin. True: the checks may be left out.
    virtual bool leaves_out(launch_record &)
    {
        return false;
    }
    virtual void launch_begins(const launch_record &) {}
    virtual void launch_ends(const launch_record &) {}                             // all of its blocks have
    virtual void launch_reported(const launch_record &, const launch_outcome &) {} // after that
    // Work is queued; the clock says what comes before its end.
    virtual void work_queued(const memory_work &, const work_clock &) {}
    virtual void copied(const bytes_copied &) {}
    virtual void memory_begins(const allocation &) {}
    virtual void memory_ends(const allocation &) {}
    virtual void program_ends(bool failed)
    {
        (void)failed;
    }
    // After all reports: writes what was asked for. False: it could not, and says so.
    virtual bool writes_results()
    {
        return true;
    }

    // --- a core: called by its own host thread, for one block at a time ---

    // What a check wants of a launch that is checked, a sum of these. Asked when a core begins with one, and with a
    // block. A launch of which any check wants something loses fast paths.
    enum : unsigned {
        nothing = 0,
        blocks = 1,   // all of the events below but accesses
        accesses = 2, // before and after each
        attempts = 4, // also those of atomic functions that try again
        in_step = 8   // the lanes of a warp take turns at their accesses, as a GPU's do
    };
    virtual unsigned wants() const
    {
        return nothing;
    }
    // The check of one core: itself, or one made for the core, which then needs no lock.
    virtual observer *for_core()
    {
        return this;
    }
    virtual void core_begins(const running_block &) {} // with blocks of a launch
    virtual void core_ends(const running_block &) {}
    virtual void block_begins(const running_block &) {}
    virtual void block_ends(const running_block &, bool /*broken*/, const std::vector<finding> & /*found*/) {}
    // A thread waits: at a barrier, for its warp. `file`: if the line is 0, the instruction. `pc`: the call, or null.
    virtual void waits(const running_block &, unsigned /*thread*/, unsigned /*kind*/, const char * /*file*/,
                       int /*line*/, const void * /*pc*/)
    {
    }
    virtual void yields(const running_block &) {} // a thread lets others run, perhaps of other blocks
    // All threads have come to a barrier that counts votes, and these differ; before barrier().
    virtual void votes_differ(const running_block &) {}
    // All threads have come to a barrier, at that line.
    virtual void barrier(const running_block &, const char * /*file*/, int /*line*/) {}
    // The same, of all blocks; after barrier() in each. Segments from this one on began after it.
    virtual void grid_barrier(const running_block &, uint32_t /*first_segment*/) {}
    // Some threads have exited, and all others wait at a barrier.
    virtual void barrier_left(const running_block &) {}
    // Lanes have met. `whole`: these are all lanes of the warp that have not exited. If that orders memory,
    // warp_syncs() comes first.
    virtual void warp_meets(const running_block &, unsigned /*warp*/, unsigned /*lanes*/, bool /*whole*/) {}
    virtual void warp_syncs(const running_block &, unsigned /*warp*/, unsigned /*lanes*/) {}
    // Threads have synchronized in another way: by one of the next four events.
    virtual void orders_otherwise(const running_block &) {}
    // All live threads of so many warps have met at the barrier of a tile. `live`: by warp, its lanes.
    virtual void tile_meets(const running_block &here, unsigned /*first_warp*/, unsigned /*warps*/,
                            const unsigned * /*live*/)
    {
        orders_otherwise(here);
    }
    // The thread releases what it has fenced at a phase of a barrier, or will acquire by its next fence what was
    // released there. `place` stands for the phase.
    virtual void flag(const running_block &here, unsigned /*thread*/, const char * /*place*/, bool /*reads*/,
                      bool /*writes*/)
    {
        orders_otherwise(here);
    }
    // A thread finds that all have come to the cluster's barrier; or all threads of the block do at once, where none
    // has accessed memory since it arrived.
    virtual void passes_cluster_barrier(const running_block &here, unsigned /*thread*/)
    {
        orders_otherwise(here);
    }
    virtual void cluster_barrier(const running_block &here, const char *file, int line)
    {
        barrier(here, file, line);
        orders_otherwise(here);
    }
    // Before that a thread arrives there. `relaxed`: it orders no memory.
    virtual void arrives_in_cluster(const running_block &, unsigned /*thread*/, bool /*relaxed*/) {}
    // The core lets other blocks of its cluster run.
    virtual void leaves_turn(const running_block &here)
    {
        yields(here);
    }
    virtual void variable_begins(const running_block &, unsigned /*thread*/, const traced_variable &,
                                 bool /*initialized*/)
    {
    }
    virtual void variable_ends(const running_block &, unsigned /*thread*/, const void * /*address*/) {}
    virtual void fence(const running_block &, unsigned /*thread*/, bool /*of_device*/, fence_order) {}
    // After fence(), of a call of __threadfence() or its kin: its scope, and the instruction.
    virtual void fence_called(const running_block &, unsigned /*thread*/, cpu_device_scope, const void * /*pc*/) {}
    // After fence(), of a fence with an order of C++, which stands for itself.
    virtual void fence_in_order(const running_block &, unsigned /*thread*/, cpu_device_scope, int /*order*/) {}
    // The scope of the thread's next atomic operations, as a cuda::atomic names it. After a narrower one, the system's
    // is the end of that.
    virtual void sets_scope(const running_block &, unsigned /*thread*/, cpu_device_scope) {}
    // A texture or surface is accessed.
    virtual void texel(const running_block &, unsigned /*thread*/, const announced_access &) {}
    // An asynchronous copy to shared memory begins, which leaves its destination without a value; and arrives.
    virtual void copy_begins(const running_block &, const char * /*to*/, size_t /*size*/) {}
    virtual void copy_arrives(const running_block &, const char * /*to*/, size_t /*size*/) {}
    // The thread frees memory of the kernels' heap, which others may have used.
    virtual void frees(const running_block &, unsigned /*thread*/) {}
    // The thread of a dependent launch has waited for the kernels before it.
    virtual void awaits_primary(const running_block &, unsigned /*thread*/) {}
    // The thread lets a dependent launch begin.
    virtual void lets_next_begin(const running_block &, unsigned /*thread*/) {}
    // The thread prints, or reads the clock.
    virtual void shows(const running_block &, unsigned /*thread*/) {}
    // An access is about to be checked. True: the thread is far ahead of its warp. Then the others run, and
    // others_have_run() follows.
    virtual bool access_begins(const running_block &, unsigned /*thread*/, const announced_access &)
    {
        return false;
    }
    virtual void others_have_run(unsigned /*thread*/) {}
    // It was checked, and is about to be made, unless it is refused.
    virtual void access_checked(const running_block &, unsigned /*thread*/, const announced_access &, bool /*refused*/)
    {
    }
    // An atomic operation is over, whose access was checked before. The answer as for access_begins().
    virtual bool atomic_ends(const running_block &, unsigned /*thread*/, const announced_access &, outcome)
    {
        return false;
    }
};

const std::vector<observer *> &all_observers(); // in their order

// Tells all checks of an event of the device.
template <class... Parameters, class... Arguments>
void announce(void (observer::*event)(Parameters...), const Arguments &...arguments)
{
    for (observer *c : all_observers())
        (c->*event)(arguments...);
}
} // namespace cpu_device
