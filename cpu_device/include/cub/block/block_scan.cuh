// SPDX-License-Identifier: MIT
// For each thread of a block what it and the threads before it bring. All algorithms are the one by warps here; so sums
// of float of the others may round otherwise on a GPU.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../thread/thread_reduce.cuh"
#include "../warp/warp_scan.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int BlockX, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int BlockY = 1, int BlockZ = 1>
class BlockScan
{
    static constexpr int threads = BlockX * BlockY * BlockZ, warps = (threads + 31) / 32;
    struct storage {
        own::room<T, warps> sums; // of each warp
        own::room<T, 1> prefix;   // of the block
    };
    CPU_DEVICE_CUB_COLLECTIVE(BlockScan)

    // --- exclusive sums ---

    CPU_DEVICE_CUB void ExclusiveSum(T input, T &output, CPU_DEVICE_PLACE)
    {
        T unused;
        exclusive(input, output, T{}, own::plus(), unused, file, line);
    }
    CPU_DEVICE_CUB void ExclusiveSum(T input, T &output, T &block_aggregate, CPU_DEVICE_PLACE)
    {
        exclusive(input, output, T{}, own::plus(), block_aggregate, file, line);
    }
    template <class Callback>
    CPU_DEVICE_CUB void ExclusiveSum(T input, T &output, Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        with_callback(input, output, own::plus(), block_prefix, file, line);
    }
    template <int Items> CPU_DEVICE_CUB void ExclusiveSum(T (&input)[Items], T (&output)[Items], CPU_DEVICE_PLACE)
    {
        T unused;
        exclusive_items(input, output, T{}, own::plus(), unused, file, line);
    }
    template <int Items>
    CPU_DEVICE_CUB void ExclusiveSum(T (&input)[Items], T (&output)[Items], T &block_aggregate, CPU_DEVICE_PLACE)
    {
        exclusive_items(input, output, T{}, own::plus(), block_aggregate, file, line);
    }
    template <int Items, class Callback>
    CPU_DEVICE_CUB void ExclusiveSum(T (&input)[Items], T (&output)[Items], Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        ExclusiveScan(input, output, own::plus(), block_prefix, file, line);
    }

    // --- exclusive scans; without an initial value, the output of thread 0 is undefined ---

