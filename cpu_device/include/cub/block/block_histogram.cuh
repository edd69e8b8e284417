// SPDX-License-Identifier: MIT
// Counts the items of a block in a histogram, in shared or global memory. Who reads that must wait first.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
enum BlockHistogramAlgorithm {
    BLOCK_HISTO_SORT,  // waits, and stores sums: here thread 0 does
    BLOCK_HISTO_ATOMIC // adds by atomics, and does not wait
};

template <class T, int BlockX, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT,
          int BlockY = 1, int BlockZ = 1>
class BlockHistogram
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    static constexpr bool by_atomics = Algorithm == BLOCK_HISTO_ATOMIC;
    struct no_storage {
    };
    using storage = std::conditional_t<by_atomics, no_storage, own::room<T, threads * Items>>;
    CPU_DEVICE_CUB_COLLECTIVE(BlockHistogram)

    // Does not wait: before Composite() by atomics the block must.
    template <class Counter> CPU_DEVICE_CUB void InitHistogram(Counter histogram[Bins])
    {
        for (int bin = thread_; bin < Bins; bin += threads)
            histogram[bin] = 0;
    }
    template <class Counter> CPU_DEVICE_CUB void Histogram(T (&items)[Items], Counter histogram[Bins], CPU_DEVICE_PLACE)
    {
        InitHistogram(histogram);
        cpu_device_collective(threads, file, line);
        Composite(items, histogram, file, line);
    }
    // Adds to what is there.
    template <class Counter> CPU_DEVICE_CUB void Composite(T (&items)[Items], Counter histogram[Bins], CPU_DEVICE_PLACE)
    {
        if constexpr (by_atomics) {
            for (int i = 0; i < Items; ++i)
                atomicAdd(histogram + items[i], (Counter)1);
        } else {
            for (int i = 0; i < Items; ++i)
                storage_.values()[thread_ * Items + i] = items[i];
            cpu_device_collective(threads, file, line);
            if (thread_ == 0) {
                unsigned counts[Bins] = {};
                for (int i = 0; i < threads * Items; ++i)
                    ++counts[storage_.values()[i]];
                for (int bin = 0; bin < Bins; ++bin)
                    if (counts[bin] != 0)
                        histogram[bin] = (Counter)(histogram[bin] + counts[bin]);
            }
        }
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
