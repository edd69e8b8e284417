// SPDX-License-Identifier: MIT
// Shadow memory: for each 4 bytes a cell of two words of 8 bytes. A word says which thread accessed them, when, by
// which instruction, and how.
//
//     63         38 37      28 27         9 8     6 5    4 3     0
//     |  segment   |  thread  |    line    | access | reach | bytes |
//
// A segment is a stretch of a block's time in which nothing is ordered: its block, the number of barriers before it,
// and the clock of the threads in it (struct segment). Segments are numbered over all launches, so a word of an earlier
// launch is smaller than any of this one.
#pragma once

#include <atomic>
#include <cstdint>

#include "access.h"

namespace cpu_device
{
using word = uint64_t;

// How a cell's second word was accessed; none: its first word, by a plain store. Of two accesses the stronger has the
// greater number, except among the three strong stores.
enum class cell_access : uint8_t {
    none,
    read,           // by a plain load
    strong_read,    // by a volatile load
    volatile_store, // data: its thread has stored before it, without a fence
    strong,         // an atomic operation, or a volatile store as a flag
    strong_block,   // an atomic operation of block scope
    all,            // reads by plain loads, and atomic operations
};

// For which threads a word stands: the one named in it, or several of its warp, its block or the grid.
enum class reach : uint8_t { one, warp, block, grid };

namespace cells
{
constexpr unsigned reach_shift = 4, access_shift = 6, line_shift = 9, thread_shift = 28, segment_shift = 38;
constexpr word bytes_mask = 0xf;
constexpr word reach_mask = 3ull << reach_shift;
constexpr word access_mask = 7ull << access_shift;
constexpr word line_mask = 0x7ffffull << line_shift;
constexpr word thread_mask = 0x3ffull << thread_shift, lane_mask = 0x1full << thread_shift;
constexpr uint32_t last_segment = (1u << 26) - 1; // no segment: a word with it holds the number of byte cells or a list
constexpr word larger = (word)last_segment << segment_shift;

inline uint32_t segment_of(word w)
{
    return (uint32_t)(w >> segment_shift);
}
inline unsigned thread_of(word w)
{
    return (unsigned)(w >> thread_shift) & 0x3ff;
}
inline uint32_t line_of(word w)
{
    return (uint32_t)(w >> line_shift) & 0x7ffff;
}
inline cell_access access_of(word w)
{
    return (cell_access)(w >> access_shift & 7);
}
inline reach reach_of(word w)
{
    return (reach)(w >> reach_shift & 3);
}
inline unsigned bytes_of(word w)
{
    return (unsigned)(w & bytes_mask);
}
inline bool is_larger(word w)
{
    return w >= larger;
}
inline uint32_t number_in(word w) // of byte cells or a list
{
    return (uint32_t)(w >> line_shift) & 0x1fffffff;
}
inline word larger_by(uint32_t number)
{
    return larger | (word)number << line_shift; // its access is none, so no access is equal to it
}

// Which bits of a word and an access must agree for the word to have recorded that access already, by the word's reach.
// For a grid's, only kind and bytes. In programs in which fewer than all lanes of a warp may meet, each lane is
// recorded, see warp_lanes.h; in those with several streams, a grid's word may be of another launch.
constexpr unsigned by_lanes = 1, by_launches = 2;
constexpr word of_segment = ~(line_mask | reach_mask), of_warp = of_segment & ~lane_mask,
               of_block = of_segment & ~thread_mask, of_grid = access_mask | bytes_mask;
constexpr word compared[4][4] = {{of_segment, of_warp, of_block, of_grid},
                                 {of_segment, of_segment, of_block, of_grid},
                                 {of_segment, of_warp, of_block, of_block},
                                 {of_segment, of_segment, of_block, of_block}};
inline bool is_recorded(word there, word now, word first_of_launch, unsigned how)
{
    return ((there ^ now) & compared[how][there >> reach_shift & 3]) == 0 && there >= first_of_launch;
}
} // namespace cells

struct cell {
    std::atomic<word> store, others; // the last plain store; the last other access, or several
};
static_assert(sizeof(cell) == 16);
} // namespace cpu_device
