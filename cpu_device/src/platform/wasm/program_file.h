// SPDX-License-Identifier: MIT
// What is known of the program besides its memory: symbols, source lines and debug information. The step after the
// linker's (playground/lib/sites.mjs) writes them as files, which the program finds where it runs.
#pragma once

#include <cstdio>
#include <string>

namespace cpu_device
{
constexpr const char *program_file = "/program/module";
// Its lines are "f INDEX NAME": a function by its place in the table; "v ADDRESS SIZE NAME": a variable.
constexpr const char *symbols_file = "/program/symbols";
// Its lines are "ADDRESS", a return address, and after it, for each function that is inlined there, the innermost
// first, and for the one that they are in: a tab, "LINE FILE", a tab, and the function's name.
constexpr const char *lines_file = "/program/lines";
// Its lines are "0 ADDRESS FIRST": the return address of a load of members by which the compiler copies an object, and
// that of the first such load; or "1 ADDRESS FIRST" of stores.
constexpr const char *copies_file = "/program/copies";
constexpr const char *debug_folder = "/program/debug/"; // with a file for each section

// "" if there is none.
inline std::string read_program_file(const char *name)
{
    std::string text;
    FILE *file = fopen(name, "rb");
    if (file == nullptr)
        return text;
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        text.append(part, n);
    fclose(file);
    return text;
}
} // namespace cpu_device
