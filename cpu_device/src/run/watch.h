// SPDX-License-Identifier: MIT
// A host thread that looks at the running launches a few times a second. The reports of a long launch are printed while
// it runs, since it may never end. When SIGINT or SIGTERM ends the program, it prints the reports and the summary
// first.
#pragma once

#include <csignal>

namespace cpu_device
{
class device;

// Without such a thread, if there is none to be had, reports come when a launch is over.
void start_watching(device &d);
// The program's action for SIGINT or SIGTERM, in the place of the device's handler; both may be null. Returns what
// sigaction() does.
int set_termination(int signal, const struct sigaction *action, struct sigaction *old);
bool is_termination(int signal);
} // namespace cpu_device
