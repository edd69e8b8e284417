// SPDX-License-Identifier: MIT
#include "../debug_sections.h"

#include "program_file.h"

namespace cpu_device
{
void for_each_debug_section(const code_image &, const std::function<void(const char *, const char *, size_t)> &function)
{
    for (const char *name : {".debug_info", ".debug_abbrev", ".debug_str", ".debug_line_str"}) {
        const auto &text = *new std::string(read_program_file((std::string(debug_folder) + name).c_str()));
        function(name, text.data(), text.size());
    }
}
} // namespace cpu_device
