// SPDX-License-Identifier: MIT
// What is kept of the accesses of 4 bytes: two words of 8 bytes, each of which says who, when, where and how.
//
//     63         38 37      28 27         9 8    6 5    4 3     0
//     |  segment   |  thread  |    line    | class | reach | bytes |
//
// A segment is a stretch of time of a block, in which no event that orders anything came between: its block, the number
// of barriers before it, and the clock of the threads that are in it (segments::at). Segments are counted over all
// launches, so words of earlier launches are known by their size.
#pragma once

#include <atomic>
#include <cstdint>

#include "access.h"

namespace cpu_device
{
using word = uint64_t;

// Of a place, what other threads than one writer do to it. The stronger of two has the greater number, but for the
// three that write in one piece.
enum class deed : uint8_t {
    none,
    read,           // by a plain load
    strong_read,    // by a volatile load
    volatile_store, // of a thread that has other stores to fence off
    strong,         // an atomic operation, or a volatile store as a flag
    strong_block,   // an atomic operation that is one for its own block alone
    all,            // reads by plain loads, and atomic operations
};

// How many threads a word stands for: the one in it, and others.
enum class reach : uint8_t { one, warp, block, grid };

namespace cells
{
constexpr unsigned reach_shift = 4, deed_shift = 6, line_shift = 9, thread_shift = 28, segment_shift = 38;
constexpr word bytes_mask = 0xf;
constexpr word reach_mask = 3ull << reach_shift;
constexpr word deed_mask = 7ull << deed_shift;
constexpr word line_mask = 0x7ffffull << line_shift;
constexpr word thread_mask = 0x3ffull << thread_shift, lane_mask = 0x1full << thread_shift;
constexpr uint32_t last_segment = (1u << 26) - 1; // is none: a word with it holds the number of something larger
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
inline deed deed_of(word w)
{
    return (deed)(w >> deed_shift & 7);
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
inline uint32_t number_in(word w) // of something larger
{
    return (uint32_t)(w >> line_shift) & 0x1fffffff;
}
inline word larger_by(uint32_t number)
{
    return larger | (word)number << line_shift; // its deed is none, so no access has it
}

// What of a word need not be the same in an access for it to tell nothing new, by the word's reach. Of a grid's, only
// the deed need be.
constexpr word told[4] = {~(line_mask | reach_mask), ~(line_mask | reach_mask | lane_mask),
                          ~(line_mask | reach_mask | thread_mask), deed_mask | bytes_mask};
inline bool tells(word there, word now, word first_of_launch)
{
    return ((there ^ now) & told[there >> reach_shift & 3]) == 0 && there >= first_of_launch;
}
} // namespace cells

struct cell {
    std::atomic<word> store, others; // the last plain store; the last other access, or several
};
static_assert(sizeof(cell) == 16);
} // namespace cpu_device
