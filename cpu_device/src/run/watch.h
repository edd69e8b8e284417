// SPDX-License-Identifier: MIT
// A host thread that looks at the running launches a few times a second. The reports of a long launch are printed while
// it runs, since it may never end. When SIGINT or SIGTERM ends the program, it prints the reports and the summary
// first.
#pragma once

namespace cpu_device
{
class device;

// Without such a thread, if there is none to be had, reports come when a launch is over.
void start_watching(device &d);
// Called when a kernel's thread yields.
#ifdef __wasm__ // where there is no such thread
void take_step_of_watch();
#else
inline void take_step_of_watch() {}
#endif
} // namespace cpu_device
