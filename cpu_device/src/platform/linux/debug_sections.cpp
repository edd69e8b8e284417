// SPDX-License-Identifier: MIT
#include "../debug_sections.h"

#include "elf_file.h"

namespace cpu_device
{
void for_each_debug_section(const code_image &image,
                            const std::function<void(const char *, const char *, size_t)> &function)
{
    const elf_file &file = *new elf_file(image.file); // never unmapped
    file.for_each_section([&](const char *name, const ElfW(Shdr) & section) {
        if (!(section.sh_flags & SHF_COMPRESSED))
            function(name, file.at(section.sh_offset), section.sh_size);
    });
}
} // namespace cpu_device
