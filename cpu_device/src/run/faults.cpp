// SPDX-License-Identifier: MIT
#include "faults.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "../../include/cpu_device/interface.h"
#include "../memory/arena.h"
#include "../say/report.h"
#include "core.h"
#include "device.h"
#include "watch.h"

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

void on_fault(int signal, siginfo_t *info, void *context)
{
    if (this_core != nullptr && this_core->in_kernel() && info->si_code > 0)
        this_core->fault(signal, info, context);
    // A fault of host code: installs the program's action, and the fault happens again.
    std::string what = info->si_code > 0 ? describe_address(info->si_addr) : "";
    if (!what.empty()) // which ends the program, mostly, so it may as well do more here than a handler should
        report(severity::error, format("Error: host code touches device memory\n    %s", what.c_str()));
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
