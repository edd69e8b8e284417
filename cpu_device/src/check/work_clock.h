// SPDX-License-Identifier: MIT
// A vector clock of streams: for each stream, the number up to which its work happens before something (order.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cpu_device
{
class work_clock
{
  public:
    void join(const work_clock &more)
    {
        if (by_stream_.size() < more.by_stream_.size())
            by_stream_.resize(more.by_stream_.size());
        for (size_t i = 0; i < more.by_stream_.size(); ++i)
            by_stream_[i] = std::max(by_stream_[i], more.by_stream_[i]);
    }
    void join(unsigned stream, uint64_t number)
    {
        if (by_stream_.size() <= stream)
            by_stream_.resize(stream + 1);
        by_stream_[stream] = std::max(by_stream_[stream], number);
    }
    // What comes before that work, whose clock includes the work itself.
    void join_before(unsigned stream, uint64_t number, const work_clock &its)
    {
        const uint64_t own = of(stream);
        join(its);
        by_stream_[stream] = std::max(own, number - 1);
    }
    bool includes(const work_clock &other) const
    {
        for (size_t i = 0; i < other.by_stream_.size(); ++i)
            if (other.by_stream_[i] > of((unsigned)i))
                return false;
        return true;
    }
    bool includes(unsigned stream, uint64_t number) const
    {
        return number <= of(stream);
    }
    uint64_t of(unsigned stream) const
    {
        return stream < by_stream_.size() ? by_stream_[stream] : 0;
    }

  private:
    std::vector<uint64_t> by_stream_;
};
} // namespace cpu_device
