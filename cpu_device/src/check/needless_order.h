// SPDX-License-Identifier: MIT
// Which barriers of a block its accesses need: for CPU_DEVICE_ADVICE, see needless.cpp.
//
// Two accesses of the same bytes by different threads conflict if one of them writes. (Two atomic operations do, too:
// they do not race, but their order may decide what they return.) Between two such accesses of one block stand the
// barriers of the block, and, for lanes of one warp, the meetings of the whole warp at __syncwarp(). Each of them alone
// orders the two. So if all of them are executions of one source line, that line is needed; if they are of several
// lines, one of these is enough. The class below collects these sets of lines. Then lines are needless, all at once, if
// each set has a line that stays.
//
// Whatever else may order the two, a flag or a lock, does not count: the line is then called needed although it may not
// be. So are memory and threads outside of the block, for which a barrier may matter as one part of a chain: see
// block_order::other_memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "../limits.h"

namespace cpu_device
{
// A barrier or __syncwarp() by its source line: an index in a table of all of them.
using sync_line = uint16_t;

// Lines of which one must stay. No more than three are kept: the nearest to the later access. With fewer lines, more
// count as needed.
class line_sets
{
  public:
    using one = std::array<sync_line, 3>; // ascending; what is left over repeats the last
    void add(one lines, unsigned count);
    void add_needed(sync_line line)
    {
        add({line, line, line}, 1);
    }
    void add(const line_sets &other);
    bool is_needed(sync_line line) const
    {
        return line < needed_.size() && needed_[line];
    }
    // For each of `lines` lines, in order: whether it may go, together with all others that may.
    std::vector<bool> needless(size_t lines) const;

  private:
    std::vector<bool> needed_; // by line: alone between two accesses
    std::set<one> sets_;       // of two or three lines
};

// What orders the threads of a block or of a warp, one execution after another.
class executions
{
  public:
    void clear()
    {
        all_.clear();
    }
    uint32_t count() const
    {
        return (uint32_t)all_.size();
    }
    void add(sync_line line);
    // The lines of those from number `first` to the end.
    unsigned lines_since(uint32_t first, line_sets::one &lines) const;

  private:
    struct execution {
        sync_line line;
        uint32_t other; // the number of the last one before of another line, plus 1; 0: there is none
    };
    std::vector<execution> all_;
};

// The accesses of one block, and what orders them.
class block_order
{
  public:
    // What is no memory, but is accessed like it.
    enum : uintptr_t {
        output = 1,       // what threads print, and the time that they read: each changes it
        other_memory = 2, // read by each access of global memory; written by what other blocks or the host may see as a
                          // signal: atomic and volatile accesses of global memory, and fences
        signals = 3,      // written by atomic and volatile accesses of global memory alone
        // The same for what other warps of the block may see, of any memory. Only lanes of one warp conflict here.
        other_warps = 4,
        signals_to_warps = 5,
        first_address = 16
    };
    explicit block_order(line_sets &sets) : sets_(sets) {}
    void block_begins();
    void barrier(sync_line line); // for each warp, too
    void warp_meets(unsigned warp, sync_line line)
    {
        of_warp_[warp].add(line);
    }
    void forget_accesses() // what follows is ordered after them
    {
        cells_.clear();
    }
    void access(unsigned thread, uintptr_t address, size_t size, bool writes, bool atomic);
    // A thread reads shared memory that nobody has written, so the store was not seen, as that of a function which
    // returns a struct right to memory: the last barrier may have ordered it.
    void reads_unseen_store()
    {
        if (of_block_.count() > 0)
            must_stay(of_block_, 0, of_block_.count() - 1);
    }
    // Whether two accesses conflicted, not both of them atomic, that neither barriers nor whole warps have ordered.
    bool any_unordered() const
    {
        return unordered_;
    }

  private:
    struct timestamp {
        uint16_t thread;
        uint32_t in_block, in_warp; // how many executions came before it
    };
    // The last accesses by the threads of one warp: by one thread, and by another one.
    struct by_warp {
        uint16_t warp;
        bool several;
        timestamp last, other;
    };
    struct history {
        std::vector<by_warp> reads, writes;
        uint32_t plain = UINT32_MAX; // the epoch of the last access that was not atomic
    };
    struct cell { // of 4 bytes
        history whole;
        std::unique_ptr<std::array<history, 4>> bytes; // in place of it, if some were accessed alone
    };

    void access_cell(const timestamp &now, uintptr_t number, unsigned bytes, bool writes, bool atomic);
    void access_history(history &h, const timestamp &now, bool writes, bool atomic, bool within_warp = false);
    void compare(const history &h, const std::vector<by_warp> &earlier, const timestamp &now, bool atomic,
                 bool within_warp);
    void must_stay(const executions &of, unsigned number, uint32_t since);
    static void record(std::vector<by_warp> &all, const timestamp &now);

    line_sets &sets_;
    executions of_block_, of_warp_[max_warps];
    std::unordered_map<uintptr_t, cell> cells_; // by address / 4
    bool unordered_ = false;
    // The last ranges of executions that were added to the sets.
    struct range {
        uint32_t number, since, count;
    };
    std::array<range, 64> added_;
};
} // namespace cpu_device
