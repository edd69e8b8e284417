// SPDX-License-Identifier: MIT
// The page of a trace: what the threads of a block did, for the eye. One HTML file, which needs no network.
//
// The data in it are JSON, in the element whose id is "trace". run.js reads them, and page/README.md describes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings.h"

namespace cpu_device
{
// The kind of a wait: a warp_kind, or from here on a cpu_device_barrier_kind.
constexpr unsigned trace_barrier = 100;
constexpr unsigned trace_syncwarp = 0, trace_sync_of_group = 3; // those of warp_kind that order memory

struct trace_event {
    enum what_is : uint8_t { load, store, atomic, waits, block_meets, warp_meets, fence, variable, variable_ends };
    uint64_t block;
    uint64_t owner;    // of shared memory: the block that has it
    const void *where; // the instruction; where it waits, the name of the file; the name of a variable
    uint64_t address;  // of memory; an offset, if in shared memory; of warp_meets, the lanes; of a variable, how many
                       // its thread had before it
    uint64_t value[2]; // that was read or written, the first 16 bytes; of an atomic operation, what it wrote
    uint64_t old;      // of an atomic operation: what was there before
    uint32_t line;     // where it waits; of a variable, its kind: traced_kind() in launch.h
    uint32_t size;     // bytes; of a wait, its kind
    uint16_t thread;   // by rank; of warp_meets, any of the warp
    what_is kind;
    bool shared, refused, is_volatile;
};

// Some memory that the events touch.
struct trace_memory {
    std::string name; // "cache", "1024 bytes from cudaMalloc at f.cu:3"
    bool shared;
    uint64_t begin, size; // an address, or an offset in shared memory; bytes
    uint64_t block = 0;   // that has the shared memory
};

struct kept_trace {
    bool any = false;
    bool found = false;  // for its findings, and not for want of a better one
    uint64_t number = 0; // of the launch, the first is 1
    std::string note;    // of the program's, cpu_device/page.h
    std::string kernel, launched_at_file;
    int launched_at_line = 0;
    dim3 grid, block;
    uint64_t blocks[2] = {};        // whose events these are; often one and the same
    bool broken = false;            // the block did not run to its end
    bool ordered_otherwise = false; // by barriers that are no events: those with numbers, and phases
    uint64_t lost = 0;              // events of the launch before these
    uint64_t more = 0;              // and after them, up to the end of the block
    std::vector<trace_event> events;
    std::vector<trace_memory> memory;
    std::vector<trace_memory> others; // what of it was written meanwhile by blocks that are not kept, without names
    std::vector<finding> findings;
    std::vector<std::string> reports;
    uint64_t reported = 0; // the launch that they are of
};

// Null, or why the file could not be written. `fixed`: another such page, of the program without its error, whose
// trace becomes part of this one; null: there is none.
const char *write_trace_page(const char *path, const kept_trace &trace, const char *fixed);
// The JSON of a page; "" if the file is none.
std::string trace_in_page(const char *path);
} // namespace cpu_device
