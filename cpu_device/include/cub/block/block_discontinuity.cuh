// SPDX-License-Identifier: MIT
// Flags items of a block that differ from the one before them (heads) or after them (tails).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../thread/thread_operators.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <class T, int BlockX, int BlockY = 1, int BlockZ = 1> class BlockDiscontinuity
{
    static constexpr int threads = BlockX * BlockY * BlockZ;
    struct storage {
        own::room<T, threads> firsts, lasts;
    };
    CPU_DEVICE_CUB_COLLECTIVE(BlockDiscontinuity)

    // The first item of the block, or the last, is flagged, unless there is an item of another tile to compare with.
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void FlagHeads(Flag (&heads)[Items], T (&input)[Items], Differ differ, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_heads(heads, input, differ, nullptr);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void FlagHeads(Flag (&heads)[Items], T (&input)[Items], Differ differ, T before, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_heads(heads, input, differ, &before);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void FlagTails(Flag (&tails)[Items], T (&input)[Items], Differ differ, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_tails(tails, input, differ, nullptr);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void FlagTails(Flag (&tails)[Items], T (&input)[Items], Differ differ, T after, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_tails(tails, input, differ, &after);
    }
    template <int Items, class Flag, class Differ> CPU_DEVICE_CUB void
    FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T (&input)[Items], Differ differ, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_heads(heads, input, differ, nullptr);
        flag_tails(tails, input, differ, nullptr);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T after, T (&input)[Items],
                                          Differ differ, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_heads(heads, input, differ, nullptr);
        flag_tails(tails, input, differ, &after);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void FlagHeadsAndTails(Flag (&heads)[Items], T before, Flag (&tails)[Items], T (&input)[Items],
                                          Differ differ, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_heads(heads, input, differ, &before);
        flag_tails(tails, input, differ, nullptr);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void FlagHeadsAndTails(Flag (&heads)[Items], T before, Flag (&tails)[Items], T after,
                                          T (&input)[Items], Differ differ, CPU_DEVICE_PLACE)
    {
        share(&input[0], &input[Items - 1], file, line);
        flag_heads(heads, input, differ, &before);
        flag_tails(tails, input, differ, &after);
    }

  private:
    CPU_DEVICE_CUB void share(const T *first, const T *last, const char *file, int line)
    {
        storage_.firsts.values()[thread_] = *first;
        storage_.lasts.values()[thread_] = *last;
        cpu_device_collective(threads, file, line);
    }
    // An operator may ask for the place of the second item too.
    template <class Differ>
    CPU_DEVICE_CUB bool apply(Differ &differ, const T &a, const T &b, [[maybe_unused]] int place)
    {
        if constexpr (std::is_invocable_v<Differ &, const T &, const T &, int>)
            return differ(a, b, place);
        else
            return differ(a, b);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void flag_heads(Flag (&heads)[Items], T (&input)[Items], Differ &differ, const T *before)
    {
        int first = thread_ * Items;
        if (thread_ > 0)
            heads[0] = apply(differ, storage_.lasts.values()[thread_ - 1], input[0], first);
        else
            heads[0] = before == nullptr ? true : apply(differ, *before, input[0], first);
        for (int i = 1; i < Items; ++i)
            heads[i] = apply(differ, input[i - 1], input[i], first + i);
    }
    template <int Items, class Flag, class Differ>
    CPU_DEVICE_CUB void flag_tails(Flag (&tails)[Items], T (&input)[Items], Differ &differ, const T *after)
    {
        int next = thread_ * Items + Items;
        if (thread_ < threads - 1)
            tails[Items - 1] = apply(differ, input[Items - 1], storage_.firsts.values()[thread_ + 1], next);
        else
            tails[Items - 1] = after == nullptr ? true : apply(differ, input[Items - 1], *after, next);
        for (int i = 0; i < Items - 1; ++i)
            tails[i] = apply(differ, input[i], input[i + 1], next - Items + i + 1);
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
