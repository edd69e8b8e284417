// SPDX-License-Identifier: MIT
// The trace of a launch: what its threads did, access by access, for the page that say/trace_page.h writes.
//
// Only the newest events are held. When a block ends that has a finding, or the one that was asked for, its events are
// kept, those of the other party's block with them. Without a finding the first block's are. With a trace the device
// has a single core, so all events have one order, which is the order in which they happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../say/trace_page.h"
#include "access.h"

namespace cpu_device
{
struct launch_record;

// Whether CPU_DEVICE_TRACE names a file.
bool tracing();

// --- of launches: called once for each ---
void trace_launch_begins(const launch_record &launch);
void trace_launch_ends(bool reported); // something of it
void trace_remark();                   // there will be a report of the running block

// --- of blocks, by their core ---

// The line of an instruction, 0 if it is not known: what a warp's lanes are kept together by.
int trace_line(const void *instruction);
void trace_access(uint64_t block, unsigned thread, access kind, const char *address, size_t size,
                  const void *instruction, bool shared, uint64_t offset, bool refused);
void trace_waits(uint64_t block, unsigned thread, unsigned kind, const char *file, int line);
void trace_block_meets(uint64_t block);
void trace_warp_meets(uint64_t block, unsigned warp, unsigned lanes);
void trace_fence(uint64_t block, unsigned thread, bool of_device);
// A variable of a thread, of a program that cucc -trace has made. Its value is recorded with what its thread does next,
// where it has changed: at -O0 it then has the one that the source gives it.
struct traced_variable {
    const char *name;
    char kind; // traced_kind() in launch.h
    uint8_t size;
    const void *address;
};
void trace_variable_begins(uint64_t block, unsigned thread, const traced_variable &variable, bool initialized);
void trace_variable_ends(uint64_t block, unsigned thread, const void *address);
// Dynamic shared memory begins at that offset.
void trace_block_ends(uint64_t block, bool broken, const std::vector<finding> &found, const char *body_type,
                      size_t dynamic_begin, size_t dynamic_size);

// When the program ends.
const kept_trace &the_kept_trace();
} // namespace cpu_device
