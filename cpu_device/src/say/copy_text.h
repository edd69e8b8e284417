// SPDX-License-Identifier: MIT
// Asynchronous copies to shared memory, as the text of a kernel has them: where one begins, and where a thread waits
// for it. If the text is not understood, it says nothing.
#pragma once

#include <string>

#include "source_text.h"

namespace cpu_device
{
// Whether the statement in that line begins an asynchronous copy.
bool begins_async_copy(const source_position &line);

// A copy begins at `copy`, and another thread reads what it writes at `read`, further down.
struct wait_for_copy {
    enum reason {
        unknown,
        never,         // no wait comes after the copy
        read_first,    // the wait at `line` comes after the read
        of_group,      // the same, and it also waits for the other threads of the group
        barrier_first, // the barrier at `barrier` comes before the wait at `line`
        of_own_copies  // the wait at `line` comes before the read, and waits for the thread's own copies
    } why = unknown;
    int line = 0, barrier = 0;
    remedy add; // a __syncthreads() after the wait
};
// `passed`: the line of a barrier that both threads have passed, which is compiled; 0: none.
wait_for_copy find_wait_for_copy(const source_position &copy, const source_position &read, int passed);
} // namespace cpu_device