    template <class Operator>
    CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, T initial_value, Operator op, CPU_DEVICE_PLACE)
    {
        T unused;
        exclusive(input, output, initial_value, op, unused, file, line);
    }
    template <class Operator> CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, T initial_value, Operator op,
                                                                T &block_aggregate, CPU_DEVICE_PLACE)
    {
        exclusive(input, output, initial_value, op, block_aggregate, file, line);
    }
    template <class Operator, class Callback>
    CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, Operator op, Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        with_callback(input, output, op, block_prefix, file, line);
    }
    template <class Operator> CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, Operator op, CPU_DEVICE_PLACE)
    {
        T inclusive, unused;
        scan(input, inclusive, output, op, unused, file, line);
    }
    template <class Operator>
    CPU_DEVICE_CUB void ExclusiveScan(T input, T &output, Operator op, T &block_aggregate, CPU_DEVICE_PLACE)
    {
        T inclusive;
        scan(input, inclusive, output, op, block_aggregate, file, line);
    }
    template <int Items, class Operator> CPU_DEVICE_CUB void
    ExclusiveScan(T (&input)[Items], T (&output)[Items], T initial_value, Operator op, CPU_DEVICE_PLACE)
    {
        T unused;
        exclusive_items(input, output, initial_value, op, unused, file, line);
    }
    template <int Items, class Operator> CPU_DEVICE_CUB void ExclusiveScan(T (&input)[Items], T (&output)[Items],
                                                                           T initial_value, Operator op,
                                                                           T &block_aggregate, CPU_DEVICE_PLACE)
    {
        exclusive_items(input, output, initial_value, op, block_aggregate, file, line);
    }
    template <int Items, class Operator, class Callback> CPU_DEVICE_CUB void
    ExclusiveScan(T (&input)[Items], T (&output)[Items], Operator op, Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        T before;
        with_callback(ThreadReduce(input, op), before, op, block_prefix, file, line);
        spread<false>(input, output, op, before, true);
    }
    template <int Items, class Operator>
    CPU_DEVICE_CUB void ExclusiveScan(T (&input)[Items], T (&output)[Items], Operator op, CPU_DEVICE_PLACE)
    {
        T unused;
        ExclusiveScan(input, output, op, unused, file, line);
    }
    template <int Items, class Operator> CPU_DEVICE_CUB void
    ExclusiveScan(T (&input)[Items], T (&output)[Items], Operator op, T &block_aggregate, CPU_DEVICE_PLACE)
    {
        T inclusive, before;
        scan(ThreadReduce(input, op), inclusive, before, op, block_aggregate, file, line);
        spread<false>(input, output, op, before, thread_ != 0);
    }

    // --- inclusive sums ---

    CPU_DEVICE_CUB void InclusiveSum(T input, T &output, CPU_DEVICE_PLACE)
    {
        InclusiveScan(input, output, own::plus(), file, line);
    }
    CPU_DEVICE_CUB void InclusiveSum(T input, T &output, T &block_aggregate, CPU_DEVICE_PLACE)
    {
        InclusiveScan(input, output, own::plus(), block_aggregate, file, line);
    }
    template <class Callback>
    CPU_DEVICE_CUB void InclusiveSum(T input, T &output, Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        InclusiveScan(input, output, own::plus(), block_prefix, file, line);
    }
    template <int Items> CPU_DEVICE_CUB void InclusiveSum(T (&input)[Items], T (&output)[Items], CPU_DEVICE_PLACE)
    {
        InclusiveScan(input, output, own::plus(), file, line);
    }
    template <int Items>
    CPU_DEVICE_CUB void InclusiveSum(T (&input)[Items], T (&output)[Items], T &block_aggregate, CPU_DEVICE_PLACE)
    {
        InclusiveScan(input, output, own::plus(), block_aggregate, file, line);
    }
    template <int Items, class Callback>
    CPU_DEVICE_CUB void InclusiveSum(T (&input)[Items], T (&output)[Items], Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        InclusiveScan(input, output, own::plus(), block_prefix, file, line);
    }

    // --- inclusive scans ---

    template <class Operator> CPU_DEVICE_CUB void InclusiveScan(T input, T &output, Operator op, CPU_DEVICE_PLACE)
    {
        T before, unused;
        scan(input, output, before, op, unused, file, line);
    }
    template <class Operator>
    CPU_DEVICE_CUB void InclusiveScan(T input, T &output, Operator op, T &block_aggregate, CPU_DEVICE_PLACE)
    {
        T before;
        scan(input, output, before, op, block_aggregate, file, line);
    }
    template <class Operator, class Callback>
    CPU_DEVICE_CUB void InclusiveScan(T input, T &output, Operator op, Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        T before;
        with_callback(input, before, op, block_prefix, file, line);
        output = op(before, input);
    }
    template <int Items, class Operator>
    CPU_DEVICE_CUB void InclusiveScan(T (&input)[Items], T (&output)[Items], Operator op, CPU_DEVICE_PLACE)
    {
        T unused;
        InclusiveScan(input, output, op, unused, file, line);
    }
    template <int Items, class Operator> CPU_DEVICE_CUB void
    InclusiveScan(T (&input)[Items], T (&output)[Items], T initial_value, Operator op, CPU_DEVICE_PLACE)
    {
        T unused;
        InclusiveScan(input, output, initial_value, op, unused, file, line);
    }
    template <int Items, class Operator> CPU_DEVICE_CUB void
    InclusiveScan(T (&input)[Items], T (&output)[Items], Operator op, T &block_aggregate, CPU_DEVICE_PLACE)
    {
        T inclusive, before;
        scan(ThreadReduce(input, op), inclusive, before, op, block_aggregate, file, line);
        spread<true>(input, output, op, before, thread_ != 0);
    }
    template <int Items, class Operator> CPU_DEVICE_CUB void InclusiveScan(T (&input)[Items], T (&output)[Items],
                                                                           T initial_value, Operator op,
                                                                           T &block_aggregate, CPU_DEVICE_PLACE)
    {
        T before;
        exclusive(ThreadReduce(input, op), before, initial_value, op, block_aggregate, file, line);
        spread<true>(input, output, op, before, true);
    }
    template <int Items, class Operator, class Callback> CPU_DEVICE_CUB void
    InclusiveScan(T (&input)[Items], T (&output)[Items], Operator op, Callback &block_prefix, CPU_DEVICE_PLACE)
    {
        T before;
        with_callback(ThreadReduce(input, op), before, op, block_prefix, file, line);
        spread<true>(input, output, op, before, true);
    }

  private:
    // Without an initial value. The aggregate is of the block's inputs.
    template <class Operator>
    CPU_DEVICE_CUB void scan(T input, T &inclusive, T &exclusive, Operator op, T &aggregate, const char *file, int line)
    {
        NullType none;
        auto &no_storage = reinterpret_cast<typename WarpScan<T>::TempStorage &>(none);
        WarpScan<T> of_warp(no_storage);
        of_warp.Scan(input, inclusive, exclusive, op, file, line);
        if constexpr (warps == 1) {
            aggregate = of_warp.Broadcast(inclusive, threads - 1, file, line);
        } else {
            int warp = thread_ / 32;
            if (thread_ % 32 == 31 || thread_ == threads - 1)
                storage_.sums.values()[warp] = inclusive;
            cpu_device_collective(threads, file, line);
            T before = storage_.sums.values()[0];
            aggregate = before;
            for (int i = 1; i < warps; ++i) {
                if (i == warp)
                    before = aggregate;
                aggregate = op(aggregate, storage_.sums.values()[i]);
            }
            if (warp != 0) {
                inclusive = op(before, inclusive);
                exclusive = thread_ % 32 == 0 ? before : (T)op(before, exclusive);
            }
        }
    }

    template <class Operator> CPU_DEVICE_CUB void exclusive(T input, T &output, T initial_value, Operator op,
                                                            T &aggregate, const char *file, int line)
    {
        T inclusive, before;
        scan(input, inclusive, before, op, aggregate, file, line);
        output = thread_ == 0 ? initial_value : (T)op(initial_value, before);
    }

    // The first warp calls it, and what lane 0 gets is the initial value of all.
    template <class Operator, class Callback> CPU_DEVICE_CUB void
    with_callback(T input, T &output, Operator op, Callback &block_prefix, const char *file, int line)
    {
        T inclusive, before, aggregate;
        scan(input, inclusive, before, op, aggregate, file, line);
        T prefix = aggregate;
        if (thread_ < 32)
            prefix = block_prefix(aggregate);
        if constexpr (warps == 1) {
            prefix = own::shuffle(~0u, prefix, 0, file, line);
        } else {
            if (thread_ == 0)
                *storage_.prefix.values() = prefix;
            cpu_device_collective(threads, file, line);
            prefix = *storage_.prefix.values();
        }
        output = thread_ == 0 ? prefix : (T)op(prefix, before);
    }

    template <int Items, class Operator> CPU_DEVICE_CUB void exclusive_items(T (&input)[Items], T (&output)[Items],
                                                                             T initial_value, Operator op, T &aggregate,
                                                                             const char *file, int line)
    {
        T before;
        exclusive(ThreadReduce(input, op), before, initial_value, op, aggregate, file, line);
        spread<false>(input, output, op, before, true);
    }

    // From what stands before the thread's items to what stands before each of them, or with it. Input and output may
    // be the same.
    template <bool inclusive, int Items, class Operator>
    CPU_DEVICE_CUB void spread(T (&input)[Items], T (&output)[Items], Operator op, T before, bool has_before)
    {
        for (int i = 0; i < Items; ++i) {
            T with = has_before || i > 0 ? (T)op(before, input[i]) : input[i];
            output[i] = inclusive ? with : before;
            before = with;
        }
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
