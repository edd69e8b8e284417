// SPDX-License-Identifier: MIT
#include "../raw_symbols.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../program_image.h"
#include "../symbols.h"
#include "program_file.h"

namespace cpu_device
{
void for_each_symbol(const code_image &image,
                     const std::function<void(symbol_kind, const char *, uintptr_t, size_t)> &function)
{
    const auto shared = reinterpret_cast<uintptr_t>(image.shared);
    std::string text = read_program_file(symbols_file);
    for (size_t at = 0, end; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        text[end] = '\0';
        char *rest;
        const uintptr_t value = strtoul(&text[at] + 1, &rest, 10);
        if (text[at] == 'f') {
            function(symbol_kind::function, rest + 1, value, 0);
            continue;
        }
        const size_t size = strtoul(rest, &rest, 10);
        if (value - shared < image.thread_local_size)
            function(symbol_kind::thread_local_variable, rest + 1, value - shared, size);
        else
            function(symbol_kind::variable, rest + 1, value, size);
    }
}

bool is_guard(const char *address)
{
    static const std::vector<uintptr_t> all = [] {
        std::vector<uintptr_t> found;
        for_each_symbol(the_program(), [&](symbol_kind kind, const char *name, uintptr_t value, size_t) {
            if (kind == symbol_kind::variable && strncmp(name, "_ZGV", 4) == 0)
                found.push_back(value);
        });
        return found;
    }();
    return !all.empty() && std::find(all.begin(), all.end(), reinterpret_cast<uintptr_t>(address)) != all.end();
}
} // namespace cpu_device
