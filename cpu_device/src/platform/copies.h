// SPDX-License-Identifier: MIT
// In a browser, the compiler copies an object of a class by its members.
#pragma once

#include <cstdint>

namespace cpu_device
{
// The loads of one copy have the same number, and so have its stores; 0: an access of no copy, or of one that is made
// at once.
#ifdef __wasm__
uintptr_t copy_of(const void *instruction, bool stores);
#else
constexpr uintptr_t copy_of(const void *, bool)
{
    return 0;
}
#endif
} // namespace cpu_device
