// SPDX-License-Identifier: MIT
// Races in the shared memory of a block, and reads of what nothing has written, found by happens-before.
//
// Two accesses of the same bytes by different threads race if at least one writes, not both are atomic, and nothing
// orders them. What orders: a barrier, for the whole block; __syncwarp, for its lanes; and a flag: a fence, then an
// atomic or volatile write of some location, read by another thread, which then fences too. Each thread has a clock
// that counts what it took part in, and knows how far it has heard of the clocks of others; an access is ordered before
// another if the later one's thread knows the earlier one's clock (vector clocks: Lamport 1978, Mattern 1989).
// Knowledge of everything is what a barrier gives, so it begins a new epoch and nothing older is looked at.
//
// For every 4 bytes of shared memory there is a cell with a list of the accesses of this epoch: a node for each
// instruction and kind of access, with the threads of smallest rank that made it. So what is found does not depend on
// the order in which the threads happened to run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "../limits.h"
#include "../say/findings.h"
#include "access.h"

namespace cpu_device
{
class shared_memory_check
{
  public:
    void prepare(unsigned threads, size_t size); // bytes: static and dynamic
    void begin_block();
    // Shared memory at an offset is about to be accessed, as far as it has been checked to be there.
    void touch(unsigned thread, access kind, const char *address, size_t offset, size_t size, const void *pc);
    // A location of global memory, which may be a flag; gives what kind of access it is.
    access touch_flag(unsigned thread, access kind, const void *address);
    void barrier();
    void warp_sync(unsigned warp, unsigned lanes);
    void fence(unsigned thread);
    void end_block(uint64_t block, bool broken, launch_findings &findings); // broken: not run to its end

    unsigned threads() const
    {
        return threads_;
    }
    uint32_t clock(unsigned thread) const // counts its fences, and the times that it waited for its warp
    {
        return clock_[thread];
    }
    static constexpr unsigned none = ~0u;
    struct one_thread {
        unsigned thread = none;
        uint32_t clock = 0;
    };
    // What a thread knows, for others: the clocks of some threads, sorted by thread; never changed once it is there.
    using knowledge = std::shared_ptr<const std::vector<one_thread>>;
    // What a thread knew at its last fence, when its clock was `fenced`, and a little more, if it has learnt since.
    knowledge known_to(unsigned thread, uint32_t fenced) const;

  private:
    struct node {
        const void *pc;
        uint32_t next, cell; // of nodes_ and cells_
        access kind;
        uint8_t bytes, slot;        // which of the 4; its place in the list
        uint16_t counted;           // with which other slots a race was counted
        one_thread smallest[2];     // of all threads
        one_thread elsewhere;       // smallest of another warp than smallest[0]
        one_thread latest[2];       // smallest of the warp that came last
        unsigned uninitialized_for; // the smallest thread that read before anything was written
    };
    struct cell {
        uint32_t epoch = 0, block = 0; // in which the rest was true
        uint32_t first = 0;            // node; 0: none
        uint8_t written = 0;           // which of the 4 bytes
    };
    // A write that may be of the very value that is there already, which is known when it is done.
    struct {
        const char *address = nullptr;
        size_t size;
        char old[256];
        std::vector<std::pair<uint32_t, uint32_t>> races; // nodes: the other, and the write's
        unsigned thread;
    } pending_;

    bool ordered(const one_thread &earlier, unsigned thread) const;
    uint32_t node_for(cell &c, uint32_t cell_number, access kind, uint8_t bytes, const void *pc);
    void remember(node &n, unsigned thread);
    void race(node &other, node &mine, unsigned thread);
    void finish_pending();
    void report_uninitialized();
    // A location of memory that hands on what its writers knew.
    struct flag {
        knowledge knows;
        uint64_t begun = 0; // when it last was written by someone who did not keep what was there: a number of its own
    };
    // That a thread saw a flag, and has not fenced since.
    struct seen {
        uint64_t begun;
        knowledge knows;
    };
    access flag_or_not(unsigned thread, access kind, const void *address);
    void see_flag(unsigned thread, access kind, const void *address);
    void forget_flags();
    static void learn(std::vector<uint32_t> &what, const std::vector<uint32_t> &more);
    static void learn(std::vector<uint32_t> &what, const knowledge &more);

    unsigned threads_ = 0;
    std::vector<cell> cells_;
    std::vector<node> nodes_;
    std::vector<uint32_t> uninitialized_; // nodes
    uint32_t epoch_ = 0, block_ = 0;
    bool plain_ = true; // in this epoch, nothing but the barrier that began it has ordered anything

    // Of each thread, by rank:
    std::vector<uint32_t> clock_;
    std::vector<uint32_t> dirty_;                     // the epoch in which it wrote last, if it has not fenced since
    std::vector<const char *> set_;                   // the flag that it set last, likewise; null: none
    std::vector<uint32_t> fenced_;                    // its clock at its last fence; 0: none
    std::vector<std::array<uint32_t, 32>> in_warp_;   // the clocks that it has heard of, of the lanes of its own warp,
    std::vector<std::vector<uint32_t>> known_;        // and of all threads; empty: none. Known through flags,
    std::vector<std::vector<seen>> heard_;            // and these only behind the next fence
    std::vector<std::vector<uint32_t>> heard_before_; // so too, of flags that are no longer in that list
    std::vector<uint32_t> news_;                      // counts when it came to know more
    std::vector<std::pair<uint64_t, uint32_t>> told_; // the flag that it told last, by `begun`, and its news then
    std::unordered_map<const void *, flag> flags_;
    uint64_t flags_begun_ = 0;
    bool fences_ = false;     // used in this epoch
    bool warp_syncs_ = false; // or fences; used in this block

    std::vector<finding> found_;
};
} // namespace cpu_device
