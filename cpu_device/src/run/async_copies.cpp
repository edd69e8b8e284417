// SPDX-License-Identifier: MIT
#include "async_copies.h"

#include "core.h"

namespace cpu_device
{
void async_copies::begin(unsigned thread, copy started)
{
    by_thread_.resize(max_threads);
    started.batch = by_thread_[thread].batches;
    by_thread_[thread].under_way.push_back(started);
}

void async_copies::commit(unsigned thread)
{
    if (!by_thread_.empty())
        ++by_thread_[thread].batches;
}

void async_copies::begin_until(const char *barrier, const copy &started)
{
    auto of_barrier = [=](const until &u) { return u.barrier == barrier; };
    auto found = std::find_if(by_barrier_.begin(), by_barrier_.end(), of_barrier);
    if (found == by_barrier_.end())
        found = by_barrier_.insert(found, {barrier, false, {}});
    if (found->under_way.empty())
        found->phase = phase_of(barrier);
    found->under_way.push_back(started);
}

std::vector<async_copies::copy> async_copies::take_uncommitted(unsigned thread)
{
    if (by_thread_.empty())
        return {};
    std::vector<copy> &all = by_thread_[thread].under_way;
    const unsigned batch = by_thread_[thread].batches;
    const auto first = std::find_if(all.begin(), all.end(), [=](const copy &c) { return c.batch == batch; });
    std::vector<copy> taken(first, all.end());
    all.erase(first, all.end());
    return taken;
}
} // namespace cpu_device
