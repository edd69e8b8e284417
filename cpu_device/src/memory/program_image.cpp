// SPDX-License-Identifier: MIT
#include "program_image.h"

#include <cstdint>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cpu_device
{
const std::vector<program_segment> &program_segments()
{
    static const auto *only = [] {
        auto *all = new std::vector<program_segment>;
        dl_iterate_phdr(
            [](dl_phdr_info *program, size_t, void *result) {
                for (int i = 0; i < program->dlpi_phnum; ++i) {
                    const auto &header = program->dlpi_phdr[i];
                    auto begin = reinterpret_cast<const char *>(program->dlpi_addr + header.p_vaddr);
                    if (header.p_type == PT_LOAD)
                        static_cast<std::vector<program_segment> *>(result)->push_back({begin, begin + header.p_memsz});
                }
                return 1; // the program itself comes first
            },
            all);
        return all;
    }();
    return *only;
}

bool in_program(const char *address)
{
    for (const program_segment &s : program_segments())
        if (address >= s.begin && address < s.end)
            return true;
    return false;
}

bool is_mapped(const char *address)
{
    unsigned char resident;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return mincore(reinterpret_cast<void *>((uintptr_t)address / page * page), 1, &resident) == 0;
}
} // namespace cpu_device
