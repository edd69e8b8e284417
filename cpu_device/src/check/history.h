// SPDX-License-Identifier: MIT
// What all cores share of a launch's accesses, besides the cells: segments, byte cells, lists, and released clocks.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../platform/program_image.h"
#include "../say/findings.h"
#include "cell.h"
#include "vector_clock.h"
#include "work_clock.h"

namespace cpu_device
{
struct stripe; // see stripes.h

// When in a block's time the accesses of a segment lie.
struct segment {
    uint32_t block, launch;
    uint32_t epoch; // barriers of the block before it
    uint32_t clock; // of its threads in that epoch
};

// A cell for each of the four bytes, where threads share the four by bytes.
struct byte_cells {
    cell of[4];
    // Copies the shadow values of the cell that these replace, or its second shadow value alone. A list is not copied,
    // for it has no bytes.
    void take_over(shadow_value store, shadow_value others);
    void take_over_others(shadow_value others);
};

// Readers, or others, of one place: each shadow value stands for threads of one block.
struct value_list {
    static constexpr unsigned room = 32;
    std::atomic<bool> locked;
    uint32_t count;
    shadow_value of[room];
};

// Numbered objects, made by any core, and all released at once. Only those in use take memory.
template <class T> class numbered
{
  public:
    static constexpr uint32_t none = 0;
    explicit numbered(uint32_t most);
    // Makes `count` in a row and returns the number of the first; none: there are no more.
    uint32_t make(uint32_t count)
    {
        if (next_.load(std::memory_order_relaxed) >= most_)
            return none;
        uint32_t number = next_.fetch_add(count, std::memory_order_relaxed);
        return number + count <= most_ ? number : none;
    }
    T &operator[](uint32_t number) const
    {
        return all_[number];
    }
    uint32_t next() const
    {
        return next_.load(std::memory_order_relaxed);
    }
    bool nearly_full() const
    {
        return next() > most_ / 2;
    }
    void forget_all();
    void begin_anew() // later objects overwrite earlier ones
    {
        next_ = 1;
    }

  private:
    T *all_ = nullptr;
    uint32_t most_ = 0;
    std::atomic<uint32_t> next_{1};
};

// Numbers that a core has reserved for itself: few at first, since most launches are small.
template <class T> class spare_numbers
{
  public:
    explicit spare_numbers(numbered<T> &all) : all_(all) {}
    uint32_t take() // none: there are no more
    {
        if (left_ == 0) {
            next_ = all_.make(at_once_);
            if (next_ == numbered<T>::none)
                return numbered<T>::none;
            left_ = at_once_;
            at_once_ = std::min(2 * at_once_, most_at_once);
        }
        --left_;
        return next_++;
    }
    uint32_t next() const
    {
        return next_;
    }
    void give_up()
    {
        left_ = 0;
        at_once_ = at_first;
    }

  private:
    static constexpr uint32_t at_first = 16, most_at_once = 64;
    numbered<T> &all_;
    uint32_t next_ = 0, left_ = 0, at_once_ = at_first;
};

extern numbered<segment> segments;
inline const segment &segment_of(shadow_value w)
{
    return segments[w.segment()];
}
extern numbered<byte_cells> all_byte_cells;
extern numbered<value_list> all_lists;
extern numbered<stripe> all_stripes;          // of the launch that runs alone, and of some before it
extern std::atomic<uint32_t> times_forgotten; // how often all of these, and all cells, began anew

// The vector clocks that stores have released at a place, for the threads that read there.
struct released_clocks {
    vector_clock fenced;                   // up to the last fence of the storing thread, for all
    vector_clock unfenced;                 // up to the store itself
    vector_clock &to_block(uint32_t block) // up to the last fence of block scope; of the last few blocks
    {
        for (auto &[number, covered] : to_blocks)
            if (number == block)
                return covered;
        if (to_blocks.size() == most_blocks)
            to_blocks.erase(to_blocks.begin());
        return to_blocks.emplace_back(block, vector_clock()).second;
    }
    void cover(uint32_t next_segment) // see places::coarse
    {
        fenced.cover(next_segment);
        unfenced = vector_clock();
        for (auto &[number, covered] : to_blocks)
            covered.cover(next_segment);
    }
    static constexpr size_t most_blocks = 32; // more than run at once
    std::vector<std::pair<uint32_t, vector_clock>> to_blocks;
};

// A condition that becomes true once and never false again. All cores read it at every access, so it is written once
// only: each write would take its cache line from the others.
class fact
{
  public:
    operator bool() const
    {
        return true_.load(std::memory_order_acquire);
    }
    void becomes_true()
    {
        if (!true_.load(std::memory_order_relaxed))
            true_.store(true, std::memory_order_release);
    }

