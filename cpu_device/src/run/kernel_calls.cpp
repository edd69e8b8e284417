// SPDX-License-Identifier: MIT
// What a CUDA thread calls, besides what stands with a part of the core (core.h): accesses (hooks.cpp), barriers and
// other waits.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "../../include/cpu_device/interface.h"
#include "../check/exercised.h"
#include "../platform/program_image.h"
#include "../platform/symbols.h"
#include "../say/cuda_format.h"
#include "../say/kernel_findings.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "core.h"
#include "device.h"

using cpu_device::core;
using cpu_device::format;
using cpu_device::report_kind;

namespace cpu_device
{
namespace
{
bool in_kernel()
{
    return this_core != nullptr && this_core->in_kernel();
}

void yield()
{
    if (in_kernel())
        this_core->yield();
}

long long nanoseconds()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

// What a call of printf() takes in the buffer for output, at least.
size_t size_in_buffer(int arguments)
{
    return 8 + 4 * (size_t)arguments;
}
} // namespace
} // namespace cpu_device

void cpu_device_variable_begins(const char *name, char kind, const void *address, size_t size, int initialized)
{
    if (core *c = cpu_device::checked_core)
        c->its_checks().tell(&cpu_device::observer::variable_begins, c->rank(),
                             cpu_device::traced_variable{name, kind, (uint8_t)size, address}, initialized != 0);
}

void cpu_device_variable_ends(const void *address)
{
    if (core *c = cpu_device::checked_core)
        c->its_checks().tell(&cpu_device::observer::variable_ends, c->rank(), address);
}

void cpu_device_fence(cpu_device_scope scope)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    cpu_device::running_core("__threadfence()")
        .accesses.fence(scope, static_cast<const char *>(__builtin_return_address(0)) - 1);
    cpu_device_poll();
}

void cpu_device_ordered_fence(cpu_device_scope scope, int order)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (cpu_device::in_kernel() && order != __ATOMIC_RELAXED)
        cpu_device::this_core->accesses.ordered_fence(scope, order);
}

void cpu_device_await_primary()
{
    if (core *c = cpu_device::checked_core)
        c->its_checks().tell(&cpu_device::observer::awaits_primary, c->rank());
}

void cpu_device_let_next_begin()
{
    if (core *c = cpu_device::checked_core)
        c->its_checks().tell(&cpu_device::observer::lets_next_begin, c->rank());
}

void cpu_device_set_atomic_scope(cpu_device_scope scope)
{
    if (cpu_device::in_kernel()) {
        cpu_device::this_core->atomics.set_scope(scope);
    } else {
        cpu_device::host_scope = scope;
    }
}

int cpu_device_uses_result(const volatile void *address, size_t size)
{
    if (core *c = cpu_device::checked_core)
        c->its_checks().accesses().uses_result(c->rank(), static_cast<const char *>(const_cast<const void *>(address)),
                                               size, true);
    return 1;
}

void cpu_device_stores_result(const void *address, int lacks)
{
    core *const c = cpu_device::checked_core;
    if (c == nullptr || lacks == 0 || c->is_on_stack(static_cast<const char *>(address)))
        return;
    c->launch().stored.add(c->block_number(),
                           {c->rank(), static_cast<const char *>(__builtin_return_address(0)) - 1, lacks == 2});
}

const void *cpu_device_read_only(const void *address, size_t size)
{
    if (core *c = cpu_device::checked_core)
        c->its_checks().accesses().reads_through_cache(
            c->rank(), {cpu_device::access::read, static_cast<const char *>(address), size, 1,
                        static_cast<const char *>(__builtin_return_address(0)) - 1});
    return address;
}

void cpu_device_begin_exchange()
{
    cpu_device_poll();
    if (cpu_device::checked_core != nullptr)
        cpu_device::checked_core->atomics.result_may_be_unused();
}

void cpu_device_end_atomic()
{
    if (cpu_device::checked_core != nullptr)
        cpu_device::checked_core->atomics.function_ends();
}

int cpu_device_in_kernel()
{
    return cpu_device::in_kernel();
}

