// SPDX-License-Identifier: MIT
// Faults of kernels, which the processor notices: bad addresses, full stacks, divisions by zero.
//
// The device keeps handlers for their signals, and the program's own apart, which get what is the host's own.
#pragma once

#include <csignal>

namespace cpu_device
{
constexpr int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

// From now on.
void catch_faults();
// Before a kernel runs: where a handler of the program's has taken the place, for a fault of the host's.
void catch_faults_again();
} // namespace cpu_device
