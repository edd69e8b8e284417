// SPDX-License-Identifier: MIT
#include "phase_barriers.h"

namespace cpu_device
{
void phase_barrier::begins(unsigned expected, const use &by)
{
    *this = phase_barrier(address_);
    alive_ = begun_ = true;
    expected_ = pending_ = expected;
    initialized_ = by;
    used(by);
}

void phase_barrier::arrive(unsigned thread, unsigned count, unsigned drop)
{
    pending_ -= count;
    expected_ -= drop;
    arrived_.push_back(thread);
    if (last_.size() <= thread)
        last_.resize(thread + 1);
    last_[thread] = phase_ + 1;
}

void phase_barrier::saw(unsigned thread, uint64_t phase)
{
    if (seen_.size() <= thread)
        seen_.resize(thread + 1);
    seen_[thread] = phase + 1;
}

void phase_barrier::next_phase()
{
    ++phase_;
    pending_ = expected_;
    arrived_.clear();
    end_taken_ = false;
}

// From high to low: 20 bits of pending arrivals, 24 of the phase plus 1, and 20 of the address.
uint64_t phase_barrier::token() const
{
    return (uint64_t)pending_ << 44 | ((phase_ + 1) & 0xffffff) << 20 | ((uintptr_t)address_ >> 3 & 0xfffff);
}

uint64_t phase_barrier::phase_of(uint64_t token) const
{
    const uint64_t phase = token >> 20 & 0xffffff;
    if ((token & 0xfffff) != ((uintptr_t)address_ >> 3 & 0xfffff) || phase == 0)
        return none;
    const uint64_t back = (phase_ + 1 - phase) & 0xffffff;
    return back > phase_ ? none : phase_ - back;
}

unsigned phase_barrier::pending_of(uint64_t token)
{
    return (unsigned)(token >> 44);
}

void phase_barrier::used(const use &by)
{
    if (users_.size() <= by.thread)
        users_.resize(by.thread + 1);
    users_[by.thread] = by;
}

phase_barrier &phase_barriers::at(const char *address)
{
    for (phase_barrier &b : all_)
        if (b.address() == address)
            return b;
    return all_.emplace_back(address);
}

} // namespace cpu_device
