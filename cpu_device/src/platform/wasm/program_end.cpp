// SPDX-License-Identifier: MIT
// The program's calls of exit() come here: apps/playground/lib/compile.mjs renames them.
#include "../program_end.h"

#include <cstdlib>

#include "program_part.h"

extern "C" {
[[noreturn]] void cpu_device_exit(int status);
}

namespace cpu_device
{
namespace
{
void (*at_end)(int status);
int exit_status;
bool in_main, called;
} // namespace

bool is_second()
{
    return false;
}

// The first that is registered is called last.
void when_program_ends(void (*function)(int status))
{
    at_end = function;
    atexit([] { at_end(exit_status); });
}

bool exit_was_called()
{
    return called;
}
} // namespace cpu_device

// The C library has only atexit(), whose functions know no status.
extern "C" int on_exit(void (*function)(int status, void *argument), void *argument)
{
    static struct {
        void (*function)(int status, void *argument);
        void *argument;
    } all[32];
    static size_t count = 0, left = 0;
    if (count == sizeof all / sizeof *all)
        return -1;
    all[count++] = {function, argument};
    left = count;
    return atexit([] {
        --left;
        all[left].function(cpu_device::exit_status, all[left].argument);
    });
}

void cpu_device_exit(int status)
{
    cpu_device::called = cpu_device::in_main;
    cpu_device::exit_status = status;
    exit(status);
}

// What runs the module calls _initialize, and then this.
extern "C" __attribute__((export_name("run_program"))) void cpu_device_run_program(void)
{
    cpu_device::in_main = true;
    const int status = cpu_device_main();
    cpu_device::in_main = false;
    cpu_device_exit(status);
}
