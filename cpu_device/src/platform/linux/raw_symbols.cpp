// SPDX-License-Identifier: MIT
#include "../raw_symbols.h"

#include <elf.h>
#include <link.h>

#include "elf_file.h"

namespace cpu_device
{
void for_each_symbol(const code_image &image,
                     const std::function<void(symbol_kind, const char *, uintptr_t, size_t)> &function)
{
    const elf_file file(image.file);
    const auto base = reinterpret_cast<uintptr_t>(image.base);
    file.for_each_section([&](const char *, const ElfW(Shdr) & section) {
        if (section.sh_type != SHT_SYMTAB)
            return;
        auto symbols = reinterpret_cast<const ElfW(Sym) *>(file.at(section.sh_offset));
        const char *names = file.at(file.section(section.sh_link).sh_offset);
        for (size_t i = 0; i < section.sh_size / sizeof *symbols; ++i) {
            const char *name = names + symbols[i].st_name;
            const int type = symbols[i].st_info & 0xf;
            const uintptr_t value = symbols[i].st_value;
            const size_t size = symbols[i].st_size;
            if (type == STT_TLS && symbols[i].st_shndx != SHN_UNDEF)
                function(symbol_kind::thread_local_variable, name, value, size);
            else if (type == STT_FUNC && value != 0)
                function(symbol_kind::function, name, base + value, size);
            else if (type == STT_OBJECT && symbols[i].st_shndx != SHN_UNDEF && size > 0)
                function(symbol_kind::variable, name, base + value, size);
        }
    });
}
} // namespace cpu_device