long long cpu_device_clock()
{
    if (cpu_device::in_kernel()) {
        cpu_device::this_core->accesses.shows();
        cpu_device::kernel_reads_clock();
    }
    cpu_device::yield();
    return cpu_device::nanoseconds();
}

clock_t cpu_device_c_clock()
{
    return cpu_device::in_kernel() ? (clock_t)cpu_device_clock() : clock();
}

// At most a millisecond, as PTX has it.
void cpu_device_nanosleep(unsigned nanoseconds)
{
    constexpr unsigned longest = 1000000;
    nanoseconds = nanoseconds < longest ? nanoseconds : longest;
    for (long long end = cpu_device::nanoseconds() + nanoseconds; cpu_device::nanoseconds() < end;)
        cpu_device::yield();
    cpu_device::yield();
}

// libcu++ sleeps between two polls. The polls already let other threads run. The C library's sleep would stop all
// threads of the core, and a signal would end it: then libcu++ reads errno, which no kernel may.
int cpu_device_c_nanosleep(const timespec *asked, timespec *left)
{
    return cpu_device::in_kernel() ? 0 : nanosleep(asked, left);
}

void cpu_device_converts_beyond()
{
    cpu_device::note_undefined(cpu_device::undefined_value::conversion, __builtin_return_address(0));
}

void cpu_device_shifts_beyond()
{
    cpu_device::note_undefined(cpu_device::undefined_value::shift, __builtin_return_address(0));
}

void cpu_device_trap()
{
    core &c = cpu_device::running_core("__trap()");
    const auto call = static_cast<const char *>(__builtin_return_address(0)) - 1;
    c.ending.break_off(cudaErrorLaunchFailure,
                       [=, &c] { return c.diagnose(report_kind::trap, reported_place(call), "__trap()"); });
}

int cpu_device_grid_is_cooperative()
{
    return cpu_device::running_core("is_valid() of a grid_group").launch().record.cooperative;
}

void cpu_device_copy_async(void *to, const void *from, size_t size)
{
    cpu_device::running_core("memcpy_async()")
        .copying.begin_copy(static_cast<char *>(to), static_cast<const char *>(from), size,
                            static_cast<const char *>(__builtin_return_address(0)) - 1, 1);
}

void cpu_device_copy_aligned(void *to, const void *from, size_t size, size_t alignment)
{
    cpu_device::running_core("memcpy_async()")
        .copying.begin_copy(static_cast<char *>(to), static_cast<const char *>(from), size,
                            static_cast<const char *>(__builtin_return_address(0)) - 1, alignment);
}

void cpu_device_copy_until(void *to, const void *from, size_t size, const volatile void *barrier)
{
    if (!cpu_device::in_kernel()) {
        memcpy(to, from, size);
        return;
    }
    cpu_device::running_core("memcpy_async()")
        .copying.begin_copy_until(static_cast<char *>(to), static_cast<const char *>(from), size,
                                  static_cast<const char *>(__builtin_return_address(0)) - 1,
                                  static_cast<const char *>(const_cast<const void *>(barrier)));
}

void cpu_device_commit_copies()
{
    cpu_device::running_core("memcpy_async()").copying.commit_copies();
}

void cpu_device_wait_for_copies(unsigned batches)
{
    cpu_device::running_core("wait()").copying.finish_copies(batches);
}

void cpu_device_commit_stage(const volatile void *stage, unsigned producers)
{
    cpu_device::running_core("producer_commit()").copying.commit_stage(const_cast<const void *>(stage), producers);
}

void cpu_device_commit_copies_until(const volatile void *barrier)
{
    cpu_device::running_core("pipeline_producer_commit()")
        .copying.commit_copies_until(static_cast<const char *>(const_cast<const void *>(barrier)));
}

void cpu_device_wrong_pipeline(enum cpu_device_pipeline_error why, const char *call, const char *file, int line)
{
    core &c = cpu_device::running_core("a pipeline");
    c.ending.break_off(cudaErrorLaunchFailure, [=, &c] {
        return misuses_pipeline(c.diagnose(report_kind::wrong_pipeline, {file, line}), why, call);
    });
}

