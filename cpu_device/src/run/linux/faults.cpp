// SPDX-License-Identifier: MIT
#include "../faults.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <ucontext.h>
#include <unistd.h>

#include "../../../include/cpu_device/interface.h"
#include "../../memory/arena.h"
#include "../../platform/linux/signals.h"
#include "../../say/report.h"
#include "../core.h"
#include "../device.h"

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

#if defined(__x86_64__)
// The value of an idiv instruction's operand, of 4 or 8 bytes, and how long the instruction is; 0: it is no idiv.
size_t read_division(const greg_t *registers, bool &is_long, int64_t &divisor)
{
    static const int of_number[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    const auto *begin = reinterpret_cast<const uint8_t *>(registers[REG_RIP]), *at = begin;
    const unsigned rex = (*at & 0xf0) == 0x40 ? *at++ : 0;
    if (*at++ != 0xf7 || (*at >> 3 & 7) != 7)
        return 0;
    const unsigned mode = *at >> 6, low = *at & 7;
    ++at;
    is_long = rex & 8;
    uint64_t value = (uint64_t)registers[of_number[low | (rex & 1) << 3]];
    if (mode != 3) {
        uint64_t address = value;
        bool wide = mode == 2; // a displacement of 4 bytes
        if (low == 4) {
            const unsigned base = *at & 7, index = (*at >> 3 & 7) | (rex & 2) << 2, scale = *at >> 6;
            ++at;
            wide |= mode == 0 && base == 5;
            address = mode == 0 && base == 5 ? 0 : (uint64_t)registers[of_number[base | (rex & 1) << 3]];
            address += index != 4 ? (uint64_t)registers[of_number[index]] << scale : 0;
        }
        const bool of_code = mode == 0 && low == 5;
        int32_t displacement = 0;
        if (wide || of_code)
            memcpy(&displacement, at, sizeof displacement);
        else if (mode == 1)
            displacement = (int8_t)*at;
        at += wide || of_code ? 4 : mode == 1 ? 1 : 0;
        address = (of_code ? (uint64_t)at : address) + (uint64_t)(int64_t)displacement;
        memcpy(&value, reinterpret_cast<const void *>(address), is_long ? 8 : 4);
    }
    divisor = is_long ? (int64_t)value : (int32_t)value;
    return (size_t)(at - begin);
}

// The smallest integer divided by -1: the quotient does not fit, so the processor takes it for a division by zero. A
// GPU gives the smallest integer, and the remainder 0.
bool divides_smallest(void *context)
{
    greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
    bool is_long = false;
    int64_t divisor = 0;
    const size_t length = read_division(registers, is_long, divisor);
    if (length == 0 || divisor != -1)
        return false;
    registers[REG_RAX] = is_long ? INT64_MIN : (greg_t)0x80000000;
    registers[REG_RDX] = 0;
    registers[REG_RIP] += (greg_t)length;
    return true;
}
#else
bool divides_smallest(void *)
{
    return false;
}
#endif

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

void on_fault(int signal, siginfo_t *info, void *context)
{
    if (this_core != nullptr && this_core->in_kernel() && info->si_code > 0) {
        if (signal == SIGFPE && divides_smallest(context))
            return;
        this_core->ending.fault(read_fault(signal, info, context));
    }
    // A fault of host code: installs the program's action, and the fault happens again.
    const place_in_memory memory = info->si_code > 0 ? describe_address(info->si_addr) : place_in_memory();
    if (!memory.empty()) // which ends the program, mostly, so it may as well do more here than a handler should
        report(diagnosis(report_kind::host_touches_device, "touches").about(memory).add(memory.text()));
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
    for (int signal : fault_signals)
        set_handler(signal, on_fault, &programs[signal]);
    caught = true;
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
