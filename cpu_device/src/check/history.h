// SPDX-License-Identifier: MIT
// What all cores know of the accesses of this launch, besides the cells: segments, and what is larger than a word.
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

#include "../memory/program_image.h"
#include "../say/findings.h"
#include "cell.h"
#include "knowledge.h"
#include "work_clock.h"

namespace cpu_device
{
struct stripe; // see stripes.h

// Where in a block's life the accesses of a segment lie.
struct segment {
    uint32_t block, launch;
    uint32_t epoch; // barriers of the block before it
    uint32_t clock; // of its threads in that epoch
};

// The four bytes of a cell on their own, where threads share it by bytes. Each has a launch's words, as a cell has.
struct byte_cells {
    cell of[4]; // as new ones are: of nothing
    // What a cell knew so far, or of it the others alone; of a list, which has no bytes, nothing.
    void take_over(word store, word others);
    void take_over_others(word others);
};

// Readers, or others, of one place, of which each word stands for some of one block.
struct word_list {
    static constexpr unsigned room = 32;
    std::atomic<bool> locked;
    uint32_t count;
    word of[room];
};

// Objects that are numbered, made by any core, and all forgotten at once. Only those in use take memory.
template <class T> class numbered
{
  public:
    static constexpr uint32_t none = 0;
    explicit numbered(uint32_t most);
    // So many in a row, of which this is the first; none: there are no more.
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
    void begin_anew() // what is there is written over
    {
        next_ = 1;
    }

  private:
    T *all_ = nullptr;
    uint32_t most_ = 0;
    std::atomic<uint32_t> next_{1};
};

// Some of them that a core has taken for itself: few at first, for most launches are small.
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
extern numbered<byte_cells> all_byte_cells;
extern numbered<word_list> all_lists;
extern numbered<stripe> all_stripes;          // of the launch that runs alone
extern std::atomic<uint32_t> times_forgotten; // how often all of these, and all cells, began anew

// What has been stored at a place and is handed on to whoever reads it there.
struct handed_on {
    knowledge fenced;                   // behind a fence, to all
    knowledge without_fence;            // what was done before, with a fence or not
    knowledge &to_block(uint32_t block) // for a fence was for that alone; of the last few blocks
    {
        for (auto &[number, what] : to_blocks)
            if (number == block)
                return what;
        if (to_blocks.size() == most_blocks)
            to_blocks.erase(to_blocks.begin());
        return to_blocks.emplace_back(block, knowledge()).second;
    }
    void cover(uint32_t next_segment) // see places::crowded
    {
        fenced.cover(next_segment);
        without_fence = knowledge();
        for (auto &[number, what] : to_blocks)
            what.cover(next_segment);
    }
    static constexpr size_t most_blocks = 32; // more than run at once
    std::vector<std::pair<uint32_t, knowledge>> to_blocks;
};

// What becomes true once, and stays so. All cores ask for it at every access, so it is not written a second time: that
// would take its line of the cache from the others.
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

// The places of one launch that hand something on.
class places
{
    struct shard {
        std::mutex mutex;
        std::unordered_map<const void *, handed_on> at;
        char apart[cache_line];
    };

  public:
    // One of them, which is looked up when it is asked for, and meanwhile is nobody else's.
    class one
    {
      public:
        one(places &all, const void *address)
            : address_(address), shard_(all.shards_[(uintptr_t)address / 16 % count]), lock_(shard_.mutex)
        {
        }
        const void *address() const
        {
            return address_;
        }
        handed_on *if_any() // null: nothing was handed on there
        {
            if (!looked_up_)
                if (auto found = shard_.at.find(address_); found != shard_.at.end())
                    there_ = &found->second;
            looked_up_ = true;
            return there_;
        }
        handed_on &make()
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
        handed_on *there_ = nullptr;
    };
    bool is_in_use() const
    {
        return any || fenced;
    }
    char apart_before[cache_line];
    fact any;    // is there one at all
    fact fenced; // has any thread fenced
    // Threads know so much of one another, and of so different ones, that it is not kept apart any longer: whoever
    // reads what was handed on then counts as knowing all that happened before. So a race may be missed, and none made
    // up.
    fact crowded;
    fact volatiles; // some were accessed
    std::atomic<bool> said_enough{false};
    char apart_behind[cache_line];

