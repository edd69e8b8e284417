// SPDX-License-Identifier: MIT
// The signals that the device handles, besides or in place of the program.
#pragma once

#include <csignal>

namespace cpu_device
{
constexpr int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

// The program's action for SIGINT or SIGTERM, in the place of the device's handler; both may be null. Returns what
// sigaction() does.
int set_termination(int signal, const struct sigaction *action, struct sigaction *old);
bool is_termination(int signal);

// The calling host thread is that of a core, and gets signals by which the watch asks where its CUDA threads are.
class core;
void take_nudges(const core &of);
} // namespace cpu_device
