// SPDX-License-Identifier: MIT
// Races in global memory between the blocks of a launch, found by happens-before.
//
// Blocks run in any order, or at once. What one of them has done is ordered before what another does only by a chain:
// a __threadfence(), then an atomic or volatile write; one that reads what that left there, then another fence.
// (Or a barrier, which is let pass for it: in NVIDIA's threadFenceReduction the last block has no more than that.)
// Within a block the chain goes on over barriers and __syncwarp(). Everything else of two blocks is unordered, whether
// they ran at once or not: so what is found does not depend on it.
//
// For every 4 bytes of global memory there is a cell with the last write and one read of this launch, each with the
// block, the thread, and how many barriers and fences had passed. A location that hands something on has a log of who
// has released what there. A thread that reads it learns the log up to that point; so what it knows is a list of logs,
// each with a length.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "../say/findings.h"
#include "shared_memory.h"

namespace cpu_device
{
struct [[gnu::packed]] kept_access {
    static constexpr unsigned last_epoch = (1 << 15) - 1, last_clock = UINT16_MAX; // these, and all behind them
    uint32_t block;
    uint32_t pc; // from the start of the program
    uint32_t thread : 10, kind : 3, bytes : 4, epoch : 15;
    uint16_t clock;
};

// 32 bytes for 4.
struct [[gnu::packed]] global_cell {
    uint32_t launch; // in which the rest was true
    kept_access write, read;
};

// For so many times 4 bytes of memory; null if there is none for them.
global_cell *new_cells(size_t count);

// How far a thread knows the logs.
struct known_log {
    uint32_t log, length;
};
using known_logs = std::vector<known_log>;

// The logs of one launch, for all cores.
class release_logs
{
  public:
    struct release {
        uint32_t block;
        uint32_t epochs;                          // everything in the block before so many barriers,
        uint32_t epoch;                           // and after this one, so much of some threads:
        shared_memory_check::knowledge threads;   // may be null
        std::shared_ptr<const known_logs> others; // what it knew of other blocks; may be null
    };
    static constexpr uint32_t none = UINT32_MAX;
    uint32_t find(const void *address, bool make); // none: nobody has released anything there
    void append(uint32_t log, const release &what);
    uint32_t length(uint32_t log);
    bool empty() const
    {
        return !any_.load(std::memory_order_acquire);
    }
    // Whether an access is among what is known.
    bool holds(const known_logs &known, const kept_access &access);

  private:
    struct one_log {
        std::vector<release> all;
        std::unordered_map<uint32_t, std::vector<uint32_t>> by_block;
        std::vector<uint32_t> with_others; // places in `all`
    };
    std::mutex mutex_;
    std::atomic<bool> any_{false};
    std::unordered_map<const void *, uint32_t> at_;
    std::deque<one_log> logs_;
};

// What the checks keep of one launch, for all cores.
struct launch_record {
    launch_name name;
    launch_findings findings;
    release_logs releases;
    std::atomic<uint32_t> number{0}; // for the check between blocks; 0: none yet
};

// One for each core, made by its thread.
class between_blocks_check
{
  public:
    between_blocks_check();
    void prepare(launch_record &launch, const shared_memory_check &in_block);
    void begin_block(uint64_t block);
    void touch(unsigned thread, access kind, const char *address, size_t size, const void *pc, global_cell *cells);
    void barrier();
    void warp_sync(unsigned warp, unsigned lanes);
    void fence(unsigned thread, bool of_device);
    // Around an atomic operation, which no other one on that location comes between.
    bool begin_atomic(unsigned thread, const void *address); // false: it needs no end_atomic
    void end_atomic(unsigned thread, const void *address);
    void end_block();

  private:
    static constexpr uint32_t never = UINT32_MAX;
    struct one_thread {
        uint32_t fenced_in = never;          // the epoch of its last fence,
        uint32_t fenced_at = 0;              // and its clock then
        uint32_t wrote_in = never;           // the epoch in which it wrote, if it has not fenced since
        known_logs knows, heard;             // the second only behind the next fence or barrier,
        std::vector<const void *> looked_at; // as what was released to these until then: volatile
        bool listens = false;                // is in the list of those that do
        uint32_t told = 0, told_in = never;  // the log that it told last, and the epoch, if it has not learnt since
    };
    void release(unsigned thread, const void *address);
    void hear(one_thread &t);
    void take_heard(one_thread &t);
    static void learn(known_logs &what, const known_logs &more);
    bool ordered(const kept_access &earlier, unsigned thread);
    void race(const kept_access &earlier, const kept_access &now, const char *address);
    void finish_pending();
    void lock(const void *address);
    void unlock();
    void listens(unsigned thread);

    launch_record *launch_ = nullptr;
    const shared_memory_check *in_block_ = nullptr;
    uint32_t number_ = 0; // of the launch
    uint32_t block_ = 0, epoch_ = 0;
    uint32_t covered_ = 0;    // everything before so many barriers is behind a fence
    bool fenced_ = false;     // in this epoch
    unsigned not_fenced_ = 0; // threads that wrote in this epoch, and have not fenced since
    std::vector<one_thread> threads_;
    std::vector<unsigned> listeners_;                     // threads that know or have heard of logs
    const uint32_t core_;                                 // counted from 1
    std::atomic<uint32_t> *held_ = nullptr;               // the lock of the last access's cells, if it is kept
    known_logs known_;                                    // to all of the block
    std::unordered_map<uint32_t, uint32_t> known_epochs_; // of blocks, by what all of this one know

    // A write that may be of the very value that is there already, which is known when it is done.
    struct {
        const char *address = nullptr;
        size_t size;
        char old[256];
        std::vector<std::pair<kept_access, const char *>> races;
        kept_access now;
    } pending_;
    std::vector<finding> found_;
};
} // namespace cpu_device
