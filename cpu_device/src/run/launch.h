// SPDX-License-Identifier: MIT
// A launch of a kernel, from its queue to its end.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../../include/cpu_device/interface.h"
#include "../check/history.h"
#include "../platform/kernel_name.h"
#include "../platform/symbols.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "cluster.h"
#include "resident_blocks.h"
#include "zero_divisions.h"

namespace cpu_device
{
// One step of SplitMix64: a hash of a number.
inline uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// The bad accesses that a launch has reported: each line once, and only a few lines.
class reported_lines
{
  public:
    // Whether an instruction may be in a line that was not reported before. Null: the instruction is unknown.
    bool may_be_new(const void *pc)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return lines_.size() < most && (pc == nullptr || instructions_.insert(pc).second);
    }
    bool is_new(const std::string &line)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return lines_.size() < most && lines_.insert(line).second;
    }

  private:
    static constexpr size_t most = 5;
    std::mutex mutex_;
    std::set<const void *> instructions_;
    std::set<std::string> lines_;
};

// The barriers that some threads of their block never reach, because they have exited.
class left_barriers
{
  public:
    // `key`: tells these reports from others. `advice`: "" where add() gets it.
    left_barriers(const char *key, const char *advice) : key_(key), advice_(advice) {}
    // Whether a barrier is to be reported: it is the first one in its block, and no earlier block has one; or its line
    // is new.
    bool may_be_new(uint64_t block, const char *file, int line)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return known_.insert({file, line}).second || block < block_;
    }
    void add(uint64_t block, const std::string &line, const diagnosis &d, const std::string &advice = "")
    {
        std::lock_guard<std::mutex> lock(mutex_);
        lines_.insert(line);
        if (block < block_) {
            block_ = block;
            first_ = d;
            its_advice_ = advice;
        }
    }
    bool any() const
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return !lines_.empty();
    }
    // When the launch is over, or takes long: one report for all that have not been reported of the kernel. `cause`:
    // "", or a last line.
    void report(const char *kernel, const std::string &cause)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        const std::set<std::string> lines = lines_;
        const diagnosis first = first_;
        const std::string advice = its_advice_.empty() ? tr(advice_) : its_advice_;
        lock.unlock();
        if (lines.empty())
            return;
        diagnosis d = same_at_more(first, lines.size() - 1);
        report_once_of(format("%s|%s", key_, without_arguments(kernel).c_str()), lines,
                       d.advise(advice).follows(cause));
    }

  private:
    const char *const key_, *const advice_;
    mutable std::mutex mutex_;
    std::set<std::pair<const char *, int>> known_; // files by the addresses of their names, of which there may be more
    std::set<std::string> lines_;
    uint64_t block_ = UINT64_MAX;                // the first of which there is one
    diagnosis first_{report_kind::barrier_left}; // of its first barrier
    std::string its_advice_;
};

// The report of what broke a launch: threads that wait for one another for ever. Kept until the races are reported, of
// which it may be a consequence.
class kept_failure
{
  public:
    void keep(diagnosis d)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        what_ = std::move(d);
    }
    bool any()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return what_.has_value();
    }
    void report(const std::string &cause)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        std::optional<diagnosis> diagnosed = std::exchange(what_, std::nullopt);
        lock.unlock();
        if (diagnosed)
            cpu_device::report(diagnosed->follows(cause));
    }

  private:
    std::mutex mutex_;
    std::optional<diagnosis> what_;
};

// A shuffle that read a lane which took no part in it, so its value is undefined: the one of the first block that did.
class undefined_shuffle
{
  public:
    struct where {
        unsigned thread, source; // that reads; the lane that it reads
        bool has_exited;         // the lane
        const char *file;        // if the line is 0: the instruction
        int line;
    };
    void add(uint64_t block, const where &at)
    {
        if (block >= block_.load(std::memory_order_relaxed))
            return;
        std::lock_guard<std::mutex> lock(mutex_);
        if (block < block_) {
            block_ = block;
            at_ = at;
        }
    }
    // When the launch is over: keeps a warning for a program that fails. A right program may read such a value, too, if
    // it does not use it.
    void report(const launch_name &launch) const;

  private:
    std::mutex mutex_;
    std::atomic<uint64_t> block_{UINT64_MAX};
    where at_ = {};
};

// A result of a collective that is stored by a thread which does not get it: that of the first block that did.
class result_of_other
{
  public:
    struct where {
        unsigned thread;
        const void *pc;
        bool of_warp; // a thread of each warp gets the result, or else one of the block
    };
    void add(uint64_t block, const where &at)
    {
        if (block > block_.load(std::memory_order_relaxed))
            return;
        std::lock_guard<std::mutex> lock(mutex_);
        if (block < block_ || (block == block_ && at.thread < at_.thread)) {
            block_ = block;
            at_ = at;
        }
    }
    void report(const launch_name &launch) const; // when the launch is over

