// SPDX-License-Identifier: MIT
// What is found at calls of the host, and at the end of the program, in words: each function gets the facts.
#pragma once

#include <cstddef>
#include <string>

#include "diagnosis.h"

namespace cpu_device
{
// A call in the program: "cudaMemcpy() at file.cu:12", and where that is.
struct call_site {
    std::string text;
    source_position at;
};

// --- launches ---

// The kernel is launched there and never runs.
struct refused_launch {
    std::string kernel;
    source_position at;
    std::string parent; // the kernel that launches it; "": the host
    std::string why, error;
    bool in_graph = false; // it never becomes part of one
};
diagnosis worded(const refused_launch &found);
diagnosis called_as_function(const std::string &kernel, const source_position &at);
// Adds to the diagnosis of the parent's thread.
diagnosis &points_to_memory_of_parent(diagnosis &d, const std::string &child, const source_position &at, bool shared);
diagnosis cut_off(const std::string &kernel);

// --- calls ---

// What the device does not have.
diagnosis limit_met(const char *function, const source_position &at, const std::string &why);
diagnosis refused(const char *function, const source_position &at, const std::string &why);
// The call failed, and its status was never looked at. `error`, its name, and `why` may be "".
diagnosis unchecked_call(const char *function, const source_position &at, const char *status, const char *error,
                         const std::string &why);
diagnosis wrong_collective(const call_site &call, const char *headline, const char *why);
diagnosis sorts_in_place(const source_position &at, size_t bytes);

// --- copies and operands ---

// `variable` "": a buffer.
diagnosis copied_past_end(const call_site &call, size_t bytes, const std::string &variable, size_t room);
diagnosis copied_onto_itself(const call_site &call, size_t bytes, ptrdiff_t distance);
diagnosis reads_unwritten(const call_site &call, const char *operand, const place_in_memory &first, size_t elements);
diagnosis cannot_access(const call_site &call, const char *operand, bool writes, const std::string &why);
diagnosis accesses_outside(const call_site &call, const char *why);

// --- memory and objects ---

// By a function that did not make it, or has freed it before; `what` lies there.
diagnosis freed_wrongly(const char *function, bool twice, const source_position &at, std::string what);
diagnosis touched_by_host(const source_position &at, const place_in_memory &memory, bool writes);
struct leaked_memory {
    size_t bytes, allocations;
    const char *kind;                    // "pinned host"
    std::string made_by, line, freed_by; // "cudaMalloc", " at file.cu:12", "cudaFree"
    source_position at;
};
diagnosis worded(const leaked_memory &found);
// Texture objects, or surface objects; `line` is " at file.cu:12", or "".
diagnosis leaked_objects(bool surface, size_t count, const std::string &line, const source_position &at);
diagnosis destroyed_twice(bool surface, const source_position &at, const std::string &made,
                          const std::string &destroyed);
diagnosis destroyed_wrongly(bool surface, const source_position &at, bool other_kind);
diagnosis lacks_surface_flag(const source_position &at, const place_in_memory &array);
} // namespace cpu_device
