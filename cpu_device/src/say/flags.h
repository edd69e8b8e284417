// SPDX-License-Identifier: MIT
// One block sets a flag after an access, another waits for the flag before its own: which fences are missing there? If
// the text is not understood, it says nothing.
#pragma once

#include "source_text.h"

namespace cpu_device
{
struct missing_fences {
    int sets = 0, waits = 0;                     // the lines of the flag, which may be one; 0: there is no flag
    bool before_set = false, after_wait = false; // where a fence is missing
    int branch = 0; // some threads alone set the flag, in the branch at this line, and no barrier comes before; or 0
    remedy add;     // the first of them
};
// `first`: the access in the block that sets the flag, and its thread. `second`: that in the block that waits for it.
missing_fences find_missing_fences(const source_position &first, unsigned thread, const source_position &second);

// Whether a loop with nothing in its body, where a thread waits, has that line in its header, or comes before it in the
// function.
enum class waiting_loop { none, before, here };
waiting_loop find_waiting_loop(const source_position &line);
} // namespace cpu_device
