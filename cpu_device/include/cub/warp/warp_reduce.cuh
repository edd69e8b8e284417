// SPDX-License-Identifier: MIT
// One value from those of a warp, or of each group of LogicalThreads lanes; the first lane gets it. By shuffles: the
// TempStorage is there for the sake of other algorithms, and is not used.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../thread/thread_reduce.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class T, int LogicalThreads = 32> class WarpReduce
{
    static_assert(LogicalThreads >= 1 && LogicalThreads <= 32, "a warp has 32 threads");

    int lane_, first_; // in the group; of the group, in the warp
    unsigned mask_;

  public:
    struct TempStorage {
    };

    CPU_DEVICE_CUB WarpReduce(TempStorage &)
        : lane_(LaneId() % LogicalThreads), first_(LaneId() - lane_),
          mask_(WarpMask<LogicalThreads>(first_ / LogicalThreads))
    {
    }

    CPU_DEVICE_CUB T Sum(T input, CPU_DEVICE_PLACE)
    {
        return of_first(up_to(input, own::plus(), LogicalThreads - 1, file, line));
    }
    CPU_DEVICE_CUB T Sum(T input, int valid_items, CPU_DEVICE_PLACE)
    {
        return of_first(up_to(input, own::plus(), valid_items - 1, file, line));
    }
    template <class Operator> CPU_DEVICE_CUB T Reduce(T input, Operator op, CPU_DEVICE_PLACE)
    {
        return of_first(up_to(input, op, LogicalThreads - 1, file, line));
    }
    template <class Operator> CPU_DEVICE_CUB T Reduce(T input, Operator op, int valid_items, CPU_DEVICE_PLACE)
    {
        return of_first(up_to(input, op, valid_items - 1, file, line));
    }

    // Segments begin, or end, where a flag is set; the first lane of each gets its value.
    template <class Flag> CPU_DEVICE_CUB T HeadSegmentedSum(T input, Flag head, CPU_DEVICE_PLACE)
    {
        return up_to(input, own::plus(), end_of_segment<true>(head, file, line), file, line);
    }
    template <class Flag> CPU_DEVICE_CUB T TailSegmentedSum(T input, Flag tail, CPU_DEVICE_PLACE)
    {
        return up_to(input, own::plus(), end_of_segment<false>(tail, file, line), file, line);
    }
    template <class Operator, class Flag>
    CPU_DEVICE_CUB T HeadSegmentedReduce(T input, Flag head, Operator op, CPU_DEVICE_PLACE)
    {
        return up_to(input, op, end_of_segment<true>(head, file, line), file, line);
    }
    template <class Operator, class Flag>
    CPU_DEVICE_CUB T TailSegmentedReduce(T input, Flag tail, Operator op, CPU_DEVICE_PLACE)
    {
        return up_to(input, op, end_of_segment<false>(tail, file, line), file, line);
    }

  private:
    CPU_DEVICE_CUB T of_first(T result) const
    {
        return own::result_of_one(result, lane_ == 0 ? 0 : 2);
    }

    // Reduces the lanes up to `last`, in CUB's order, so that sums of float are the same.
    template <class Operator> CPU_DEVICE_CUB T up_to(T value, Operator op, int last, const char *file, int line)
    {
        for (int distance = 1; distance < LogicalThreads; distance *= 2) {
            bool takes = lane_ + distance <= last && lane_ + distance < LogicalThreads;
            T other = own::shuffle(mask_, value, first_ + lane_ + (takes ? distance : 0), file, line);
            if (takes)
                value = op(value, other);
        }
        return value;
    }

    template <bool head, class Flag> CPU_DEVICE_CUB int end_of_segment(Flag flag, const char *file, int line)
    {
        uint64_t ends = (cpu_device_ballot(mask_, flag ? 1 : 0, file, line) & mask_) >> first_;
        if (head)
            ends >>= 1; // a segment ends before the next one begins
        ends |= 1ull << (LogicalThreads - 1);
        return __builtin_ctzll(ends & ~0ull << lane_);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
