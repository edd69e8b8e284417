// SPDX-License-Identifier: MIT
// What a CUDA thread calls, besides the compiler's calls before loads and stores (hooks.cpp) and what it waits in
// (core.cpp).
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "../../include/cpu_device/interface.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "core.h"

using cpu_device::core;
using cpu_device::format;

namespace cpu_device
{
namespace
{
__thread unsigned polls;

bool in_kernel()
{
    return this_core != nullptr && this_core->in_kernel();
}

void yield()
{
    if (in_kernel())
        this_core->yield();
}

// What printf returns on a GPU: the number of its arguments behind the format.
int arguments_of(const char *form)
{
    int count = 0;
    for (; *form != '\0'; ++form)
        if (*form == '%' && *++form != '%') {
            if (*form == '\0')
                break;
            ++count;
        }
    return count;
}
} // namespace
} // namespace cpu_device

void cpu_device_fence(cpu_device_scope scope)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    cpu_device::running_core("__threadfence()").fence(scope != cpu_device_scope_block);
    cpu_device_poll();
}

int cpu_device_in_kernel()
{
    return cpu_device::in_kernel();
}

long long cpu_device_clock()
{
    cpu_device::yield();
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

void cpu_device_nanosleep(unsigned nanoseconds)
{
    for (long long end = cpu_device_clock() + nanoseconds; cpu_device_clock() < end;)
        ;
}

void cpu_device_trap()
{
    core &c = cpu_device::running_core("__trap()");
    c.break_off(cudaErrorLaunchFailure, [&c] { return "Error: __trap()\n    " + c.where(); });
}

void cpu_device_poll()
{
    if (++cpu_device::polls % 64 == 0)
        cpu_device::yield();
}

void cpu_device_idle()
{
    if (cpu_device::in_kernel())
        cpu_device::this_core->idle();
}

void *cpu_device_dynamic_shared()
{
    return cpu_device::running_core("extern __shared__").dynamic_memory();
}

// --- printf in kernels; a compiler turns one of plain text into puts or putchar ---

int cpu_device_printf(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    int result;
    if (cpu_device::in_kernel()) {
        cpu_device::keep_kernel_output(cpu_device::format_list(form, arguments));
        result = cpu_device::arguments_of(form);
    } else {
        result = vprintf(form, arguments);
    }
    va_end(arguments);
    return result;
}

int cpu_device_puts(const char *text)
{
    if (!cpu_device::in_kernel())
        return puts(text);
    cpu_device::keep_kernel_output(text + std::string("\n"));
    return 0;
}

int cpu_device_putchar(int c)
{
    if (!cpu_device::in_kernel())
        return putchar(c);
    cpu_device::keep_kernel_output(std::string(1, (char)c));
    return c;
}

// assert() in a kernel breaks it off; on the host it ends the program, as ever.
void cpu_device_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    if (cpu_device::in_kernel()) {
        core &c = *cpu_device::this_core;
        c.break_off(cudaErrorAssert, [=, &c] {
            return format("Error: assertion failed\n    %s\n    %s:%u: `%s`", c.where().c_str(),
                          cpu_device::base_name(file), line, expression);
        });
    }
    fflush(stdout);
    fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line, function,
            expression);
    abort();
}
