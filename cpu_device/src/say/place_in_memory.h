// SPDX-License-Identifier: MIT
// Where an address lies, as reports name it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cpu_device
{
struct place_in_memory {
    enum relation { somewhere, inside, within, before, past } where = somewhere; // of the object
    size_t bytes = 0;          // within it, before its first byte or past its last one; unknown for the others
    std::string object = {};   // "1024 bytes from cudaMalloc at f.cu:3", "the __device__ variable table"; "": unknown
    std::string variable = {}; // "table", or the kernel's parameter that points there; "": it is none
    std::string element = {};  // "table[3].x"; "": unknown
    std::string alias = {};    // the same element by other parameters that point to the same place: "out[3]"
    std::string type = {};     // of the element, see platform/debug_info.h; "": unknown
    uint64_t first = 0;        // the address of the array's first element, as findings have addresses,
    size_t unit = 0;           // and the bytes of an element; 0: unknown
    size_t row = 0, pitch = 0; // of memory with rows: their bytes, and from one to the next; 0: it has none
    size_t in_rows = 0;        // the byte of that memory
    std::string made = {};     // "cudaMalloc at f.cu:3": the same for every allocation made there; "": it is none
    std::string copy = {}; // "cudaMemcpy() at f.cu:9": the last copy from the host, if it has not filled the object,
    size_t copied = 0, of = 0; // its bytes, and those of the object

    bool empty() const
    {
        return object.empty();
    }
    // What several buffers have in common that a kernel uses in turn: a race on each of them is one race.
    const std::string &common_name() const
    {
        return !variable.empty() ? variable : !made.empty() ? made : object;
    }
    // The element by all its names: "in[3], the same memory as out[3]".
    std::string names() const;
    // The place without them: "8 bytes past the end of ..."
    std::string position() const;
    std::string text() const; // "byte 8 of the __device__ variable table", "in 8 bytes from ..., freed at f.cu:5"
    // The same, but the object alone for its first byte.
    std::string brief() const
    {
        return !element.empty() ? names() : where == within && bytes == 0 ? object : text();
    }
};
} // namespace cpu_device
