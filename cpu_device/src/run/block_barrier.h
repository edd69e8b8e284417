// SPDX-License-Identifier: MIT
// The barrier of a block: how many threads have arrived, at which place in the source, and how they voted.
#pragma once

#include "../../include/cpu_device/interface.h"
#include "turns.h"
#include "waiting.h"

namespace cpu_device
{
class block_barrier
{
  public:
    void block_begins(unsigned warps)
    {
        arrived_ = 0;
        votes_ = 0;
        for (unsigned warp = 0; warp < warps; ++warp)
            elsewhere_[warp] = 0;
    }
    unsigned arrived() const
    {
        return arrived_;
    }
    unsigned first() const // the thread that arrived first; only it has stored where it waits
    {
        return first_;
    }
    void arrive_first(unsigned thread, bool predicate)
    {
        first_ = thread;
        votes_ = predicate;
        arrived_ = 1;
    }
    void arrive(bool predicate)
    {
        votes_ += predicate;
        ++arrived_;
    }
    // The thread waits at another barrier than the first one, so it has stored where.
    void set_elsewhere(unsigned thread)
    {
        elsewhere_[thread / warp_size] |= 1u << thread % warp_size;
    }
    // How many threads must come to a collective, by rank.
    void expect(unsigned threads)
    {
        expected_ = threads;
    }
    unsigned expected() const
    {
        return expected_;
    }
    unsigned elsewhere(unsigned warp) const // its lanes
    {
        return elsewhere_[warp];
    }
    // The lanes of a warp that seemed to wait elsewhere have met the others after all.
    void has_met(unsigned warp)
    {
        elsewhere_[warp] = 0;
    }
    // All have arrived with the same predicate, so that the answer tells a thread nothing about the others.
    bool all_voted_alike() const
    {
        return votes_ == 0 || votes_ == (int)arrived_;
    }
    void count_votes() // all have arrived
    {
        result_ = votes_;
        voters_ = (int)arrived_;
        votes_ = 0;
        arrived_ = 0;
    }
    int answer(cpu_device_barrier_kind kind) const // what the barrier's function returns
    {
        switch (kind) {
        case cpu_device_barrier_plain:
        case cpu_device_barrier_group:
        case cpu_device_barrier_grid:
        case cpu_device_barrier_cluster:
        case cpu_device_barrier_collective: return 0;
        case cpu_device_barrier_count: return result_;
        case cpu_device_barrier_all: return result_ == voters_;
        case cpu_device_barrier_any: return result_ != 0;
        }
        return 0;
    }

  private:
    unsigned arrived_ = 0, first_ = 0, expected_ = 0;
    unsigned elsewhere_[max_warps];
    int votes_ = 0, result_ = 0, voters_ = 0;
};
} // namespace cpu_device
