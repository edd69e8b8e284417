// SPDX-License-Identifier: MIT
#include "program_image.h"

#include <cstdint>
#include <cstring>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../include/cpu_device/interface.h"

extern const cpu_device::variable __start_cpu_device_variables[] __attribute__((weak));
extern const cpu_device::variable __stop_cpu_device_variables[] __attribute__((weak));

namespace cpu_device
{
namespace
{
// Of the writable memory of the program: what the file holds, and behind it, zeros.
struct data_segment {
    char *begin, *zeros, *end;
};

const data_segment &data_of_program()
{
    static const data_segment only = [] {
        data_segment found = {};
        dl_iterate_phdr(
            [](dl_phdr_info *program, size_t, void *result) {
                auto &data = *static_cast<data_segment *>(result);
                for (int pass = 0; pass < 2; ++pass) // first the segment, then what of it is read-only after all
                    for (int i = 0; i < program->dlpi_phnum; ++i) {
                        const auto &header = program->dlpi_phdr[i];
                        auto begin = reinterpret_cast<char *>(program->dlpi_addr + header.p_vaddr);
                        if (pass == 0 && header.p_type == PT_LOAD && (header.p_flags & PF_W))
                            data = {begin, begin + header.p_filesz, begin + header.p_memsz};
                        if (pass == 1 && header.p_type == PT_GNU_RELRO && begin == data.begin)
                            data.begin += header.p_memsz;
                    }
                return 1; // the program itself comes first
            },
            &found);
        return found;
    }();
    return only;
}

// Calls function(begin, end) with each variable that a program can have changed.
template <class Function> void for_each_variable(Function function)
{
    const data_segment &data = data_of_program();
    for (const variable *v = __start_cpu_device_variables; v < __stop_cpu_device_variables; ++v) {
        auto begin = const_cast<char *>(static_cast<const volatile char *>(v->address));
        if (begin >= data.begin && begin + v->size <= data.end)
            function(begin, begin + v->size);
    }
}

std::vector<char> *first_values; // of the variables that are not zeros, one after another
} // namespace

void keep_variables()
{
    first_values = new std::vector<char>;
    for_each_variable([](const char *begin, const char *end) {
        if (begin < data_of_program().zeros)
            first_values->insert(first_values->end(), begin, end);
    });
}

void reset_variables()
{
    size_t at = 0;
    for_each_variable([&](char *begin, char *end) {
        size_t size = (size_t)(end - begin);
        if (begin < data_of_program().zeros) {
            memcpy(begin, first_values->data() + at, size);
            at += size;
        } else {
            memset(begin, 0, size);
        }
    });
}

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
