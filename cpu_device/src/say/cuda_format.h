// SPDX-License-Identifier: MIT
// What a kernel's printf() prints, as an H200 with CUDA 13 does (tests/conformance/printf_formats.cu). The kernel
// stores its arguments, and the host prints them later. Both read the format, and know other conversions than C.
#pragma once

#include <cstdarg>
#include <string>

namespace cpu_device
{
struct kernel_line {
    std::string text;
    int arguments; // that the kernel has stored, which is what its printf() returns
};
kernel_line format_in_kernel(const char *form, va_list arguments);
} // namespace cpu_device
