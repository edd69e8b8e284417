// SPDX-License-Identifier: MIT
// The block that a core runs: its threads, where they wait, its memory, and how it is checked. The parts of a core
// (core.h) share it.
#pragma once

#include <cstdint>
#include <string>

#include "../check/checks.h"
#include "../limits.h"
#include "../memory/block_memory.h"
#include "async_copies.h"
#include "block_barrier.h"
#include "fibers.h"
#include "kernel_abort.h"
#include "launch.h"
#include "named_barriers.h"
#include "phase_barriers.h"
#include "spinning.h"
#include "turns.h"
#include "waiting.h"
#include "warps.h"
#include "ways_out.h"

namespace cpu_device
{
class resident_blocks;

struct block {
    explicit block(char *stacks_of_core) : stacks(stacks_of_core), lanes(order, waits), checker(memory) {}
    void begins(uint64_t its_number); // of the prepared launch

    grid_launch *launch = nullptr;
    uint64_t number = 0;
    resident_blocks *with = nullptr; // the blocks with which this one takes turns; null: none
    uint64_t turn = 0;               // its number among these

    // --- its threads ---

    unsigned current = 0; // the one that runs
    turns order;          // which can run, and in which order
    fibers stacks;
    unsigned ended_threads; // by a bad access
    ways_out exits;
    bool is_live(unsigned thread) const
    {
        return order.live[thread / warp_size] >> thread % warp_size & 1;
    }
    void leave_sweep()
    {
        if (order.sweeping)
            order.leave_sweep(current, barrier.arrived() > 0);
    }
    uint64_t random = 0; // of the seed and the block
    uint64_t next_random()
    {
        return random = mix(random);
    }

    // --- where they wait ---

    waiting waits[max_threads];
    block_barrier barrier; // for all of them
    warps lanes;           // for their warp
    phase_barriers phases;
    named_barriers named;
    async_copies copies;
    // By warp, a bit for each lane: waits at a barrier with phases or a number; or for its cluster.
    unsigned apart[max_warps], at_cluster[max_warps];
    const waiting &place_of(unsigned thread) const; // of one that waits
    bool waits_for(unsigned thread, const phase_barrier &b) const;
    bool any_waits_for(const phase_barrier &b) const;
    void end_wait(unsigned thread); // at a barrier with phases or a number

    // --- its memory, and how it is watched ---

    block_memory memory;
    bool checking = false;
    checks checker; // while `checking`
    spinning spins; // what the watch has seen
    void progress() // something has happened that no waiting thread does
    {
        if (spins.look() != 0)
            spins.progress();
    }

    // --- reports ---

    kernel_abort out;                // of a thread to the core's own stack
    std::string where_block() const; // "kernel k, block (0,0,0)"
    std::string where() const;       // "kernel k, block (0,0,0), thread (1,0,0)"
    // A diagnosis about the running thread; its first line says where the thread is.
    diagnosis diagnose(report_kind kind, const source_position &at, const char *subject = "") const;
    uint3 index() const; // blockIdx
};
} // namespace cpu_device
