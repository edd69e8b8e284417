// SPDX-License-Identifier: MIT
#include "lockstep.h"

#include <algorithm>

#include "../platform/source_line.h"

namespace cpu_device
{
void lockstep::launch_begins()
{
    std::fill(before_line_, before_line_ + max_threads, 0);
    std::fill(passed_over_, passed_over_ + max_threads, 0);
}

int lockstep::line_number(const void *instruction)
{
    auto [place, fresh] = lines_.try_emplace(instruction, 0);
    if (fresh)
        place->second = source_place(instruction).line;
    return place->second;
}

unsigned lockstep::next(unsigned thread, int line, const turns &all)
{
    constexpr unsigned often = 64;
    const unsigned first = thread / warp_size * warp_size;
    before_line_[thread] = line;
    unsigned next = thread;
    for (unsigned i = 1; i < warp_size; ++i) {
        const unsigned other = first + (thread + i) % warp_size;
        if (!all.is_ready(other))
            continue;
        if (++passed_over_[other] > often) {
            next = other;
            break;
        }
        if (before_line_[other] < before_line_[next] || (next == thread && before_line_[other] == before_line_[thread]))
            next = other;
    }
    passed_over_[next] = 0;
    return next;
}
} // namespace cpu_device
