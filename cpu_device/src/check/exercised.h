// SPDX-License-Identifier: MIT
// What a run without a finding leaves open: at the end of the program, one line if there is anything that matters for
// this program; with CPU_DEVICE_EXPLAIN=on a list of all of it.
#pragma once

namespace cpu_device
{
// `silent`: the run has reported nothing.
void print_exercised(bool silent);
// A kernel has computed what C++ leaves undefined, as a GPU does. `caller`: where the call of the device returns to.
enum class undefined_value { conversion, shift };
void note_undefined(undefined_value kind, const void *caller);
// A kernel has read the clock, or the program the time between events: these are of this CPU.
void kernel_reads_clock();
} // namespace cpu_device
