// SPDX-License-Identifier: MIT
#include "../source_line.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <unordered_map>
#include <vector>

#include "../copies.h"
#include "../lines.h"
#include "program_file.h"

namespace cpu_device
{
namespace
{
struct function_at {
    std::string file, name;
    int line;
};
using table = std::map<uintptr_t, std::vector<function_at>>; // by return address

const table &lines()
{
    static const table &all = *[] {
        auto *made = new table;
        const std::string text = read_program_file(lines_file);
        for (size_t at = 0, end; at < text.size(); at = end + 1) {
            end = std::min(text.find('\n', at), text.size());
            std::vector<function_at> &functions = (*made)[strtoul(&text[at], nullptr, 10)];
            for (size_t tab = text.find('\t', at); tab < end;) {
                char *name;
                const int line = (int)strtol(&text[tab + 1], &name, 10);
                const size_t file = (size_t)(name - text.data()) + 1, after = text.find('\t', file);
                tab = std::min(text.find('\t', after + 1), end);
                functions.push_back({text.substr(file, after - file), text.substr(after + 1, tab - after - 1), line});
            }
        }
        return made;
    }();
    return all;
}

// The copies of each load or store, by return address; the first access is one of them.
using copies = std::unordered_map<uintptr_t, uintptr_t>;

const copies &copies_of(bool stores)
{
    static const auto &all = *[] {
        auto *made = new std::array<copies, 2>;
        const std::string text = read_program_file(copies_file);
        for (char *at = const_cast<char *>(text.c_str()); *at != '\0'; ++at) { // goes past the end of a line
            copies &those = (*made)[strtoul(at, &at, 10)];
            const uintptr_t address = strtoul(at, &at, 10), first = strtoul(at, &at, 10);
            those[address] = those[first] = first;
        }
        return made;
    }();
    return all[stores];
}
} // namespace

uintptr_t copy_of(const void *instruction, bool stores)
{
    const copies &those = copies_of(stores);
    const auto found = those.find(reinterpret_cast<uintptr_t>(instruction) + 1);
    return found != those.end() ? found->second : 0;
}

// The instruction is the byte before a return address.
void for_each_function_at(const void *instruction, const std::function<void(const char *, int, const char *)> &function)
{
    const auto found = lines().find(reinterpret_cast<uintptr_t>(instruction) + 1);
    if (found != lines().end())
        for (const function_at &f : found->second)
            function(f.file.c_str(), f.line, f.name.c_str());
}

std::string caller_path(const char *)
{
    return "";
}

void note_callers(const void *, const void **callers, size_t most)
{
    std::fill_n(callers, most, nullptr);
}

const void *caller_of_kernel(const char *)
{
    return nullptr;
}
} // namespace cpu_device
