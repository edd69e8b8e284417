// SPDX-License-Identifier: MIT
// What is found at calls of the host, and at the end of the program, in words: each function gets the facts.
#pragma once

#include <cstddef>
#include <string>

#include "diagnosis.h"
#include "findings.h"

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
diagnosis cut_off(const launch_name &kernel);

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

// A copy to the host of bytes that nothing has written; `stored_by` null: no kernel has written near them.
struct unwritten_copy {
    const char *function;
    std::string line; // " at f.cu:12", or ""
    source_position at;
    size_t size, unwritten, first;
    std::string from;
    const char *stored_by;
};
diagnosis worded(const unwritten_copy &found);
// The host reads such a byte of the copy there.
diagnosis read_by_host(const unwritten_copy &found, size_t byte, const source_position &at, const std::string &line);
diagnosis never_copied_back(const std::string &kernel, const std::string &memory);
// A copy still writes to, or reads, a local variable of a function that returns.
diagnosis outlives_local(const call_site &call, bool writes);

// --- the order of the host's work ---

// Work of the device that may still use what the host accesses or frees.
struct unfinished_work {
    const launch_name *kernel = nullptr; // null: a call
    std::string its_line;                // of the kernel's access: " at f.cu:12", or ""
    std::string call;                    // "cudaMemcpyAsync() at f.cu:12"
    bool call_writes = false;
};
enum class host_act : uint8_t { reads, writes, frees };
diagnosis host_too_early(host_act act, const source_position &at, const place_in_memory &memory,
                         const unfinished_work &other, bool freed_without_waiting);
// A copy, and a copy or a kernel, in two streams.
struct access_of_stream {
    std::string text; // "cudaMemcpyAsync() at f.cu:12 writes"
    diagnosis::access access;
};
// `verb` null: it reads or writes.
access_of_stream access_of_copy(const char *function, const std::string &line, const source_position &at, bool writes,
                                const char *verb);
access_of_stream access_of_kernel(const launch_name &kernel, bool writes, const source_position &at,
                                  const std::string &line);
enum class unordered_by { streams, graph, early_return };
diagnosis race_with_copy(const place_in_memory &memory, const access_of_stream &one, const access_of_stream &other,
                         unordered_by why);
diagnosis breaks_restrict(const launch_name &launch, const place_in_memory &memory, const std::string &one,
                          const std::string &other, const std::string &store, const std::string &load);

// --- memory and objects ---

// By a function that did not make it, or has freed it before; `memory` lies there.
diagnosis freed_wrongly(const char *function, bool twice, const source_position &at, std::string memory);
diagnosis failed_before_crash(const char *function, const source_position &at, const char *error);
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
