// SPDX-License-Identifier: MIT
// Blocks that all run at once, so that they can wait for one another: those of cooperative launches, and of other
// launches in a program that has asked how many blocks a multiprocessor can have.
//
// Each has a host thread, whose thread_local variables are the block's __shared__ variables. Those that share a core
// take turns on it: a block runs until it waits for the others at a barrier of the grid, lets them run, or ends. So the
// order in which they run on one core is always the same.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../say/diagnosis.h"

namespace cpu_device
{
// How many threads a core may have under way, and how many blocks of so many threads, each with so many bytes of shared
// memory, where all of them are to be under way at once.
unsigned resident_threads();
unsigned most_resident(unsigned threads, size_t shared);
unsigned most_resident_of(unsigned all_threads, unsigned threads, size_t shared); // on a core with so many threads
// How many blocks the largest GPU of compute capability 9.0 can have under way, so far as threads and shared memory
// decide.
uint64_t most_on_gpu(unsigned threads, size_t shared);
// How many CUDA threads may be under way on host threads beyond the cores: each needs two mappings, see settings.h.
constexpr unsigned most_extra_threads = 20480;

class resident_blocks
{
  public:
    resident_blocks(unsigned blocks, unsigned cores, uint64_t seed); // of the order in which they begin; 0: their own
    unsigned cores() const // that have blocks; core i has blocks i, i + cores(), and so on
    {
        return cores_;
    }
    unsigned on_core(unsigned core) const
    {
        return (blocks_ - core + cores_ - 1) / cores_;
    }

    // --- by the thread of a block ---

    bool begin(uint64_t block); // waits for its turn; false: the launch has broken off
    void end(uint64_t block);
    void let_others_run(uint64_t block);
    enum class outcome { all_came, some_exited, broken }; // of a wait
    // The barrier of the grid, at that line.
    outcome meet(uint64_t block, const char *file, int line);
    // Waits until another block calls wake() for this one. If no block is left that could, the first of those that wait
    // here gets `some_exited`.
    outcome park(uint64_t block);
    void wake(uint64_t block);
    // After meet(): the first segment that the checks may have begun since.
    uint32_t first_segment() const
    {
        return first_segment_;
    }
    // The launch has ended with an error: ends all waits here.
    void break_up();
    // Which blocks wait where, and which have exited; the former are added to `waiting`.
    std::string text(std::vector<waiting_group> &waiting);

  private:
    enum class state : uint8_t { ready, runs, waits, parks, exited };
    struct block {
        state is = state::ready;
        const char *file = nullptr; // where it waits
        int line = 0;
        std::condition_variable turn;
    };
    void give_turn(uint64_t core);
    void wait_for_turn(std::unique_lock<std::mutex> &lock, block &b);
    void leave_core(uint64_t number, state is);
    void look_for_deadlock();

    const unsigned blocks_, cores_;
    std::mutex mutex_;
    std::unique_ptr<block[]> all_;
    std::unique_ptr<std::deque<uint64_t>[]> ready_; // by core: the blocks that could run
    std::unique_ptr<bool[]> busy_;                  // by core: one runs
    unsigned arrived_ = 0, parked_ = 0, exited_ = 0;
    const block *in_vain_ = nullptr; // parks, and no block is left to wake it
    uint32_t first_segment_ = 0;
    bool deadlock_ = false, broken_ = false;
};
} // namespace cpu_device
