// SPDX-License-Identifier: MIT
// What a thread does with asynchronous copies (async_copies.h).
#pragma once

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class copy_calls
{
  public:
    copy_calls(core &on, block &its) : core_(on), b_(its) {}
    // An asynchronous copy that the running thread begins; and a wait for all but its last batches.
    // Both ends must be multiples of the alignment.
    void begin_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment);
    // A copy that completes with a phase of a cuda::barrier; null: at once.
    void begin_copy_until(char *to, const char *from, size_t size, const void *pc, const char *barrier);
    void commit_copies();
    void finish_copies(unsigned batches);
    // The running thread commits its copies to a stage of a pipeline, which so many threads commit; or to a phase of a
    // cuda::barrier.
    void commit_stage(const void *stage, unsigned producers);
    void commit_copies_until(const char *barrier);

  private:
    bool announce_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment);

    core &core_;
    block &b_;
};
} // namespace cpu_device
