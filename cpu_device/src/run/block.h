// SPDX-License-Identifier: MIT
// The block that a core runs: its threads, where they wait, its memory, and how it is checked. The parts of a core
// (core.h) share it.
#pragma once

#include <cstdint>

#include "../check/checks.h"
#include "../limits.h"
#include "../memory/block_memory.h"
#include "block_barrier.h"
#include "fibers.h"
#include "launch.h"
#include "spinning.h"
#include "turns.h"
#include "waiting.h"
#include "warps.h"
#include "way_out.h"

namespace cpu_device
{
class resident_blocks;

struct block {
    explicit block(char *stacks_of_core) : stacks(stacks_of_core), lanes(order, waits), checker(memory) {}

    grid_launch *launch = nullptr;
    uint64_t number = 0;
    resident_blocks *with = nullptr; // the blocks with which this one takes turns; null: none
    uint64_t turn = 0;               // its number among these

    // Its threads.
    unsigned current = 0; // the one that runs
    turns order;          // which can run, and in which order
    fibers stacks;
    waiting waits[max_threads];
    block_barrier barrier;     // where all of them meet
    warps lanes;               // that wait for their warp
    unsigned apart[max_warps]; // by warp, a bit for each lane: waits at a barrier with phases or a number
    unsigned ended_threads;    // by a bad access
    uint64_t random = 0;       // of the seed and the block
    uint64_t next_random()
    {
        return random = mix(random);
    }

    block_memory memory;
    bool checking = false;
    checks checker; // while `checking`
    spinning spins; // what the watch has seen
    way_out out;    // of a thread to the core's own stack
};
} // namespace cpu_device
