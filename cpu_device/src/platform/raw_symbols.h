// SPDX-License-Identifier: MIT
// The symbols of a program, or of what it has loaded, as its linker has written them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "program_image.h"

namespace cpu_device
{
enum class symbol_kind { function, variable, thread_local_variable };
// Calls function(kind, mangled name, address, size) for each that is defined there; in place of the address of a
// thread-local variable its offset among these. None in a stripped program.
void for_each_symbol(const code_image &image,
                     const std::function<void(symbol_kind, const char *, uintptr_t, size_t)> &function);
} // namespace cpu_device
