// SPDX-License-Identifier: MIT
// Which threads of a block can run, and in which order: warp by warp and lane by lane or, with a seed, in another
// order.
//
// In a sweep, every thread of the block runs once, in order, to the same barrier or to its end. As long as it lasts,
// the order alone says who is ready, and the bits are not kept. A thread that does anything else, such as yield, ends
// the sweep; leave_sweep() then sets the bits.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../limits.h"

namespace cpu_device
{
inline unsigned lowest_bit(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}
inline unsigned highest_bit(unsigned mask)
{
    return 31 - (unsigned)__builtin_clz(mask);
}
inline unsigned lanes_after(unsigned lane)
{
    return ~((2u << lane) - 1); // 2u << 31 is 0, so none
}
inline unsigned lanes_before(unsigned lane)
{
    return (1u << lane) - 1;
}

struct turns {
    static constexpr unsigned none = ~0u;

    bool sweeping = false, all_started = false;
    unsigned threads, warps; // of the block
    unsigned live_threads;
    // A bit for each lane, a word for each warp.
    unsigned live[max_warps];    // has not exited
    unsigned ready[max_warps];   // can run
    unsigned started[max_warps]; // has run before

    void launch_begins(unsigned threads_of_block);
    // The order depends on the seed and the block alone, so that it can be repeated; seed 0: their own order.
    void block_begins(uint64_t seed, uint64_t block);
    // Sets what a sweep does not keep. `current` runs; `any_arrived`: threads wait at the barrier.
    void leave_sweep(unsigned current, bool any_arrived);

    void make_ready(unsigned warp, unsigned lanes)
    {
        ready[warp] |= lanes;
        if (lanes)
            ready_warps_ |= 1u << turn_[warp];
    }
    bool not_ready(unsigned thread) // whether no thread of its warp is ready now
    {
        const unsigned warp = thread / warp_size;
        ready[warp] &= ~(1u << thread % warp_size);
        if (ready[warp] != 0)
            return false;
        ready_warps_ &= ~(1u << turn_[warp]);
        return true;
    }
    bool is_ready(unsigned thread) const
    {
        return ready[thread / warp_size] >> thread % warp_size & 1;
    }
    bool has_started(unsigned thread) const
    {
        return started[thread / warp_size] >> thread % warp_size & 1;
    }
    void starts(unsigned thread)
    {
        started[thread / warp_size] |= 1u << thread % warp_size;
    }
    void ends(unsigned thread)
    {
        live[thread / warp_size] &= ~(1u << thread % warp_size);
        --live_threads;
    }
    // The next thread in cyclic order that can run; none: there is none.
    unsigned next_ready(unsigned after) const;
    // The thread after it in the order of the warps and of their lanes; none after the last.
    unsigned next_in_sweep(unsigned thread) const
    {
        unsigned next = thread + step_;
        if (__builtin_expect(thread % warp_size != last_lane_ && next != threads, true))
            return next;
        unsigned turn = turn_[thread / warp_size] + 1;
        return turn == warps ? none : first_of_turn(turn);
    }
    unsigned first_of_turn(unsigned turn) const // the thread that the turn's warp begins with
    {
        unsigned first = warp_at_[turn] * warp_size;
        return downwards_ ? std::min(first + warp_size, threads) - 1 : first;
    }

  private:
    unsigned ready_warps_;               // by turn: a bit for each warp with a thread that can run
    unsigned turn_[max_warps];           // of each warp, in the order in which they run
    unsigned warp_at_[max_warps];        // the warp of each turn
    bool downwards_ = false;             // the lanes of a warp run from the last to the first
    unsigned step_ = 1, last_lane_ = 31; // to the next thread of a warp; the lane that runs last
};
} // namespace cpu_device
