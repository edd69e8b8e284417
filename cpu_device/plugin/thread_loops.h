// SPDX-License-Identifier: MIT
// What the loops over the threads of a block (thread_loops.cpp) and their stages (staged_threads.cpp) share.
#pragma once

#include "statements.h"

// The calls that mark a place in run_body, and the variables of that function (include/cpu_device/thread_loop.h).
struct loop_marks {
    gcall *question = nullptr, *sweep = nullptr, *begins = nullptr, *ends = nullptr;
    tree own[4]; // in place of threadIdx, blockIdx, blockDim, gridDim
    tree rank;   // of the thread in its block

    bool complete() const
    {
        return question && sweep && begins && ends;
    }
};

bool calls(gimple *statement, const char *name);

// __syncthreads()
inline bool is_barrier(gimple *statement)
{
    return calls(statement, "cpu_device_sync");
}

// Makes stages of the parts between barriers. False, and nothing has changed: they cannot be.
bool stage_at_barriers(function *f, const loop_marks &marks);
