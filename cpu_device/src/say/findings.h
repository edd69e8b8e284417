// SPDX-License-Identifier: MIT
// What the checks find in a launch: gathered block by block, printed once for each place in the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "../../include/vector_types.h"

namespace cpu_device
{
// A launch, as reports name it.
struct launch_name {
    const char *kernel; // as the source has it
    dim3 grid, block;
    const char *file; // of the <<<
    int line;
};
std::string block_text(const launch_name &launch, uint64_t block);   // "kernel k, block (0,0,0)"
std::string thread_text(const launch_name &launch, unsigned thread); // "thread (1,0,0)", by rank in the block

// Two places of the source, or one, at which a block has done something wrong.
struct finding {
    enum class kind : uint8_t { race, race_between_blocks, uninitialized_shared, uninitialized_global } what;
    const void *pc[2]; // the instructions; of a race, in this order
    bool writes[2];    // of a race: whether each writes
    bool atomic[2];    // or does so atomically, or through volatile
    bool is_volatile[2];
    unsigned thread[2]; // by rank; the smallest that did it
    uint64_t block[2];  // the first that did it; a race between blocks: that of each
    uint64_t address;   // of the memory: an offset in shared memory, or an address
    uint64_t count;
    bool across_warps; // a race: also between threads of different warps
};

// The findings of one launch. Blocks add theirs as they end.
class launch_findings
{
  public:
    void add(const finding &found);
    // Races of this read with atomics are none: it only guesses what an atomicCAS() of the same thread compares.
    void let_guess_pass(const void *pc);
    // When the launch is over: prints what was not printed before for the same lines. `memory_name` says what lies
    // where a finding is.
    void print(const launch_name &launch, std::string (*memory_name)(const finding &));

  private:
    std::mutex mutex_;
    std::vector<finding> all_;
    std::set<const void *> guesses_;
};

// Adds to a list, or to the count of one of its elements.
void merge(std::vector<finding> &all, const finding &found);
} // namespace cpu_device
