// SPDX-License-Identifier: MIT
// Whether a launch can still go on. A thread that spins is in a cycle if its registers and its stack are the same as at
// an earlier look, and nothing in memory has changed in between. If all threads of all blocks under way are in cycles,
// or wait for one another, then nothing will ever change: the launch is stuck, unless the host does something. A loop
// that counts, computes, prints or reads the clock is not a cycle.
//
// The watch (watch.h) asks the cores to look, by a number that they read when a thread yields. While they look, every
// load and store goes through access_calls::on_access(), so the program is slower for a moment. A thread that spins on
// a plain variable never yields: the watch nudges its core by a signal, and then the thread yields at its loads as
// well.
//
// The watch also asks where the threads of a long launch are. A core tells when a thread yields, or when all have come
// to a barrier. A loop that does neither is known by its instruction, which the signal has found.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../limits.h"
#include "../say/diagnosis.h"

namespace cpu_device
{
// Which look is under way; 0: none. The lowest bit is set when the cores are to describe what they have seen.
extern std::atomic<unsigned> looking;

// The last question where the threads are, by its number; 0: there was none.
extern std::atomic<unsigned> asked_where;

// Where the running thread of a core was when a signal came.
struct glance {
    // In the program: the instruction, and calls that led to it. Only some may have a line. The rest are null.
    const void *pcs[32];
    unsigned thread;
    uint64_t block;
    const void *launch; // its record
};

// What one core has seen of its block. Only the core writes it; the watch reads the atomics.
class spinning
{
  public:
    struct place {
        const void *pc; // of the thread's last load or atomic operation
        const char *address;
    };
    // A new look: threads that were in a cycle have to show it again.
    void begin(unsigned look);
    void end()
    {
        look_ = 0;
    }
    unsigned look() const
    {
        return look_;
    }
    void block_begins() // where another block's last store was, there may be no memory any more
    {
        store_.address = nullptr;
        all_cycle = 0;
        progress();
    }
    // A load, or what may become a store, of the running thread.
    void reads(unsigned thread, const void *pc, const char *address)
    {
        threads_[thread].at = {pc, address};
    }
    void writes(const char *address, size_t size);
    // Something has happened that a cycle does not have.
    void progress()
    {
        changes_.store(changes() + 1, std::memory_order_release);
    }
    // The thread yields, in this state: a hash of its registers and its stack. Whether it is in a cycle by now.
    bool yields(unsigned thread, uint64_t state);
    bool in_cycle(unsigned thread) const
    {
        const struct thread &t = threads_[thread];
        return t.look == look_ && t.changes == changes() && t.matches >= enough;
    }
    const place &place_of(unsigned thread) const
    {
        return threads_[thread].at;
    }
    uint64_t changes() const
    {
        return changes_.load(std::memory_order_acquire);
    }

    std::atomic<unsigned> seen{0};      // the look that the core has begun
    std::atomic<unsigned> all_cycle{0}; // the look in which all of its threads are in cycles, or wait
    std::atomic<bool> parked{false};    // its block waits for other blocks at a barrier of the grid
    std::atomic<unsigned> answered{0};  // the last question where its threads are that it has answered
    std::atomic<unsigned> glanced{0};   // the one for which a signal has come, and what it found
    glance found = {};

  private:
    static constexpr unsigned enough = 3;
    struct thread {
        unsigned look = 0;
        uint64_t state = 0, changes = 0;
        unsigned matches = 0, others = 0;
        place at = {};
    };
    void finish_store();

    unsigned look_ = 0;
    std::atomic<uint64_t> changes_{0};
    struct {
        const char *address = nullptr;
        size_t size;
        char old[64];
    } store_;
    thread threads_[max_threads];
};

// The cores that run blocks of a launch, for the watch. What they said when asked to describe, by their blocks.
class core;
void core_begins_launch(core *which);
void core_ends_launch(core *which);
std::vector<spinning *> looks_of_cores();
// `launch`: its record, if the core only tells where its threads are.
struct described_block {
    std::string which, text;
    const void *launch = nullptr;
    std::vector<waiting_group> waiting = {};
};
void describe_block(const described_block &block);
std::vector<described_block> take_descriptions();
std::vector<described_block> descriptions(); // and leaves them
} // namespace cpu_device
