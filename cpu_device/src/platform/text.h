// SPDX-License-Identifier: MIT
// Text: made as printf() makes it, and written to stderr in one piece.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <string>

namespace cpu_device
{
__attribute__((format(printf, 1, 2))) std::string format(const char *form, ...);
std::string format_list(const char *form, va_list arguments);
const char *base_name(const char *path);

// Writes all of it, despite signals, or a full pipe that does not block.
void write_all(int file, const char *text, size_t size);
// One line on stderr, for what is no error of the program.
void say(const char *text);
// The same, or of its very first steps; and the end of it.
[[noreturn]] __attribute__((format(printf, 2, 3))) void die(int status, const char *form, ...);
} // namespace cpu_device
