// SPDX-License-Identifier: MIT
#include "../faults.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "../../../include/cpu_device/interface.h"
#include "../../memory/arena.h"
#include "../../platform/linux/signals.h"
#include "../../platform/program_image.h"
#include "../../say/report.h"
#include "../core.h"
#include "../device.h"
#include "refused_division.h"

namespace cpu_device
{
namespace
{
// The program's actions, and whether one of them is installed instead of the device's.
struct sigaction programs[NSIG];
std::atomic<bool> caught{false}, given_way{false};

void set_handler(int signal, void (*handler)(int, siginfo_t *, void *), struct sigaction *old)
{
    struct sigaction action = {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER; // a kernel's fault is left for another stack
    sigaction(signal, &action, old);
}

fault_record read_fault(int signal, const siginfo_t *info, const void *context)
{
    fault_record f = {};
    f.is = signal == SIGSEGV || signal == SIGBUS ? fault_record::kind::memory
           : signal == SIGFPE                    ? fault_record::kind::division
                                                 : fault_record::kind::trap;
    f.address = static_cast<const char *>(info->si_addr);
    f.access = "accesses";
#if defined(__x86_64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    f.instruction = reinterpret_cast<const char *>(registers->uc_mcontext.gregs[REG_RIP]);
    f.stack = reinterpret_cast<const char *>(registers->uc_mcontext.gregs[REG_RSP] & ~7ll);
    if (signal == SIGSEGV && info->si_code == SI_KERNEL)
        f.address = fault_record::no_address; // not canonical, so the processor does not report it
    else if (signal == SIGSEGV)
        f.access = registers->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#elif defined(__aarch64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    f.instruction = reinterpret_cast<const char *>(registers->uc_mcontext.pc);
    f.caller = reinterpret_cast<const char *>(registers->uc_mcontext.regs[30]);
    f.stack = reinterpret_cast<const char *>(registers->uc_mcontext.sp & ~7ull);
#endif
    return f;
}

// Where the main thread's stack begins.
const char *stack_begins;

// How many bytes the main thread's stack may have, if a fault of that thread is below them, near the stack pointer or
// above it; else 0.
size_t full_stack(const fault_record &f)
{
    constexpr size_t gap = 1 << 20, one_frame = 1 << 16; // the system leaves the gap below a stack
    rlimit limit;
    if (stack_begins == nullptr || getpid() != gettid() || getrlimit(RLIMIT_STACK, &limit) != 0 ||
        limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > (uintptr_t)stack_begins)
        return 0;
    const char *const lowest = stack_begins - limit.rlim_cur;
    return f.stack < lowest + gap && f.address < lowest + gap && f.address >= f.stack - one_frame ? limit.rlim_cur : 0;
}

// An integer division in the program, where the processor refuses what a GPU computes.
bool divides_as_gpu(const fault_record &f, void *context)
{
    refused_division division(context);
    if (!division)
        return false;
    if (division.is_by_zero() && in_program(f.instruction)) {
        this_core->accesses.divides_by_zero(f.instruction, f.stack);
        division.give_of_zero();
        return true;
    }
    if (!division.overflows())
        return false;
    division.give_smallest();
    return true;
}

void on_fault(int signal, siginfo_t *info, void *context)
{
    if (this_core != nullptr && this_core->in_kernel() && info->si_code > 0) {
        const fault_record f = read_fault(signal, info, context);
        if (signal == SIGFPE && divides_as_gpu(f, context))
            return;
        this_core->ending.fault(f);
    }
    // A fault of host code: installs the program's action, and the fault happens again.
    const place_in_memory memory = info->si_code > 0 ? describe_address(info->si_addr) : place_in_memory();
    if (!memory.empty()) // which ends the program, mostly, so it may as well do more here than a handler should
        report(diagnosis(report_kind::host_touches_device, "touches").about(memory).add(memory.text()));
    else if (signal == SIGSEGV && info->si_code > 0 && programs[signal].sa_handler == SIG_DFL) {
        const fault_record f = read_fault(signal, info, context);
        if (const size_t bytes = full_stack(f))
            say_stack_is_full(reported_place(f.instruction, false), bytes);
        else
            report_call_before_crash();
    }
    if (programs[signal].sa_handler == SIG_DFL && !is_forked_child())
        print_summary_of_crash(signal);
    given_way = true;
    sigaction(signal, &programs[signal], nullptr);
    if (info->si_code <= 0) // sent by someone
        raise(signal);
}

bool is_fault_signal(int signal)
{
    return std::find(std::begin(fault_signals), std::end(fault_signals), signal) != std::end(fault_signals);
}
} // namespace

void catch_faults()
{
    for (int signal : fault_signals) {
        struct sigaction old;
        set_handler(signal, on_fault, &old);
        if (old.sa_sigaction != on_fault)
            programs[signal] = old;
    }
    caught = true;
}

void catch_full_stack()
{
    stack_t now;
    if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE))
        return;
    static char memory[256 * 1024]; // to read debug information
    stack_t stack = {};
    stack.ss_sp = memory;
    stack.ss_size = sizeof memory;
    sigaltstack(&stack, nullptr);
    stack_begins = static_cast<const char *>(__builtin_frame_address(0));
    set_handler(SIGSEGV, on_fault, &programs[SIGSEGV]);
}

void catch_faults_again()
{
    if (!given_way.load(std::memory_order_relaxed) || !given_way.exchange(false))
        return;
    for (int signal : fault_signals)
        set_handler(signal, on_fault, nullptr);
}
} // namespace cpu_device

int cpu_device_sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
    using namespace cpu_device;
    if (caught && is_termination(signal))
        return set_termination(signal, action, old);
    if (!caught || !is_fault_signal(signal))
        return sigaction(signal, action, old);
    static std::atomic_flag busy;
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    while (busy.test_and_set())
        sched_yield();
    struct sigaction was = programs[signal];
    if (action != nullptr)
        programs[signal] = *action;
    if (old != nullptr)
        *old = was;
    int failed = given_way && action != nullptr ? sigaction(signal, action, nullptr) : 0;
    busy.clear();
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    return failed;
}

// Weak: a program may well have a variable of the name signal.
__attribute__((weak)) cpu_device_handler cpu_device_signal(int signal, cpu_device_handler handler)
{
    struct sigaction action = {}, old;
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaddset(&action.sa_mask, signal);
    return cpu_device_sigaction(signal, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}
