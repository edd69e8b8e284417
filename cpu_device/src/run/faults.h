// SPDX-License-Identifier: MIT
// Faults of kernels that the processor detects: bad addresses, full stacks, divisions by zero.
//
// The device installs handlers for their signals. It keeps the program's own handlers, and passes the faults of host
// code to them.
#pragma once

namespace cpu_device
{
// From now on.
void catch_faults();
// Before main(): a full stack of the main thread is said in a line.
void catch_full_stack();
// Before a kernel runs: installs the device's handlers again if a handler of the program has replaced them.
void catch_faults_again();
} // namespace cpu_device
