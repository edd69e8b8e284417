// SPDX-License-Identifier: MIT
// Files that the device writes at the end of a program: the counters, the page of a trace.
#pragma once

#include <cstdio>
#include <functional>

namespace cpu_device
{
// Before main begins: the file's whole path, in case the program changes its folder, from what an environment variable
// says. Null: it cannot be written, and `problem` says why.
const char *output_path(const char *value, const char *&problem);
// Null, or why it could not be written. A file that is there keeps its content until the new one is complete.
const char *write_output(const char *path, const std::function<void(FILE *)> &write);
} // namespace cpu_device
