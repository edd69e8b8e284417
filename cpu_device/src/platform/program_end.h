// SPDX-License-Identifier: MIT
// How the program ends.
#pragma once

namespace cpu_device
{
// The device as a shared library, in a program that has it within itself for all to call.
bool is_second();
// `function` gets the exit status, after the program's own destructors and exit functions.
void when_program_ends(void (*function)(int status));
// From such a function: whether the program has called exit(), and not returned from main.
bool exit_was_called();
} // namespace cpu_device
