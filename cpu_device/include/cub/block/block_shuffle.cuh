// SPDX-License-Identifier: MIT
// Values from other threads of the block.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class T, int BlockX, int BlockY = 1, int BlockZ = 1> class BlockShuffle
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    using storage = own::room<T, threads>;
    CPU_DEVICE_CUB_COLLECTIVE(BlockShuffle)

    // From the thread that is so far after this one, if there is one.
    CPU_DEVICE_CUB void Offset(T input, T &output, int distance = 1, CPU_DEVICE_PLACE)
    {
        storage_.values()[thread_] = input;
        cpu_device_collective(threads, file, line);
        if (thread_ + distance >= 0 && thread_ + distance < threads)
            output = storage_.values()[thread_ + distance];
    }
    CPU_DEVICE_CUB void Rotate(T input, T &output, unsigned int distance = 1, CPU_DEVICE_PLACE)
    {
        storage_.values()[thread_] = input;
        cpu_device_collective(threads, file, line);
        output = storage_.values()[(thread_ + distance) % threads];
    }

    // The item before each of the block's; that of the first stays as it is.
    template <int Items> CPU_DEVICE_CUB void Up(T (&input)[Items], T (&previous)[Items], CPU_DEVICE_PLACE)
    {
        storage_.values()[thread_] = input[Items - 1];
        cpu_device_collective(threads, file, line);
        for (int i = Items - 1; i > 0; --i)
            previous[i] = input[i - 1];
        if (thread_ > 0)
            previous[0] = storage_.values()[thread_ - 1];
    }
    template <int Items>
    CPU_DEVICE_CUB void Up(T (&input)[Items], T (&previous)[Items], T &block_suffix, CPU_DEVICE_PLACE)
    {
        Up(input, previous, file, line);
        block_suffix = storage_.values()[threads - 1];
    }
    // The item after each of the block's; that of the last stays as it is.
    template <int Items> CPU_DEVICE_CUB void Down(T (&input)[Items], T (&next)[Items], CPU_DEVICE_PLACE)
    {
        storage_.values()[thread_] = input[0];
        cpu_device_collective(threads, file, line);
        for (int i = 0; i < Items - 1; ++i)
            next[i] = input[i + 1];
        if (thread_ < threads - 1)
            next[Items - 1] = storage_.values()[thread_ + 1];
    }
    template <int Items>
    CPU_DEVICE_CUB void Down(T (&input)[Items], T (&next)[Items], T &block_prefix, CPU_DEVICE_PLACE)
    {
        Down(input, next, file, line);
        block_prefix = storage_.values()[0];
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