  private:
    std::atomic<bool> true_{false};
};
constexpr size_t cache_line = 64; // bytes, of the processors that this runs on

// The sync objects of one launch: addresses on which threads synchronize: where a clock was released.
class sync_objects
{
    struct shard {
        std::mutex mutex;
        std::unordered_map<const void *, released_clocks> at;
        char apart[cache_line];
    };

  public:
    // One of them, locked while this object lives. It is looked up when it is first needed.
    class one
    {
      public:
        one(sync_objects &all, const void *address)
            : address_(address), shard_(all.shards_[(uintptr_t)address / 16 % count]), lock_(shard_.mutex)
        {
        }
        const void *address() const
        {
            return address_;
        }
        released_clocks *if_any() // null: nothing was released there
        {
            if (!looked_up_)
                if (auto found = shard_.at.find(address_); found != shard_.at.end())
                    there_ = &found->second;
            looked_up_ = true;
            return there_;
        }
        released_clocks &make()
        {
            if (if_any() == nullptr)
                there_ = &shard_.at[address_];
            return *there_;
        }

      private:
        const void *const address_;
        shard &shard_;
        std::lock_guard<std::mutex> lock_;
        bool looked_up_ = false;
        released_clocks *there_ = nullptr;
    };
    bool is_in_use() const
    {
        return any || fenced;
    }
    char apart_before[cache_line];
    fact any;    // is there one at all
    fact fenced; // has any thread fenced
    // The joins of vector clocks take too long: from now on a thread that acquires is ordered after all that happened
    // before. This can give false negatives, and no false positives.
    fact coarse;
    fact volatiles; // some were accessed
    std::atomic<bool> said_enough{false};
    char apart_behind[cache_line];

