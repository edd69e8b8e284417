// SPDX-License-Identifier: MIT
// What the checks have found in a launch: collected block by block (add), and reported at the end of the launch, once
// for each pair of source lines (print).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "../../include/vector_types.h"
#include "diagnosis.h"

namespace cpu_device
{
// A launch, as reports name it.
struct launch_name {
    const char *kernel; // as the source has it, of a template with its arguments
    dim3 grid, block;
    const char *file; // of the <<<
    int line;
    bool in_graph = false;                                 // it is a node
    bool cooperative = false;                              // grid.sync() is allowed
    const char *body_type = nullptr, *arguments = nullptr; // of the kernel's body, while the launch runs
    const char *path = nullptr;                            // of that file, as it was given to the compiler

    source_position at() const
    {
        return {path, line};
    }
};
doer doer_in(const launch_name &launch, uint64_t block, std::optional<unsigned> thread);
std::string block_in_grid(const launch_name &launch, uint64_t block); // "block (0,0,0)"
std::string block_text(const launch_name &launch, uint64_t block);    // "kernel k, block (0,0,0)"
std::string thread_text(const launch_name &launch, unsigned thread);  // "thread (1,0,0)", by rank in the block

// The barrier that all threads of a block have passed last, and how often the block has passed it.
struct passed_barrier {
    const char *file = nullptr; // null: none
    int line = 0;
    unsigned times = 0;
};

// A finding: two accesses, or one, with their instructions.
struct finding {
    report_kind kind;                           // down to uninitialized_global
    static constexpr unsigned some_other = ~0u; // a thread, or a block: not the one that is named beside it
    const void *pc[2];                          // the instructions; of two parties, sort() has put them in order
    bool writes[2];                             // whether each writes,
    bool atomic[2];                             // does so by an atomic operation,
    bool of_block[2];                           // of block scope,
    bool is_volatile[2];                        // or is volatile
    unsigned thread[2];                         // by rank; the smallest that did it
    uint64_t block[2];                          // the first that did it; where there are two, that of each
    uint64_t address;                           // of the memory: an offset in shared memory, or an address
    uint64_t owner;                             // in a cluster: the block that has the shared memory
    bool across_warps;                          // also between threads of different warps
    bool lacks_acquire[2];                      // it has seen what the other released since, but has not fenced
    bool in_one_cluster;                        // race_between_blocks: of one cluster, wherever it was found
    bool may_lock;                              // the program compares and swaps, or the kernel has fences
    int earlier;                                // of two accesses in a block: which came first in this run
    passed_barrier after;                       // both come after it
    std::unordered_set<uint64_t> places;        // where: the words of memory, or what one access began with

    void add_place(uint64_t number)
    {
        if (places.size() < most_places)
            places.insert(number);
    }
    static constexpr size_t most_places = 1 << 20;
    static constexpr unsigned block_of_place = 32; // in shared memory each block has its own
    static uint64_t place_in_shared(uint64_t block, uint64_t offset)
    {
        return block << block_of_place | (offset & ~(uint64_t)3);
    }
    void swap_parties();
    void sort(); // by instruction, so that the result does not depend on the schedule
};

bool between_blocks(const finding &f);
bool has_two_parties(const finding &f);
bool is_in_shared(const finding &f); // shared memory: addresses are offsets in it

// Two unordered launches that access the same bytes.
struct stream_race {
    uint32_t number[2]; // of the launches
    launch_name launch[2];
    const void *pc[2];
    bool writes[2];
    uint64_t address;       // the first
    bool family;            // one is a child of the other, or both are children of one kernel
    bool in_vain = false;   // they wait for one another by flags of device scope, on two devices
    bool meet = false;      // one has waited for a flag of the other, which does not order these
    uint32_t dependent = 0; // the launch that is a dependent one, and did not wait for the other; 0: none
};
// How to order two pieces of work, which may be nodes of a graph.
const char *advice_between_streams(bool in_graph);
// Kept until both launches are over, so that the report does not depend on the schedule. Returns whether it was new.
bool keep(stream_race found, const place_in_memory &memory);
// Whether a race of this launch with another launch on that memory is known.
bool races_with_kernel(uint32_t launch, const place_in_memory &memory);
// Reports those whose two launches are over, by their numbers.
void report_stream_races(bool (*is_over)(uint32_t launch));

// The findings of one launch. Blocks add theirs as they end.
class launch_findings
{
  public:
    void add(const finding &found);
    void add(const stream_race &found);
    // How many were added, the same ones in other blocks included.
    size_t added() const
    {
        return added_.load(std::memory_order_relaxed);
    }
    // Drops races of this read: its value is only the guess that an atomicCAS() of the same thread compares.
    void let_guess_pass(const void *pc);
    // A volatile load that polls, so either of two values is right: drops its races with volatile stores. Or a volatile
    // store that sets a flag after a fence.
    void add_poll(const void *pc);
    // When the launch is over: prints the new findings, races once for each variable or allocation. `memory_name` names
    // the memory of a finding. Returns whether it has printed anything.
    bool print(const launch_name &launch, place_in_memory (*memory_name)(const finding &, const launch_name &),
               bool is_over = true);
    // While the launch runs: the same, if there is anything new since the last call. Leaves out races that may turn out
    // to be guesses or polls, unless the launch is stuck.
    void print_early(const launch_name &launch, place_in_memory (*memory_name)(const finding &, const launch_name &),
                     bool stuck);

    // After print(): it has left out races of volatile data, or of guesses, where either value is right.
    bool takes_any_value() const
    {
        return takes_any_;
    }
    // "file.cu:9": where a value that races is tested, and the branch or loop leaves out a barrier, or ends early; or
    // "".
    std::string line_that_decides();

  private:
    bool may_pass_yet(const finding &f) const;
    std::mutex mutex_;
    std::vector<finding> all_;
    std::vector<stream_race> between_streams_;
    std::set<const void *> guesses_, polls_;
    std::atomic<size_t> added_{0};
    size_t printed_ = 0; // how many of all_ were there at the last print_early()
    bool takes_any_ = false;
    std::atomic<bool> anything_early_{false}; // was printed, that had not been reported before
};

// A kernel has begun an asynchronous copy.
extern std::atomic<bool> has_async_copies;

// Adds to a list, or to the places of one of its elements. Returns whether the finding is a new element.
bool merge(std::vector<finding> &all, const finding &found);
} // namespace cpu_device
