// SPDX-License-Identifier: MIT
// The program loads nothing while it runs.
#include "../api.h"

void cpu_device::libraries_may_come() {}

void cpu_device::device_was_set(int) {} // there is one device
