// SPDX-License-Identifier: MIT
// Where a thread of a block waits, and for what: for its block at a barrier, or for its warp.
#pragma once

#include <cstdint>
#include <cstring>

namespace cpu_device
{
enum class warp_kind : uint8_t {
    sync,
    shuffle,
    ballot,
    group,
    active,
    phase, // of a barrier in shared memory (phase_barriers.h); the mask is 1: until it is initialized
    named, // a barrier with a number, which the mask is (named_barriers.h)
    tile,  // of several warps
    load_matrix,
    store_matrix,
    multiply_matrices
};

// Whether PTX names a barrier of the whole block by its number. Then it is the same barrier at every line; if it is
// aligned, all lanes of a warp come to it at one line. PTX may give the number of threads, too.
enum class by_number : unsigned { no, yes, aligned, yes_and_counted, aligned_and_counted };

struct waiting {
    const char *file; // if the line is 0: the instruction
    int line;
    bool at_barrier;
    uint8_t kind;    // a warp_kind, or a cpu_device_barrier_kind
    unsigned mask;   // of a warp function; of a barrier for the block: `by_number`
    unsigned source; // lane that a shuffle reads; of a tile, how many warps it has; of a barrier for the block, how
                     // many stand before it in its line
    uint64_t value;  // argument of a warp function, later its result; of a tile, a pointer to its work
};

inline bool same_place(const waiting &a, const waiting &b)
{
    return a.line == b.line && a.at_barrier == b.at_barrier && a.kind == b.kind &&
           (!a.at_barrier || a.source == b.source) &&
           (a.file == b.file || (a.line != 0 && strcmp(a.file, b.file) == 0));
}
inline bool has_number(const waiting &w)
{
    return w.mask != (unsigned)by_number::no;
}
inline bool is_aligned(const waiting &w) // __syncthreads() is
{
    return w.mask != (unsigned)by_number::yes && w.mask != (unsigned)by_number::yes_and_counted;
}
inline bool is_counted(const waiting &w)
{
    return w.mask >= (unsigned)by_number::yes_and_counted;
}
inline bool orders_memory(uint8_t kind)
{
    return kind == (uint8_t)warp_kind::sync || kind == (uint8_t)warp_kind::group;
}
inline bool is_work(uint8_t kind) // a call that all lanes of a warp must make
{
    return kind >= (uint8_t)warp_kind::load_matrix;
}
const char *work_name(uint8_t kind);
} // namespace cpu_device
