// SPDX-License-Identifier: MIT
#include "turns.h"

#include "launch.h"

namespace cpu_device
{
void turns::launch_begins(unsigned threads_of_block)
{
    threads = threads_of_block;
    warps = (threads + warp_size - 1) / warp_size;
}

void turns::block_begins(uint64_t seed, uint64_t block)
{
    downwards_ = seed != 0 && mix(~(seed + block)) & 1;
    step_ = downwards_ ? -1u : 1;
    last_lane_ = downwards_ ? 0 : warp_size - 1;
    for (unsigned warp = 0; warp < warps; ++warp)
        warp_at_[warp] = warp;
    if (seed != 0) {
        uint64_t random = seed + block;
        for (unsigned left = warps; left > 1; --left)
            std::swap(warp_at_[left - 1], warp_at_[(random = mix(random)) % left]);
    }
    for (unsigned turn = 0; turn < warps; ++turn)
        turn_[warp_at_[turn]] = turn;
    sweeping = true;
    all_started = false;
    live_threads = threads;
}

void turns::leave_sweep(unsigned current, bool any_arrived)
{
    sweeping = false;
    ready_warps_ = 0;
    for (unsigned warp = 0; warp < warps; ++warp) {
        unsigned lanes = threads - warp * warp_size, all = lanes >= warp_size ? ~0u : (1u << lanes) - 1;
        unsigned own = current / warp_size, lane = current % warp_size, bit = 1u << lane;
        unsigned before = turn_[warp] < turn_[own] ? all : 0;
        if (warp == own)
            before = all & (downwards_ ? lanes_after(lane) : lanes_before(lane));
        live[warp] = any_arrived ? all : all & ~before; // else those before the current thread have exited
        live_threads -= (unsigned)__builtin_popcount(all & ~live[warp]);
        started[warp] = all_started ? all : warp == own ? before | bit : before;
        ready[warp] = 0;
        make_ready(warp, all & ~before);
    }
}

unsigned turns::next_ready(unsigned after) const
{
    unsigned warp = after / warp_size;
    unsigned lane = after % warp_size, lanes = ready[warp] & (downwards_ ? lanes_before(lane) : lanes_after(lane));
    if (lanes == 0) {
        if (ready_warps_ == 0)
            return none;
        unsigned later = ready_warps_ & lanes_after(turn_[warp]);
        warp = warp_at_[lowest_bit(later ? later : ready_warps_)];
        lanes = ready[warp];
    }
    return warp * warp_size + (downwards_ ? highest_bit(lanes) : lowest_bit(lanes));
}
} // namespace cpu_device
