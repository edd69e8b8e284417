// SPDX-License-Identifier: MIT
// One value from those of a block; thread 0 gets it.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../warp/warp_reduce.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, // here the next one
    BLOCK_REDUCE_RAKING,                  // the threads of one warp take a part each
    BLOCK_REDUCE_WARP_REDUCTIONS          // each warp by itself, and thread 0 the rest
};

template <class T, int BlockX, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int BlockY = 1,
          int BlockZ = 1>
class BlockReduce
{
    static constexpr int threads = BlockX * BlockY * BlockZ, warps = (threads + 31) / 32;
    static constexpr bool by_warps = Algorithm == BLOCK_REDUCE_WARP_REDUCTIONS;
    static constexpr int part = warps, rakers = (threads + part - 1) / part;
    using storage = own::room<T, by_warps ? warps : threads>;
    CPU_DEVICE_CUB_COLLECTIVE(BlockReduce)

    template <class Operator> CPU_DEVICE_CUB T Reduce(T input, Operator op, CPU_DEVICE_PLACE)
    {
        return reduced(input, op, threads, file, line);
    }
    template <int Items, class Operator> CPU_DEVICE_CUB T Reduce(T (&inputs)[Items], Operator op, CPU_DEVICE_PLACE)
    {
        return reduced(ThreadReduce(inputs, op), op, threads, file, line);
    }
    // Reduces the inputs of the first `valid` threads.
    template <class Operator> CPU_DEVICE_CUB T Reduce(T input, Operator op, int valid, CPU_DEVICE_PLACE)
    {
        return reduced(input, op, valid, file, line);
    }
    CPU_DEVICE_CUB T Sum(T input, CPU_DEVICE_PLACE)
    {
        return reduced(input, own::plus(), threads, file, line);
    }
    template <int Items> CPU_DEVICE_CUB T Sum(T (&inputs)[Items], CPU_DEVICE_PLACE)
    {
        return reduced(ThreadReduce(inputs, own::plus()), own::plus(), threads, file, line);
    }
    CPU_DEVICE_CUB T Sum(T input, int valid, CPU_DEVICE_PLACE)
    {
        return reduced(input, own::plus(), valid, file, line);
    }

  private:
    template <class Operator> CPU_DEVICE_CUB T reduced(T value, Operator op, int valid, const char *file, int line)
    {
        NullType none;
        auto &no_storage = reinterpret_cast<typename WarpReduce<T>::TempStorage &>(none);
        if constexpr (by_warps) {
            int warp = thread_ / 32;
            value = WarpReduce<T>(no_storage).Reduce(value, op, valid - warp * 32, file, line);
            if (thread_ % 32 == 0)
                storage_.values()[warp] = value;
            cpu_device_collective(valid < threads ? valid : threads, file, line);
            if (thread_ == 0)
                for (int i = 1; i < warps && i * 32 < valid; ++i)
                    value = op(value, storage_.values()[i]);
        } else if constexpr (warps == 1) {
            value = WarpReduce<T>(no_storage).Reduce(value, op, valid, file, line);
        } else {
            storage_.values()[thread_] = value;
            cpu_device_collective(valid < threads ? valid : threads, file, line);
            if (thread_ < 32) {
                int begin = thread_ * part, end = begin + part < valid ? begin + part : valid;
                if (begin < end)
                    value = storage_.values()[begin];
                for (int i = begin + 1; i < end; ++i)
                    value = op(value, storage_.values()[i]);
                value = WarpReduce<T>(no_storage).Reduce(value, op, (valid + part - 1) / part, file, line);
            }
        }
        return own::result_of_one(value, thread_ == 0 ? 0 : 1);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
