// SPDX-License-Identifier: MIT
#pragma once

namespace cpu_device
{
// Stops the running stack, and lets it go on at once: then all its variables are in memory. In
// run/wasm/switch_stack.cpp.
void write_running_stack();
} // namespace cpu_device
