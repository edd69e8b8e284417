// SPDX-License-Identifier: MIT
// The reports that the file of CPU_DEVICE_SUPPRESSIONS silences: its lines, or the lines of JSON that an earlier run wrote.
#pragma once

#include <string>

#include "diagnosis.h"

namespace cpu_device
{
// Before main begins. Ends the program if the file cannot be read or a line makes no sense.
void read_suppressions(const char *file);
bool is_suppressed(const diagnosis &d);
// Its lines that no report has matched, "2, 7"; "" where there are none.
std::string unused_suppressions();
} // namespace cpu_device
