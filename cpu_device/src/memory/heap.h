// SPDX-License-Identifier: MIT
// malloc() and new in kernels whose accesses are checked: blocks of powers of two, out of pieces of device memory.
// Before each block stands the logarithm of its size.
#pragma once

#include <cstddef>

namespace cpu_device
{
void *heap_allocate(size_t size);
// False if the memory is none of these.
bool heap_free(void *pointer);
void heap_forget_all();
} // namespace cpu_device
