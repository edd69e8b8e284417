// SPDX-License-Identifier: MIT
// Combines each item of a block with the one before it, or after it; the first, or last, stays as it is, unless there
// is an item of another tile.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class T, int BlockX, int BlockY = 1, int BlockZ = 1> class BlockAdjacentDifference
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    using storage = own::room<T, threads>;
    CPU_DEVICE_CUB_COLLECTIVE(BlockAdjacentDifference)

    template <int Items, class Output, class Difference> CPU_DEVICE_CUB void
    SubtractLeft(T (&input)[Items], Output (&output)[Items], Difference difference, CPU_DEVICE_PLACE)
    {
        left(input, output, difference, nullptr, threads * Items, file, line);
    }
    template <int Items, class Output, class Difference> CPU_DEVICE_CUB void
    SubtractLeft(T (&input)[Items], Output (&output)[Items], Difference difference, T before, CPU_DEVICE_PLACE)
    {
        left(input, output, difference, &before, threads * Items, file, line);
    }
    template <int Items, class Output, class Difference>
    CPU_DEVICE_CUB void SubtractLeftPartialTile(T (&input)[Items], Output (&output)[Items], Difference difference,
                                                int valid, CPU_DEVICE_PLACE)
    {
        left(input, output, difference, nullptr, valid, file, line);
    }
    template <int Items, class Output, class Difference>
    CPU_DEVICE_CUB void SubtractLeftPartialTile(T (&input)[Items], Output (&output)[Items], Difference difference,
                                                int valid, T before, CPU_DEVICE_PLACE)
    {
        left(input, output, difference, &before, valid, file, line);
    }
    template <int Items, class Output, class Difference> CPU_DEVICE_CUB void
    SubtractRight(T (&input)[Items], Output (&output)[Items], Difference difference, CPU_DEVICE_PLACE)
    {
        right(input, output, difference, nullptr, threads * Items, file, line);
    }
    template <int Items, class Output, class Difference> CPU_DEVICE_CUB void
    SubtractRight(T (&input)[Items], Output (&output)[Items], Difference difference, T after, CPU_DEVICE_PLACE)
    {
        right(input, output, difference, &after, threads * Items, file, line);
    }
    template <int Items, class Output, class Difference>
    CPU_DEVICE_CUB void SubtractRightPartialTile(T (&input)[Items], Output (&output)[Items], Difference difference,
                                                 int valid, CPU_DEVICE_PLACE)
    {
        right(input, output, difference, nullptr, valid, file, line);
    }

  private:
    template <int Items, class Output, class Difference>
    CPU_DEVICE_CUB void left(T (&input)[Items], Output (&output)[Items], Difference &difference, T *before, int valid,
                             const char *file, int line)
    {
        storage_.values()[thread_] = input[Items - 1];
        cpu_device_collective(threads, file, line);
        for (int i = Items - 1; i >= 0; --i) { // input and output may be the same
            int place = thread_ * Items + i;
            if (place >= valid || (place == 0 && before == nullptr))
                output[i] = input[i];
            else if (i > 0)
                output[i] = difference(input[i], input[i - 1]);
            else
                output[0] = difference(input[0], place == 0 ? *before : storage_.values()[thread_ - 1]);
        }
    }
    template <int Items, class Output, class Difference>
    CPU_DEVICE_CUB void right(T (&input)[Items], Output (&output)[Items], Difference &difference, T *after, int valid,
                              const char *file, int line)
    {
        storage_.values()[thread_] = input[0];
        cpu_device_collective(threads, file, line);
        for (int i = 0; i < Items; ++i) {
            int place = thread_ * Items + i;
            bool last = place == threads * Items - 1;
            if (last ? after == nullptr : place + 1 >= valid)
                output[i] = input[i];
            else if (i < Items - 1)
                output[i] = difference(input[i], input[i + 1]);
            else
                output[i] = difference(input[i], last ? *after : storage_.values()[thread_ + 1]);
        }
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