void cpu_device_wrong_group(const char *why, const char *file, int line)
{
    core &c = cpu_device::running_core("a group");
    c.ending.break_off(cudaErrorLaunchFailure, [=, &c] {
        return c.diagnose(report_kind::wrong_group, {file, line}).add(why);
    });
}

void cpu_device_wrong_matrix(const char *why, const char *file, int line)
{
    core &c = cpu_device::running_core("a wmma function");
    c.ending.break_off(cudaErrorLaunchFailure, [=, &c] {
        return c.diagnose(report_kind::wrong_matrix, {file, line}).add(why);
    });
}

// The plugin replaces these calls, but not in a body whose end is never reached.
int cpu_device_never_waits(uint3 *, uint3 *, uint3 *, uint3 *, unsigned *)
{
    return 0;
}

void cpu_device_all_begin() {}

void cpu_device_thread_begins() {}

int cpu_device_thread_ends()
{
    return 0;
}

void cpu_device_returned(const char *file, int begin, int end)
{
    cpu_device::running_core("return").returns(file, begin, end);
}

void cpu_device_exit_thread()
{
    cpu_device::running_core("exit").ending.exit_thread();
}

namespace cpu_device
{
cpu_device_space core::space_of(const char *address) const
{
    if (b_.memory.in_static(address) < b_.memory.static_size() ||
        b_.memory.in_dynamic(address) < b_.memory.dynamic_size())
        return cpu_device_space_shared;
    if (b_.stacks.holds(address))
        return cpu_device_space_local;
    return is_constant(variable_in_program(address)) ? cpu_device_space_constant : cpu_device_space_global;
}

// The running thread's carry flag: no other thread runs between two asm statements.
static __thread unsigned carry;
} // namespace cpu_device

cpu_device_space cpu_device_space_of(const void *address)
{
    return cpu_device::running_core("a question for a kind of memory").space_of(static_cast<const char *>(address));
}

void *cpu_device_shared_address(uint32_t low)
{
    return cpu_device::running_core("an address of shared memory").memory().with_low_bits(low);
}

unsigned cpu_device_multiprocessor()
{
    return cpu_device::running_core("%smid").number();
}

unsigned cpu_device_multiprocessors()
{
    return cpu_device::core_count();
}

unsigned cpu_device_carry()
{
    return cpu_device::carry;
}

void cpu_device_set_carry(unsigned flag)
{
    cpu_device::carry = flag;
}

void cpu_device_poll()
{
    if (--cpu_device::polls_left == 0 && cpu_device::in_kernel())
        cpu_device::this_core->poll();
}

void cpu_device_idle(const volatile void *address, const void *seen, size_t size)
{
    if (cpu_device::in_kernel())
        cpu_device::this_core->idle_at(address, seen, size);
}

void *cpu_device_dynamic_shared()
{
    return cpu_device::running_core("extern __shared__").memory().dynamic();
}

// --- printf in kernels; a compiler turns one of plain text into puts or putchar ---

int cpu_device_printf(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    int result;
    if (cpu_device::in_kernel()) {
        cpu_device::this_core->accesses.shows();
        const cpu_device::kernel_line line = cpu_device::format_in_kernel(form, arguments);
        result = line.arguments;
        cpu_device::keep_kernel_output(line.text, cpu_device::size_in_buffer(result));
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
    cpu_device::this_core->accesses.shows();
    cpu_device::keep_kernel_output(text + std::string("\n"), cpu_device::size_in_buffer(0));
    return 0;
}

int cpu_device_putchar(int c)
{
    if (!cpu_device::in_kernel())
        return putchar(c);
    cpu_device::this_core->accesses.shows();
    cpu_device::keep_kernel_output(std::string(1, (char)c), cpu_device::size_in_buffer(0));
    return c;
}

// assert() in a kernel breaks it off; on the host it ends the program, as ever.
void cpu_device_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    if (cpu_device::in_kernel()) {
        core &c = *cpu_device::this_core;
        c.ending.break_off(cudaErrorAssert, [=, &c] {
            return assertion_failed(c.diagnose(report_kind::assertion, {}), expression, file, line);
        });
    }
    fflush(stdout);
    fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line, function,
            expression);
    abort();
}
