// SPDX-License-Identifier: MIT
// How the threads of a block that have exited came to that: they returned before a barrier, which CUDA allows, or they
// went past it through a branch or a loop, which is an error.
#pragma once

#include <cstring>

#include "../limits.h"
#include "waiting.h"

namespace cpu_device
{
class ways_out
{
  public:
    void block_begins(unsigned warps)
    {
        for (unsigned warp = 0; warp < warps; ++warp)
            early_[warp] = 0;
    }
    // A thread returns from the kernel. Of the kernel's lines, it has gone past those from `begin` to before `end`.
    void returns(unsigned thread, const char *file, int begin, int end)
    {
        early_[thread / warp_size] |= 1u << thread % warp_size;
        past_[thread] = {file, begin, end};
    }
    // A thread is ended by PTX's exit, or by an error.
    void ends(unsigned thread)
    {
        returns(thread, nullptr, 0, 0);
    }
    // Whether a thread that has exited went past a barrier. At the end of the kernel, it has gone past all of them.
    bool has_skipped(unsigned thread, const waiting &barrier) const
    {
        if ((early_[thread / warp_size] >> thread % warp_size & 1) == 0)
            return true;
        const lines &past = past_[thread];
        return barrier.line >= past.begin && barrier.line < past.end && strcmp(barrier.file, past.file) == 0;
    }

  private:
    struct lines {
        const char *file;
        int begin, end;
    };
    unsigned early_[max_warps]; // by warp, a bit for each lane: it has not come to the end of the kernel
    lines past_[max_threads];   // of these
};
} // namespace cpu_device
