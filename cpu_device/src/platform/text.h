// SPDX-License-Identifier: MIT
// Text: made as printf() makes it, in the user's language, and written to stderr in one piece.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <string>

namespace cpu_device
{
// A text, or a format of printf(), in the user's language. The English one stands in the source; what has no
// translation stays as it is. format(), say() and die() call it for their formats, so only words and sentences that
// become arguments, or parts of a text, need the call.
__attribute__((format_arg(1))) const char *tr(const char *english);
// From here on tr() finds these: the English ones, each followed by its translation, which has the same conversions;
// where their order differs, as "%2$s". A "\t" there becomes a space, unless the characters on both sides of it are
// Chinese. They stay where they are. Before main begins.
void translate_with(const char *const *pairs, size_t count);

__attribute__((format(printf, 1, 2))) std::string format(const char *form, ...);
std::string say_list(const char *english, va_list arguments); // format(), with a list of arguments
std::string format_list(const char *form, va_list arguments); // in English: what a kernel prints
const char *base_name(const char *path);

// Writes all of it, despite signals, or a full pipe that does not block. False: it could not, and errno says why.
bool write_all(int file, const char *text, size_t size);
// One line on stderr, for what is no error of the program.
void say(const char *text);
void say_line(const std::string &text); // translated already
// The same, or of its very first steps; and the end of it.
[[noreturn]] __attribute__((format(printf, 2, 3))) void die(int status, const char *form, ...);
} // namespace cpu_device