  private:
    std::mutex mutex_;
    std::atomic<uint64_t> block_{UINT64_MAX};
    where at_ = {};
};

// A memcpy() between memory that overlaps: the one of the first block that did.
class overlapping_copy
{
  public:
    struct where {
        unsigned thread;
        const void *pc;
        size_t size, distance; // bytes
        bool is_after;         // the destination begins after the source
    };
    void add(uint64_t block, const where &at)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (block < block_) {
            block_ = block;
            at_ = at;
        }
    }
    void report(const launch_name &launch) const; // when the launch is over

  private:
    std::mutex mutex_;
    uint64_t block_ = UINT64_MAX;
    where at_ = {};
};

struct grid_launch {
    const cpu_device_kernel kernel;
    const char *arguments;       // a copy of the closure's bytes
    const size_t dynamic_shared; // bytes
    const uint64_t seed;         // of the order in which blocks begin and their threads run; 0: their own
    launch_record record;
    bool checked = false;                        // set when its first block begins
    bool loads_kernel = false;                   // it is the first use of the kernel
    std::atomic<cudaError_t> error{cudaSuccess}; // the first one: with it the launch fails
    std::atomic<bool> break_reported{false}, failure_reported{false};
    reported_lines bad_lines;
    left_barriers left{"exited", "A GPU does not wait for exited threads: the others go on without what these "
                                 "should have stored. Let every thread reach the barrier, and return after it."};
    left_barriers skipped{"skipped", ""};
    left_barriers incomplete{"incomplete", "The result lacks the share of the exited threads. Let all threads of the "
                                           "block make this call; those without data pass a value that changes "
                                           "nothing, such as 0 for a sum."};
    left_barriers left_in_cluster{"exited-in-cluster",
                                  "A GPU does not wait for exited threads, but their block's shared memory goes with "
                                  "them: let every thread of the cluster reach the barrier and return after it."};
    kept_failure stuck;
    undefined_shuffle shuffled;
    result_of_other stored;
    overlapping_copy overlapping;
    zero_divisions divided;
    // What its threads have launched. Children run after the kernel's blocks and before the launch is over, tail
    // launches last.
    std::mutex children_mutex;
    std::vector<std::shared_ptr<grid_launch>> children, tails;
    std::set<const void *> streams_of_children; // that its threads have made
    std::unique_ptr<resident_blocks> resident;  // null: blocks need not all be under way at once
    std::unique_ptr<clusters> in_clusters;      // null: it has none

    grid_launch(const cpu_device_kernel &k, const launch_name &name, size_t shared, uint64_t s)
        : kernel(k), dynamic_shared(shared), seed(s)
    {
        auto alignment = std::align_val_t(k.closure_alignment < 16 ? 16 : k.closure_alignment);
        arguments = static_cast<char *>(memcpy(::operator new(k.closure_size, alignment), k.closure, k.closure_size));
        record.name = name;
        record.name.body_type = k.type;
        record.name.arguments = arguments;
        record.arguments_size = k.closure_size;
    }
    ~grid_launch()
    {
        ::operator delete(const_cast<char *>(arguments),
                          std::align_val_t(kernel.closure_alignment < 16 ? 16 : kernel.closure_alignment));
    }
    grid_launch(const grid_launch &) = delete;

    void fails(cudaError_t with)
    {
        cudaError_t none = cudaSuccess;
        error.compare_exchange_strong(none, with);
    }
    const dim3 &grid() const
    {
        return record.name.grid;
    }
    const dim3 &block() const
    {
        return record.name.block;
    }
    uint64_t blocks() const
    {
        return (uint64_t)grid().x * grid().y * grid().z;
    }
    // How many cores must take part, all at the same time or not at all; 0: as many as there are.
    unsigned cores_needed() const
    {
        return resident != nullptr ? resident->cores() : in_clusters != nullptr ? in_clusters->cores() : 0;
    }
    void set_clusters(const dim3 &shape); // of each, in blocks
    // Whether blocks wait for one another by turns (resident_blocks.h): all of them, or those of a cluster.
    bool takes_turns() const
    {
        return resident != nullptr || in_clusters != nullptr;
    }
    void break_up() // it has ended with an error: ends the waits of blocks for one another
    {
        if (resident != nullptr)
            resident->break_up();
        if (in_clusters != nullptr)
            in_clusters->break_up();
    }
    size_t shared_of_block() const // bytes, static and dynamic
    {
        return dynamic_shared + static_shared_size(kernel.type);
    }
    unsigned threads() const
    {
        return block().x * block().y * block().z;
    }
};
} // namespace cpu_device
