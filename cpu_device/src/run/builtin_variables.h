// SPDX-License-Identifier: MIT
// A kernel sees these as constants, and while a thread lives they are: switch_to() sets them for the next thread.
#pragma once

#include "../../include/cpu_device/interface.h"

extern __thread uint3 threadIdx, blockIdx, blockDim, gridDim;
extern "C" __thread cpu_device_thread_loop cpu_device_threads;
