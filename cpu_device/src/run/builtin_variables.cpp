// SPDX-License-Identifier: MIT
// In a file of their own, which is compiled with debug information (cucc): a debugger knows them in every program.
#include "builtin_variables.h"

__thread uint3 threadIdx, blockIdx, blockDim, gridDim;
__thread cpu_device_thread_loop cpu_device_threads;
