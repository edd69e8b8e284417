// SPDX-License-Identifier: MIT
// Shadow memory: for each 4 bytes a cell of two shadow values of 8 bytes. A shadow value says which thread accessed
// them, when, by which instruction, and how.
//
//     63         38 37      28 27         9 8     6 5    4 3     0
//     |  segment   |  thread  | instruction| access | reach | bytes |
//
// A segment is a stretch of a block's time in which nothing is ordered: its block, the number of barriers before it,
// and the clock of the threads in it (struct segment). Segments are numbered over all launches, so a shadow value of an
// earlier launch is smaller than any of this one.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "access.h"

namespace cpu_device
{
// How a shadow value was accessed: a cell's first one by a plain store, its second one otherwise. Of two accesses the
// stronger has the greater number, except among the three strong stores.
enum class cell_access : uint8_t {
    plain_store,    // 0, as in a timestamp
    read,           // by a plain load
    strong_read,    // by a volatile load
    volatile_store, // data: its thread has stored before it, without a fence
    strong,         // an atomic operation, or a volatile store as a flag
    strong_block,   // an atomic operation of block scope
    all,            // reads by plain loads, and atomic operations
};

// Whether it stores other than by a plain store.
inline bool stores(cell_access how)
{
    return how != cell_access::plain_store && how != cell_access::read && how != cell_access::strong_read;
}

// Within a block these race with each other, between blocks they do not.
inline bool is_volatile(cell_access how)
{
    return how == cell_access::strong_read || how == cell_access::volatile_store;
}

// For which threads a shadow value stands: the one named in it, or several of its warp, its block or the grid.
enum class reach : uint8_t { one, warp, block, grid };

// An access; or a link to byte cells or to a list (history.h); or nothing, as long as all bits are 0. A shadow value is
// built from a timestamp, which is a shadow value with a segment and a thread alone.
class shadow_value
{
  public:
    shadow_value() = default; // not initialized, as an integer; shadow_value{} is empty
    static constexpr shadow_value timestamp(uint32_t segment, unsigned thread)
    {
        return shadow_value((uint64_t)segment << segment_shift | (uint64_t)thread << thread_shift);
    }
    // The smallest shadow value of a segment: the shadow values of this and of later segments are not before it.
    static constexpr shadow_value first_of(uint32_t segment)
    {
        return timestamp(segment, 0);
    }
    static constexpr shadow_value link_to(uint32_t number)
    {
        return shadow_value(first_link | (uint64_t)number
                                             << instruction_shift); // with no bytes, so no access is equal to it
    }
    // Greater than any access.
    static constexpr shadow_value after_all()
    {
        return shadow_value(first_link);
    }
    // No segment has this number or a greater one.
    static constexpr uint32_t last_segment = (1u << 26) - 1;

    // --- what it says ---

    uint32_t segment() const // its number; 0: none
    {
        return (uint32_t)(bits_ >> segment_shift);
    }
    bool has_segment() const
    {
        return bits_ >> segment_shift != 0;
    }
    unsigned thread() const
    {
        return (unsigned)(bits_ >> thread_shift) & 0x3ff;
    }
    uint32_t instruction() const // the code of the instruction, see instruction_codes
    {
        return (uint32_t)(bits_ >> instruction_shift) & 0x7ffff;
    }
    cell_access access() const
    {
        return (cell_access)(bits_ >> access_shift & 7);
    }
    cpu_device::reach reach() const
    {
        return (cpu_device::reach)(bits_ >> reach_shift & 3);
    }
    unsigned bytes() const // of the cell: a mask
    {
        return (unsigned)(bits_ & bytes_mask);
    }
    bool is_link() const
    {
        return bits_ >= first_link;
    }
    uint32_t number() const // of the byte cells or the list, if it is a link
    {
        return (uint32_t)(bits_ >> instruction_shift) & 0x1fffffff;
    }
    bool empty() const
    {
        return bits_ == 0;
    }

    // --- compared with another ---

