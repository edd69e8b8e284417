// SPDX-License-Identifier: MIT
// Requests of warps, and what they cost: sectors of global memory, passes of the banks of shared memory.
//
// A warp of a GPU executes an instruction for all its threads at once. Here each thread runs by itself until it waits,
// so accesses are combined into requests afterwards: the n-th access of a thread at a line, since its warp last
// converged, belongs to the same request as the n-th access of every other thread of the warp. A warp converges at
// barriers, and at warp functions that all its threads call. A thread that gets `window` accesses ahead lets the others
// catch up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "../../include/cpu_device/counters.h"
#include "../limits.h"
#include "access.h"

namespace cpu_device
{
// Where an instruction is in the source, and what it does. Instructions of one line that do the same count as one: the
// compiler may have made copies, of which each thread executes one. Those of a function that was inlined several times,
// or of several instances of a template, count separately: on a GPU too they are different instructions.
struct access_place {
    std::string line, inlining;
    enum : uint8_t { load, store, atomic } verb;
    bool shared;
    size_t size; // bytes that a thread accesses
    bool operator==(const access_place &other) const
    {
        return line == other.line && inlining == other.inlining && verb == other.verb && shared == other.shared &&
               size == other.size;
    }
};

class access_counter
{
  public:
    // `address` may be an offset in shared memory. True: the thread should let others catch up, and then call flush()
    // if no other thread has; see flushes().
    bool count(unsigned thread, bool shared, access kind, uintptr_t address, size_t size, const void *pc);
    uint32_t flushes(unsigned warp) const
    {
        return warps_[warp].flushes;
    }
    void flush(unsigned warp); // its threads have converged
    void flush_all();
    void discard(); // what is not flushed
    void block_ends();
    void end_kernel(const std::string &symbol);

  private:
    static constexpr unsigned window = 512;
    struct request {
        uint32_t lanes = 0;
        uintptr_t address[warp_size];
    };
    struct at_place {
        uint32_t executed[warp_size] = {}; // times, by lane, since the last flush
        std::vector<request> requests;
    };
    struct warp {
        std::vector<at_place> places;
        uint32_t executed[warp_size] = {};
        uint32_t flushes = 0;
        bool any = false;
    };
    uint32_t place_of(bool shared, access kind, size_t size, const void *pc);
    void count_one(unsigned thread, uint32_t place, uintptr_t address);
    static void add_global(access_counts &counts, const request &r, size_t size);
    static void add_wavefronts(access_counts &counts, const request &r, uint32_t lanes, size_t size);
    static void add_shared(access_counts &counts, const request &r, size_t size);

    std::unordered_map<uintptr_t, uint32_t> place_at_; // by instruction and what it does
    std::vector<access_place> places_;
    std::vector<access_counts> counts_; // by place, of this kernel
    warp warps_[max_warps];
    static constexpr unsigned kinds = 6;        // of access_place::verb, in global memory, then in shared memory
    uint32_t took_part_[kinds][max_warps] = {}; // lanes, of this block
    participants participants_[kinds] = {};     // of this kernel
    unsigned long long watched_loads_ = 0;
};

// Whether launches are counted that begin now.
bool counting();
// CPU_DEVICE_COUNTERS: "on", or a file for CSV; before main begins. Null, or what is wrong with the file.
const char *set_counters(const char *value);
bool print_counters(); // if that asked for it: at the end of the program. False: it could not.
} // namespace cpu_device
