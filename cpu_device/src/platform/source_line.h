// SPDX-License-Identifier: MIT
// From an instruction of the program to its place in the source.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cpu_device
{
// "file.cu:12"; "" where there is no debug information. `inlining`, if not null, gets the chain of functions that were
// inlined there, which distinguishes the copies of a line. `with_library` false: not a line of the C++ library's
// headers.
std::string source_line(const void *instruction, std::string *inlining = nullptr, bool with_library = true);
// The same, with the whole path of the file; line 0 where there is no debug information.
struct source_position {
    std::string file;
    int line = 0;
    std::string function = {}; // that holds the line; "": a kernel, a lambda, or unknown
    std::vector<source_position> called_at =
        {}; // where functions were called that are inlined there, the nearest first

    std::string text() const;            // "file.cu:12", or ""
    std::string text_with_calls() const; // "file.cu:12, called at file.cu:30"
    bool operator==(const source_position &other) const
    {
        return line == other.line && file == other.file;
    }
};
source_position source_place(const void *instruction);
// The same, for reports: of an instruction in a kernel of CUB's too. source_line() is this with the file's name alone.
source_position reported_place(const void *instruction, bool with_library = true);
// Whether that place is in a header of a library, and not in the program's own code.
bool is_place_of_library(const void *instruction);
// That place, and where the functions were called that are inlined there, the nearest first: it ends with a line of the
// kernel. Lines of libraries are left out, and a function that is not inlined ends it.
std::vector<source_position> chain_of_calls(const void *instruction);
// "file.cu:12, called at file.cu:30"; "" where there is no debug information.
std::string line_with_calls(const void *instruction);
// Where the function was called into which that place was inlined: of a device function the line of its kernel.
source_position calling_place(const void *instruction);
// The return addresses of the functions that have called the one with this instruction, the nearest first; null ends
// them, or `most`.
void note_callers(const void *instruction, const void **callers, size_t most);
// From within a kernel that was called like a function, by the mangled type of its body: where that call returns to.
// Null: unknown.
const void *caller_of_kernel(const char *body_type);
// " at file.cu:12"; of a line in a header " at allocate.h:30, called at file.cu:12", by its callers.
std::string at_users_line(const void *instruction, const void *const *callers, size_t most);
// The whole path of a file that a nearby caller is in; "": none of them is in a file of that name.
std::string caller_path(const char *file);
// " at file.cu:12", or "".
std::string at_line(const void *instruction);
} // namespace cpu_device