    bool operator==(shadow_value other) const
    {
        return bits_ == other.bits_;
    }
    bool operator!=(shadow_value other) const
    {
        return bits_ != other.bits_;
    }
    // Whether its segment is not before that of the other shadow value, the first of a segment.
    bool is_since(shadow_value first) const
    {
        return bits_ >= first.bits_;
    }
    bool same_segment(shadow_value other) const
    {
        return (bits_ ^ other.bits_) >> segment_shift == 0;
    }
    bool same_timestamp(shadow_value other) const // segment and thread
    {
        return (bits_ ^ other.bits_) >> thread_shift == 0;
    }
    bool same_warp(shadow_value other) const // by rank in the block
    {
        return ((bits_ ^ other.bits_) & thread_mask & ~lane_mask) == 0;
    }
    bool same_access_and_bytes(shadow_value other) const
    {
        return ((bits_ ^ other.bits_) & (access_mask | bytes_mask)) == 0;
    }
    bool same_but_for_instruction(shadow_value other) const
    {
        return ((bits_ ^ other.bits_) & ~instruction_mask) == 0;
    }
    bool same_but_for_instruction_and_bytes(shadow_value other) const
    {
        return ((bits_ ^ other.bits_) & ~(instruction_mask | bytes_mask)) == 0;
    }
    bool same_instruction_and_timestamp(shadow_value other) const // of any kind, reach and bytes
    {
        return ((bits_ ^ other.bits_) & ~(access_mask | reach_mask | bytes_mask)) == 0;
    }
    bool same_but_for_segment(shadow_value other) const
    {
        return (bits_ ^ other.bits_) << (64 - segment_shift) == 0;
    }
    // Whether this shadow value, of a cell's other accesses, has recorded an access already. It depends on the shadow
    // value's reach which bits must agree; for a grid's, only kind and bytes. `first`: of the launch or the block.
    // `how`: in programs in which fewer than all lanes of a warp may meet, each lane is recorded, see warp_lanes.h; in
    // those with several streams, a grid's shadow value may be of another launch; in launches with fences, each thread
    // of a block is recorded.
    static constexpr unsigned by_lanes = 1, by_launches = 2, by_threads = 4;
    struct compared_bits {
        uint64_t of_reach[8]; // every second one, so that the bits of a reach are its offset in bytes
    };
    static compared_bits compared_bits_for(unsigned how)
    {
        const uint64_t *const of = compared[how];
        return {{of[0], 0, of[1], 0, of[2], 0, of[3], 0}};
    }
    bool has_recorded(shadow_value now, shadow_value first, const compared_bits &compared) const
    {
        const uint64_t bits = *reinterpret_cast<const uint64_t *>(reinterpret_cast<const char *>(compared.of_reach) +
                                                                  (bits_ & reach_mask));
        return ((bits_ ^ now.bits_) & bits) == 0 && bits_ >= first.bits_;
    }

    // --- made from another ---

    shadow_value without_segment() const
    {
        return shadow_value(bits_ & thread_mask);
    }
    shadow_value in_segment(uint32_t segment) const // of a shadow value without one
    {
        return shadow_value(bits_ | (uint64_t)segment << segment_shift);
    }
    shadow_value timestamp() const
    {
        return shadow_value(bits_ & ~((1ull << thread_shift) - 1));
    }
    shadow_value accessed(uint32_t instruction, cell_access how, unsigned bytes = 0) const // of a timestamp
    {
        return shadow_value(bits_ | (uint64_t)instruction << instruction_shift | (uint64_t)how << access_shift | bytes);
    }
    shadow_value and_bytes(unsigned more) const
    {
        return shadow_value(bits_ | more);
    }
    shadow_value with_bytes(unsigned bytes) const
    {
        return shadow_value((bits_ & ~bytes_mask) | bytes);
    }
    shadow_value with_access(cell_access how) const
    {
        return shadow_value((bits_ & ~access_mask) | (uint64_t)how << access_shift);
    }
    shadow_value with_reach(cpu_device::reach far) const
    {
        return shadow_value((bits_ & ~reach_mask) | (uint64_t)far << reach_shift);
    }
    shadow_value of_next_thread() const
    {
        return shadow_value(bits_ + (1ull << thread_shift));
    }
    shadow_value later(unsigned segments, unsigned threads) const
    {
        return shadow_value(bits_ + ((uint64_t)segments << segment_shift) + ((uint64_t)threads << thread_shift));
    }

  private:
    constexpr explicit shadow_value(uint64_t bits) : bits_(bits) {}
    static constexpr unsigned reach_shift = 4, access_shift = 6, instruction_shift = 9, thread_shift = 28,
                              segment_shift = 38;
    static constexpr uint64_t bytes_mask = 0xf, reach_mask = 3ull << reach_shift, access_mask = 7ull << access_shift,
                              instruction_mask = 0x7ffffull << instruction_shift,
                              thread_mask = 0x3ffull << thread_shift, lane_mask = 0x1full << thread_shift,
                              first_link = (uint64_t)last_segment << segment_shift;
    static constexpr uint64_t of_segment = ~(instruction_mask | reach_mask), of_warp = of_segment & ~lane_mask,
                              of_block = of_segment & ~thread_mask, of_grid = access_mask | bytes_mask;
    static constexpr uint64_t compared[8][4] = {
        {of_segment, of_warp, of_block, of_grid},       {of_segment, of_segment, of_block, of_grid},
        {of_segment, of_warp, of_block, of_block},      {of_segment, of_segment, of_block, of_block},
        {of_segment, of_segment, of_segment, of_grid},  {of_segment, of_segment, of_segment, of_grid},
        {of_segment, of_segment, of_segment, of_block}, {of_segment, of_segment, of_segment, of_block}};
    uint64_t bits_;
};
static_assert(sizeof(shadow_value) == 8 && std::is_trivially_copyable_v<shadow_value> &&
              std::atomic<shadow_value>::is_always_lock_free);

struct cell {
    std::atomic<shadow_value> store, others; // the last plain store; the last other access, or several
};
static_assert(sizeof(cell) == 16);
} // namespace cpu_device
