// SPDX-License-Identifier: MIT
// What kernels print: kept until the host synchronizes, as on a GPU.
#pragma once

#include <string>

namespace cpu_device
{
void keep_kernel_output(const std::string &text);
// To stdout.
void show_kernel_output();
bool kernels_have_printed();
// What was never shown is lost, as on a GPU; here at least it is said.
void report_lost_output();
} // namespace cpu_device
