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
// At the end of the program: reports output that was never fetched, which is lost, as on a GPU.
void report_lost_output();
} // namespace cpu_device
