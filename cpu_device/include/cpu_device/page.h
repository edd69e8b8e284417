// SPDX-License-Identifier: MIT
// The page of CPU_DEVICE_TRACE: what the program itself says of a launch.
#pragma once

// What the page says of each launch from here on, as "n = 33"; without a trace, nothing happens.
extern "C" void cpu_device_page_note(const char *text);
