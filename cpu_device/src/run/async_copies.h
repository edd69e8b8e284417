// SPDX-License-Identifier: MIT
// Asynchronous copies to shared memory: the data arrives when its thread, or a cuda::barrier, waits for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "../limits.h"

namespace cpu_device
{
class async_copies
{
  public:
    struct copy {
        char *to;
        const char *from;
        size_t size;
        const void *pc;
        unsigned batch = 0;
    };
    void block_begins()
    {
        by_thread_.clear();
        by_barrier_.clear();
        by_stage_.clear();
    }
    void begin(unsigned thread, copy started);
    void commit(unsigned thread); // the copies since the last call are a batch
    // Calls arrive(copy) for all of a thread's but its last batches.
    template <class Function> void finish(unsigned thread, unsigned but_batches, Function arrive)
    {
        if (by_thread_.empty())
            return;
        of_thread &mine = by_thread_[thread];
        size_t over = 0;
        for (; over < mine.under_way.size() && mine.under_way[over].batch + but_batches < mine.batches; ++over)
            arrive(copy(mine.under_way[over]));
        mine.under_way.erase(mine.under_way.begin(), mine.under_way.begin() + (ptrdiff_t)over);
    }
    // The thread commits a stage of a pipeline. When `producers` threads have, arrive(copy) is called for all copies
    // that they had not committed otherwise.
    template <class Function> void commit_stage(unsigned thread, const void *stage, unsigned producers, Function arrive)
    {
        stage_of_pipeline &s = by_stage_[stage];
        for (const copy &c : take_uncommitted(thread))
            s.under_way.push_back(c);
        if (++s.commits < producers)
            return;
        for (const copy &c : s.under_way)
            arrive(c);
        s = stage_of_pipeline();
    }
    std::vector<copy> take_uncommitted(unsigned thread); // which are then the caller's
    // The same of copies that complete with a phase of a cuda::barrier, which an atomic operation may have changed.
    void begin_until(const char *barrier, const copy &started);
    template <class Function> void finish_until(const char *barrier, Function arrive)
    {
        for (until &all : by_barrier_)
            if (all.barrier == barrier && phase_of(barrier) != all.phase) {
                for (const copy &c : all.under_way)
                    arrive(c);
                all.under_way.clear();
            }
    }

  private:
    struct of_thread {
        std::vector<copy> under_way;
        unsigned batches = 0; // that were committed
    };
    struct until {
        const char *barrier;
        bool phase; // in which the copies began
        std::vector<copy> under_way;
    };
    struct stage_of_pipeline {
        unsigned commits = 0; // in this use of the stage
        std::vector<copy> under_way;
    };
    // libcu++ keeps the phase in the highest bit of a barrier's first word.
    static bool phase_of(const char *barrier)
    {
        return __atomic_load_n(reinterpret_cast<const uint64_t *>(barrier), __ATOMIC_RELAXED) >> 63;
    }

    std::vector<of_thread> by_thread_; // empty: this block has none
    std::vector<until> by_barrier_;
    std::unordered_map<const void *, stage_of_pipeline> by_stage_;
};
} // namespace cpu_device
