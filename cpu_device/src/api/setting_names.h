// SPDX-License-Identifier: MIT
// The names of the settings.
#pragma once

namespace cpu_device
{
// A line on stderr for each environment variable CPU_DEVICE_... that no setting has.
void say_unknown_settings();
} // namespace cpu_device
