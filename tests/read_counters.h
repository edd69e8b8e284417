// SPDX-License-Identifier: MIT
// What the CPU device counts of each kernel, by name: a program's own lines do not say which kernel they are of.
#pragma once

#include "run_program.h"

// Runs a program as run_program does, and stores in `csv` what CPU_DEVICE_COUNTERS has it write; free() it.
struct run run_counted(char *const argv[], double seconds, char **csv);

// The requests of a kernel, "dot<f, g>", in all lines of one kind, "global load".
long counted_requests(const char *csv, const char *kernel, const char *access);
