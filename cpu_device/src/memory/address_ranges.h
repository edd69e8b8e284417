// SPDX-License-Identifier: MIT
// Free ranges of addresses, sorted by place and by size, so that a search among many is fast.
#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace cpu_device
{
class address_ranges
{
  public:
    // Adds a range, and joins it with its neighbours.
    void add(char *begin, size_t size)
    {
        auto after = by_place_.lower_bound(begin);
        if (after != by_place_.end() && begin + size == after->first) {
            size += after->second;
            after = erase(after);
        }
        if (after != by_place_.begin()) {
            auto before = std::prev(after);
            if (before->first + before->second == begin) {
                begin = before->first;
                size += before->second;
                erase(before);
            }
        }
        by_place_[begin] = size;
        by_size_.insert({size, begin});
    }

    // From the smallest range that is large enough; null: there is none.
    char *take(size_t size)
    {
        auto found = by_size_.lower_bound({size, nullptr});
        if (found == by_size_.end())
            return nullptr;
        auto [has, begin] = *found;
        erase(by_place_.find(begin));
        if (has > size)
            add(begin + size, has - size);
        return begin;
    }

  private:
    std::map<char *, size_t>::iterator erase(std::map<char *, size_t>::iterator range)
    {
        by_size_.erase({range->second, range->first});
        return by_place_.erase(range);
    }

    std::map<char *, size_t> by_place_;
    std::set<std::pair<size_t, char *>> by_size_;
};
} // namespace cpu_device