  private:
    static constexpr size_t count = 64;
    shard shards_[count];
};

// A launch by a kernel: which one, and what its thread knew then of what its own grid had done.
struct child_of {
    uint32_t parent;                    // the number of its launch
    std::shared_ptr<const child_of> of; // what that is in turn; null: the host launched it
    unsigned depth = 1;                 // 1: a child of what the host launched
    uint64_t stream = 0, sequence = 0;  // of one stream, a child comes behind those before it
    bool own_stream = false;            // in no order with others
    bool tail = false;                  // behind the whole parent, and all its children that are no tails
    knowledge known;
};

// What the checks keep of one launch, for all cores.
struct launch_record {
    launch_name name;
    launch_findings findings;
    places handing_on;
    uint32_t number = 0;        // 0: no core has begun
    uint32_t first_segment = 0; // of this launch, or a later one
    bool alone = false;         // no other was under way when it began
    int device = 0;             // that it runs on
    bool cooperative = false;   // its blocks may meet
    std::chrono::steady_clock::time_point began;
    bool over = false;
    // Where it stands among the work of all streams (order.h), and what comes before it.
    unsigned stream = 0;
    uint64_t work = 0;
    work_clock comes_after;
    std::shared_ptr<const child_of> child; // null: the host launched it
    bool may_wait() const                  // blocks for one another, by what was seen of them so far
    {
        return handing_on.volatiles || handing_on.fenced;
    }
    ~launch_record();
};
// Called by each core that is to run blocks of it; and when all of them have.
void begin_launch(launch_record &launch);
void end_launch(launch_record &launch);

// The program has streams of its own, so that launches may be unordered. From then on each is kept for a while.
extern std::atomic<bool> several_streams;
struct launch_place {
    uint32_t number = 0, first_segment = 0;
    unsigned stream = 0;
    uint64_t work = 0;
    launch_name name = {};
    bool over = false;
    std::shared_ptr<const child_of> child = nullptr;
};
// The launch of that number; 0: it is forgotten. And the first segment of all that are not ordered before one, which
// has begun.
launch_place place_of_launch(uint32_t number);
bool launch_is_over(uint32_t number);
uint32_t first_unordered_segment(const launch_record &launch);

// An instruction as a word has it, and back.
constexpr uint32_t first_far_line = (1 << 19) - (1 << 16); // these are numbered: instructions that lie far away
extern uintptr_t code_begin; // of those that are not: the program, or the first library with kernels if it has none
// What a core has asked for last.
class line_codes
{
  public:
    uint32_t of(const void *pc)
    {
        const uintptr_t distance = (uintptr_t)pc - code_begin;
        return __builtin_expect(distance >= first_far_line, false) ? far(pc) : (uint32_t)distance;
    }

  private:
    uint32_t far(const void *pc);
    struct {
        const void *pc;
        uint32_t code;
    } latest_[64] = {};
};
const void *line_pc(uint32_t code);

// Whether the program has fences, or what it has loaded: only then can what one thread does be ordered before what
// another does, but for barriers.
bool program_has_fences();
// Whether it compares and swaps: only then can what a plain load has read be a guess.
bool program_compares_and_swaps();
// Whether its kernels launch others: then launches are not always ordered, though there is but one stream.
bool program_launches_in_kernels();
// The program itself, or a library or module that it has loaded: what its kernels do is as its sections tell.
void image_comes(const code_image &image);

// The cells of variables of the program; null: there are none.
cell *cells_of_variable(const char *address);
} // namespace cpu_device
