// SPDX-License-Identifier: MIT
#include "way_out.h"

#include <ctime>
#include <ucontext.h>

namespace cpu_device
{
void fault_record::read(int signal_number, const siginfo_t *info, const void *context)
{
    signal = signal_number;
    address = static_cast<const char *>(info->si_addr);
    instruction = nullptr;
    caller = nullptr;
    access = "accesses";
#if defined(__x86_64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    instruction = reinterpret_cast<const char *>(registers->uc_mcontext.gregs[REG_RIP]);
    stack = reinterpret_cast<const char *>(registers->uc_mcontext.gregs[REG_RSP] & ~7ll);
    if (signal == SIGSEGV && info->si_code == SI_KERNEL)
        address = no_address; // not canonical, so the processor does not report it
    else if (signal == SIGSEGV)
        access = registers->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#elif defined(__aarch64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    instruction = reinterpret_cast<const char *>(registers->uc_mcontext.pc);
    caller = reinterpret_cast<const char *>(registers->uc_mcontext.regs[30]);
    stack = reinterpret_cast<const char *>(registers->uc_mcontext.sp & ~7ull);
#endif
}

bool way_out::waits_in_vain(unsigned live_threads)
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t nanoseconds = now.tv_sec * 1000000000ll + now.tv_nsec;
    if (patient_until_ != 0 && nanoseconds > patient_until_ && live_threads == live_then_)
        return true;
    if (patient_until_ == 0 || nanoseconds > patient_until_) {
        patient_until_ = nanoseconds + 1000000000;
        live_then_ = live_threads;
    }
    return false;
}
} // namespace cpu_device
