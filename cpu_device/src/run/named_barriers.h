// SPDX-License-Identifier: MIT
// The 16 barriers of a block that PTX names by numbers: bar.sync, bar.arrive, barrier.sync and barrier.arrive. Warps
// arrive there, each as a whole; when as many threads have come as the instructions say, the warps that wait go on.
#pragma once

#include <cstdint>

#include "../limits.h"
#include "phase_barriers.h"

namespace cpu_device
{
class named_barrier
{
  public:
    static constexpr unsigned all = 0; // threads: those of the block
    struct arrival {
        unsigned threads; // that the instruction expects
        bool waits;
        line_in_file at;
    };

    bool is_in_use() const
    {
        return warps_ != 0;
    }
    bool has_come(unsigned warp) const // and has arrived in the phase under way
    {
        return warps_ >> warp & 1;
    }
    unsigned warps() const // that have arrived, a bit for each
    {
        return warps_;
    }
    const arrival &first() const // of the phase under way, if it is in use
    {
        return first_;
    }
    unsigned first_warp() const
    {
        return first_warp_;
    }
    void arrive(unsigned warp, const arrival &how)
    {
        if (warps_ == 0) {
            first_ = how;
            first_warp_ = warp;
        }
        warps_ |= 1u << warp;
    }
    unsigned arrived() const // threads: each warp counts as 32
    {
        return warp_size * (unsigned)__builtin_popcount(warps_);
    }
    void next_phase()
    {
        warps_ = 0;
        ++phase_;
    }
    uint64_t phase() const
    {
        return phase_;
    }
    // An address that stands for a phase: what its arrivals release, its waits acquire.
    const char *place(uint64_t phase) const
    {
        return marks_ + phase % sizeof marks_;
    }

  private:
    uint64_t phase_ = 0;
    unsigned warps_ = 0, first_warp_ = 0;
    arrival first_ = {};
    char marks_[8] = {};
};

// Those of the running block, and the lanes that have reached one while their warp has not.
class named_barriers
{
  public:
    static constexpr unsigned count = 16;

    void block_begins()
    {
        if (!any_)
            return;
        *this = named_barriers();
    }
    bool any() const // the block has used one
    {
        return any_;
    }
    named_barrier &at(unsigned number)
    {
        any_ = true;
        return of_[number];
    }
    const named_barrier &at(unsigned number) const
    {
        return of_[number];
    }

    struct lane {
        uint8_t number;
        bool aligned; // all lanes must execute the same instruction
        named_barrier::arrival how;
    };
    lane &of(unsigned thread)
    {
        return lanes_[thread];
    }
    const lane &of(unsigned thread) const
    {
        return lanes_[thread];
    }
    unsigned &gathered(unsigned warp) // lanes that have reached a barrier, and whose warp has not arrived
    {
        return gathered_[warp];
    }

  private:
    bool any_ = false;
    named_barrier of_[count];
    lane lanes_[max_threads] = {};
    unsigned gathered_[max_warps] = {};
};
} // namespace cpu_device
