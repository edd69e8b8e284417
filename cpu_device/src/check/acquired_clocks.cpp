// SPDX-License-Identifier: MIT
#include "acquired_clocks.h"

#include "clock_keys.h"

namespace cpu_device
{
bool acquired_clocks::covers(shadow_value value) const
{
    if (empty())
        return false;
    const uint32_t number = value.segment();
    return own_.covers(number) || of_block_.covers(number) || covers(segments[number], value.thread());
}

bool acquired_clocks::covers(const segment &s, unsigned thread) const
{
    const uint64_t block = key_of(s.block);
    if (s.epoch < own_[block] || s.epoch < of_block_[block])
        return true;
    const uint64_t point = point_of(s.epoch, s.clock);
    for (uint64_t key : {key_of(s.block, thread), key_of_warp(s.block, thread)})
        if (point <= own_[key] || point <= of_block_[key])
            return true;
    return false;
}

bool acquired_clocks::covers_another(shadow_value value, unsigned threads) const
{
    const segment &s = segment_of(value);
    const uint64_t point = point_of(s.epoch, s.clock);
    auto covers_key = [&](uint64_t key) { return point <= own_[key] || point <= of_block_[key]; };
    if (own_.covers(value.segment()) || of_block_.covers(value.segment()) || s.epoch < own_[key_of(s.block)] ||
        s.epoch < of_block_[key_of(s.block)])
        return true;
    const unsigned who = value.thread(), warp = who / warp_size;
    if (value.reach() == reach::warp && covers_key(key_of_warp(s.block, who)))
        return true;
    for (unsigned other = 0; other < threads; ++other)
        if (value.reach() == reach::warp
                ? other != who && other / warp_size == warp && covers_key(key_of(s.block, other))
                : other / warp_size != warp &&
                      (covers_key(key_of(s.block, other)) || covers_key(key_of_warp(s.block, other))))
            return true;
    return false;
}

bool acquired_clocks::any_of_block(uint32_t block, unsigned threads, uint32_t first_segment) const
{
    for (const vector_clock *k : {&own_, &of_block_}) {
        if (k->covers(first_segment) || (*k)[key_of(block)] != 0)
            return true;
        for (unsigned t = 0; t < threads; ++t)
            if ((*k)[key_of(block, t)] != 0 || (t % warp_size == 0 && (*k)[key_of_warp(block, t)] != 0))
                return true;
    }
    return false;
}
} // namespace cpu_device