  private:
    static constexpr size_t count = 64;
    shard shards_[count];
};

// A launch by a kernel: the parent, and the vector clock of the launching thread at that timestamp.
struct child_of {
    uint32_t parent;                    // the number of its launch
    std::shared_ptr<const child_of> of; // the parent's own parent; null: the host launched it
    unsigned depth = 1;                 // 1: a child of a kernel that the host launched
    uint64_t stream = 0, sequence = 0;  // within one stream, children run in the order of their sequence
    bool own_stream = false;            // unordered with other children
    bool tail = false;                  // runs after the whole parent, and all its children that are no tails
    vector_clock clock;
};

// A programmatic dependent launch may begin before the kernels before it in its stream have ended. Its threads wait for
// them by cudaGridDependencySynchronize(). Here these kernels have ended before, and only what it promises is judged.
struct dependency {
    work_clock at_begin;                    // what has ended in any case as the launch begins
    work_clock before_primary;              // what comes before the kernel before it
    std::shared_ptr<dependency> of_primary; // of that kernel, until this launch begins; null: that one depends on none
    bool checked = false;                   // the launch is
    fact awaited;                           // then: a thread has waited
    fact triggered_first;                   // a thread has let the next launch begin, and had not waited
    // The primary is over. If it has waited itself, or may have, before its trigger, all before it ended before this
    // one begins.
    void primary_is_over()
    {
        checked = true;
        const bool skips =
            of_primary != nullptr && of_primary->checked && (!of_primary->awaited || of_primary->triggered_first);
        at_begin.join(skips ? of_primary->at_begin : before_primary);
        of_primary.reset();
    }
};

// What the checks keep of one launch, for all cores.
struct launch_record {
    launch_name name;
    launch_findings findings;
    sync_objects synced;
    uint32_t number = 0;        // 0: no core has begun
    uint32_t first_segment = 0; // of this launch, or a later one
    bool alone = false;         // no other was under way when it began
    int device = 0;             // on which it runs
    bool cooperative = false;   // grid.sync() is allowed
    size_t arguments_size = 0;  // bytes, of name.arguments
    std::chrono::steady_clock::time_point began;
    bool over = false;
    // Where it stands among the work of all streams (order.h), and what comes before it.
    unsigned stream = 0;
    uint64_t work = 0;
    work_clock comes_after;
    std::shared_ptr<dependency> depends;                         // null: it is no dependent launch
    std::shared_ptr<const child_of> child;                       // null: the host launched it
    bool begins_after(unsigned of_stream, uint64_t number) const // whether that work has ended as the launch begins
    {
        return (depends != nullptr ? depends->at_begin : comes_after).includes(of_stream, number);
    }
    bool may_wait() const // whether its blocks may wait for one another, by what they did so far
    {
        return synced.volatiles || synced.fenced;
    }
    ~launch_record();
};
// begin_launch() is called by each core before it runs blocks of the launch, end_launch() once, after all blocks.
void begin_launch(launch_record &launch);
void end_launch(launch_record &launch);

// The program has made streams, or a dependent launch, so launches may be unordered.
extern std::atomic<bool> several_streams;
// Each launch is kept for a while.
struct launch_place {
    uint32_t number = 0, first_segment = 0;
    unsigned stream = 0;
    uint64_t work = 0;
    launch_name name = {};
    bool over = false;
    std::shared_ptr<const child_of> child = nullptr;
};
// place_of_launch(): the launch of that number; its number is 0 if it is no longer kept. first_unordered_segment(): the
// first segment of the launches that are not ordered before this one, which has begun.
launch_place place_of_launch(uint32_t number);
uint32_t first_launch_in_stripes(); // whose stripes are still kept
bool launch_is_over(uint32_t number);
uint32_t first_unordered_segment(const launch_record &launch);

// An instruction's code in a shadow value: its distance from code_begin, or a number of its own from
// first_far_instruction on.
constexpr uint32_t first_far_instruction = (1 << 19) - (1 << 16);
extern uintptr_t code_begin; // the program's code, or that of the first library with kernels if the program has none
// A core's cache of these.
class instruction_codes
{
  public:
    uint32_t of(const void *pc)
    {
        const uintptr_t distance = (uintptr_t)pc - code_begin;
        return __builtin_expect(distance >= first_far_instruction, false) ? far(pc) : (uint32_t)distance;
    }

  private:
    uint32_t far(const void *pc);
    struct {
        const void *pc;
        uint32_t code;
    } latest_[64] = {};
};
const void *pc_of_instruction(uint32_t code);

// Some of the instructions: a bit for each.
class instruction_set
{
  public:
    bool has(uint32_t code) const
    {
        return bits_[code / 64].load(std::memory_order_relaxed) >> code % 64 & 1;
    }
    void add(uint32_t code)
    {
        if (!has(code))
            bits_[code / 64].fetch_or(1ull << code % 64, std::memory_order_relaxed);
    }

  private:
    std::atomic<uint64_t> bits_[(1 << 19) / 64];
};
extern instruction_set volatile_instructions; // volatile stores and loads
extern instruction_set exchange_instructions; // atomic ones that only store, or return what they found unchanged
extern instruction_set used_instructions;     // atomic ones whose result the program uses

// Whether the program, or what it has loaded, has fences. Without them only barriers order threads.
bool program_has_fences();
// Whether it has fences or atomic operations of block scope.
bool program_has_block_scope();
// Whether it uses compare-and-swap. Only then can the value of a plain load be a guess.
bool program_compares_and_swaps();
// Whether lanes of a warp may meet, by __syncwarp() or as a group.
bool program_syncs_lanes();
// Whether its kernels launch others. Then launches may be unordered even with one stream.
bool program_launches_in_kernels();
// Reads these facts from the sections of the program, or of a library or module that it has loaded.
void image_comes(const code_image &image);

// The cells of a variable of the program; null: it has none.
cell *cells_of_variable(const char *address);
} // namespace cpu_device
