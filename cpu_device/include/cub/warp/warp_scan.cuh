// SPDX-License-Identifier: MIT
// For each lane of a warp, or of each group of LogicalThreads lanes, what it and the lanes before it bring. By
// shuffles: the TempStorage is there for the sake of other algorithms, and is not used.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../thread/thread_operators.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class T, int LogicalThreads = 32> class WarpScan
{
    static_assert(LogicalThreads >= 1 && LogicalThreads <= 32, "a warp has 32 threads");

    int lane_, first_; // in the group; of the group, in the warp
    unsigned mask_;

  public:
    struct TempStorage {
    };

    CPU_DEVICE_CUB WarpScan(TempStorage &)
        : lane_(LaneId() % LogicalThreads), first_(LaneId() - lane_),
          mask_(WarpMask<LogicalThreads>(first_ / LogicalThreads))
    {
    }

    CPU_DEVICE_CUB void InclusiveSum(T input, T &output, CPU_DEVICE_PLACE)
    {
        output = inclusive(input, own::plus(), file, line);
    }
    CPU_DEVICE_CUB void InclusiveSum(T input, T &output, T &warp_aggregate, CPU_DEVICE_PLACE)
    {
        output = inclusive(input, own::plus(), file, line);
        warp_aggregate = last(output, file, line);
    }
    CPU_DEVICE_CUB void ExclusiveSum(T input, T &output, CPU_DEVICE_PLACE)
    {
        T unused;
        ExclusiveSum(input, output, unused, file, line);
    }
    CPU_DEVICE_CUB void ExclusiveSum(T input, T &output, T &warp_aggregate, CPU_DEVICE_PLACE)
    {
        ExclusiveScan(input, output, T{}, own::plus(), warp_aggregate, file, line);
    }

    template <class Operator> CPU_DEVICE_CUB void InclusiveScan(T input, T &output, Operator op, CPU_DEVICE_PLACE)
    {
        output = inclusive(input, op, file, line);
    }
    template <class Operator>
    CPU_DEVICE_CUB void InclusiveScan(T input, T &output, T initial_value, Operator op, CPU_DEVICE_PLACE)
    {
        output = op(initial_value, inclusive(input, op, file, line));
    }
    template <class Operator>
    CPU_DEVICE_CUB void InclusiveScan(T input, T &output, Operator op, T &warp_aggregate, CPU_DEVICE_PLACE)
    {
        output = inclusive(input, op, file, line);
        warp_aggregate = last(output, file, line);
    }
    // The aggregate is of the inputs alone.
    template <class Operator> CPU_DEVICE_CUB void InclusiveScan(T input, T &output, T initial_value, Operator op,
                                                                T &warp_aggregate, CPU_DEVICE_PLACE)
    {
        T sum = inclusive(input, op, file, line);
        warp_aggregate = last(sum, file, line);
        output = op(initial_value, sum);
    }

    // Without an initial value, that of the first lane is undefined: here it keeps its own input.
    template <class Operator> CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, Operator op, CPU_DEVICE_PLACE)
    {
        output = before(inclusive(input, op, file, line), file, line);
    }
    template <class Operator>
    CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, T initial_value, Operator op, CPU_DEVICE_PLACE)
    {
        T unused;
        ExclusiveScan(input, output, initial_value, op, unused, file, line);
    }
    template <class Operator>
    CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, Operator op, T &warp_aggregate, CPU_DEVICE_PLACE)
    {
        T sum = inclusive(input, op, file, line);
        warp_aggregate = last(sum, file, line);
        output = before(sum, file, line);
    }
    template <class Operator> CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, T initial_value, Operator op,
                                                                T &warp_aggregate, CPU_DEVICE_PLACE)
    {
        T sum = inclusive(input, op, file, line);
        warp_aggregate = last(sum, file, line);
        sum = before(sum, file, line);
        output = lane_ == 0 ? initial_value : (T)op(initial_value, sum);
    }

    template <class Operator>
    CPU_DEVICE_CUB void Scan(T input, T &inclusive_output, T &exclusive_output, Operator op, CPU_DEVICE_PLACE)
    {
        inclusive_output = inclusive(input, op, file, line);
        exclusive_output = before(inclusive_output, file, line);
    }
    template <class Operator> CPU_DEVICE_CUB void Scan(T input, T &inclusive_output, T &exclusive_output,
                                                       T initial_value, Operator op, CPU_DEVICE_PLACE)
    {
        inclusive_output = op(initial_value, inclusive(input, op, file, line));
        T sum = before(inclusive_output, file, line);
        exclusive_output = lane_ == 0 ? initial_value : sum;
    }

    CPU_DEVICE_CUB T Broadcast(T input, unsigned int source_lane, CPU_DEVICE_PLACE)
    {
        return own::shuffle(mask_, input, first_ + source_lane, file, line);
    }

  private:
    // In CUB's order: sums of float are the same.
    template <class Operator> CPU_DEVICE_CUB T inclusive(T value, Operator op, const char *file, int line)
    {
        for (int distance = 1; distance < LogicalThreads; distance *= 2) {
            bool takes = lane_ >= distance;
            T other = own::shuffle(mask_, value, first_ + lane_ - (takes ? distance : 0), file, line);
            if (takes)
                value = op(other, value);
        }
        return value;
    }
    CPU_DEVICE_CUB T last(const T &value, const char *file, int line)
    {
        return own::shuffle(mask_, value, first_ + LogicalThreads - 1, file, line);
    }
    CPU_DEVICE_CUB T before(const T &value, const char *file, int line)
    {
        return own::shuffle(mask_, value, first_ + (lane_ > 0 ? lane_ - 1 : 0), file, line);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
