// SPDX-License-Identifier: MIT
#include "weak_history.h"

#include <algorithm>
#include <cstring>

namespace cpu_device
{
void released_views::release_to_block(uint64_t block, const view &released)
{
    if (released.is_empty())
        return;
    for (auto &[number, views] : to_blocks_)
        if (number == block)
            return views.add(released);
    to_blocks_.emplace_back(block, released);
}

void released_views::add(const released_views &other)
{
    if (other.to_all_any_)
        release_to_all(other.to_all_);
    for (const auto &[number, views] : other.to_blocks_)
        release_to_block(number, views);
}

void released_views::drop_ended(const std::unordered_set<uint64_t> &running)
{
    constexpr size_t many = 8;
    if (to_blocks_.size() <= many)
        return;
    auto has_ended = [&](const auto &one) { return running.count(one.first) == 0; };
    to_blocks_.erase(std::remove_if(to_blocks_.begin(), to_blocks_.end(), has_ended), to_blocks_.end());
}

void released_views::acquire(uint64_t block, bool of_block, view &to) const
{
    if (!of_block)
        to.add_global(to_all_);
    for (const auto &[number, views] : to_blocks_)
        if (number == block)
            to.add(views);
}

size_t kept_place::last_known(const view &known) const
{
    size_t last = stores.size() - 1;
    while (last > 0 && stores[last].number >= 0 && !known.has((unsigned)stores[last].number))
        --last;
    return last;
}

void kept_place::note_release(const weak_thread &by, const released_views &released,
                              const std::unordered_set<uint64_t> &running)
{
    constexpr size_t many = 8;
    for (auto &[thread, views] : releases)
        if (thread == by)
            return views.add(released);
    auto has_ended = [&](const auto &one) { return running.count(one.first.block) == 0; };
    if (releases.size() > many)
        releases.erase(std::remove_if(releases.begin(), releases.end(), has_ended), releases.end());
    releases.emplace_back(by, released);
}

bool kept_place::is_in_memory() const
{
    return memcmp(stores.back().value, at, size) == 0;
}

void kept_place::forget(const char *value)
{
    stores.clear();
    stores.push_back({{}, -1, {0, 0}, false, false, false, {}});
    memcpy(stores.back().value, value, size);
}

void weak_history::forget()
{
    if (!by_granule_.empty()) {
        by_granule_.clear();
        filter_.fill(0);
    }
    next_ = first_;
    ++times_forgotten_;
}

kept_place *weak_history::find(const char *at, size_t size)
{
    if (!may_hold(at, size))
        return nullptr;
    const auto begin = (uintptr_t)at / 16, end = ((uintptr_t)at + size - 1) / 16;
    for (uintptr_t granule = begin; granule <= end; ++granule) {
        const auto found = by_granule_.find(granule);
        if (found == by_granule_.end())
            continue;
        for (kept_place &p : found->second) {
            if (p.at == at && p.size == size)
                return &p;
            if (p.at < at + size && at < p.at + p.size) {
                forget();
                return nullptr;
            }
        }
    }
    return nullptr;
}

kept_place &weak_history::make(const char *at, size_t size, const char *value)
{
    kept_place &p = by_granule_[(uintptr_t)at / 16].emplace_back(kept_place{at, size, {}, {}});
    filter_[filter_index(at)] = 1;
    p.forget(value);
    return p;
}

int weak_history::take_number(uint64_t random)
{
    if (random % one_in_ != 0)
        return -1;
    if (next_ == end_) {
        forget();
        one_in_ = random >> 32 & 3 ? 1 : 1u << (random >> 40) % 7;
    }
    return (int)next_++;
}
} // namespace cpu_device
