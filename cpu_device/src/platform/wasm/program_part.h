// SPDX-License-Identifier: MIT
// What the library, a module of its own, learns from the program's: program_part.cpp is linked with each program.
#pragma once

namespace cpu_device
{
struct program_part {
    const char *begin, *variables, *end; // of its data: what is const comes first
    struct section {
        const char *name, *begin, *end; // null, null if the program has nothing in it
    } sections[11];
};
} // namespace cpu_device

#define IN_PROGRAM(name) __attribute__((import_module("program"), import_name(#name)))
extern "C" {
IN_PROGRAM(cpu_device_program_part) const cpu_device::program_part *cpu_device_program_part(void);
IN_PROGRAM(cpu_device_main) int cpu_device_main(void); // main() with the program's arguments
}
#undef IN_PROGRAM
